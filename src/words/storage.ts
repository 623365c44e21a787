import { sentences } from './sentences.ts';

/** What is wrong with the device's storage while the app is in use. */
export const storageWords = sentences({
  stillHere: 'What you typed is still here, but can no longer be saved: copy what you need first.',
  decisionNotSaved: 'Your decision could not be saved on this device. Please try again.',
  silent:
    "This device's storage does not answer. Until it does, what you see may be out of date and saving may fail. Reloading the page may help.",
  close: 'Close',
  reload: 'Reload',
});
