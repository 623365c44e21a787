import { sentences } from './sentences.ts';

/** Why nothing was saved on this device. */
export const saveFailureWords = sentences({
  deviceFull: 'This device is out of storage, so this was not saved. Free some space, then try again.',
  noAnswer:
    "This device's storage does not answer, so this was not saved. What you entered is still here. Please try again.",
  closed:
    "This device's storage was closed before this was saved. What you entered is still here. If the device is out of storage, free some space. Then try again.",
  appFault:
    'The app made a mistake, so this was not saved. What you entered is still here. Reload the app, then try again.',
  loggedOut: 'You were logged out in another tab. This was not saved.',
  recordGone: 'This record is no longer on this device.',
  dependantsChanged: 'The records that refer to it have changed. Nothing was deleted. Please check again.',
});
