import { sentences } from './sentences.ts';

/** What is wrong with the device's storage while the app is in use. */
export const storageWords = sentences({
  stillHere: 'What you typed is still here, but can no longer be saved: copy what you need first.',
  decisionNotSaved: 'Your decision could not be saved on this device. Please try again.',
  stale:
    'Part of this page stopped working while you were away. It reloads as soon as the open form is saved or closed.',
  silent:
    "This device's storage does not answer. Until it does, what you see may be out of date and saving may fail. Reloading the page may help.",
  silentElsewhere:
    "This device's storage does not answer. Until it does, what you see may be out of date and saving may fail. Another tab of this app is open: close it if this lasts.",
  close: 'Close',
  reload: 'Reload',
});
