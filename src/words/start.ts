import { sentences } from './sentences.ts';

export const productWords = sentences({
  name: 'Restoration CRM',
  pageTitle: '{title} · Restoration CRM',
});

/** Shown by the first script if nothing else could be loaded. */
export const startWords = sentences({
  notLoaded: 'Restoration CRM could not be loaded. Please check the connection and reload the page.',
  reload: 'Reload',
});

/** Why an account's data cannot be used in this tab. */
export const openingProblems = sentences({
  silent: "This device's storage is not responding. Reload the page to try again.",
  removed: 'The browser or another tab of this app removed or updated the data. Reload the page to continue.',
  notOpened:
    "This device's storage could not be opened. If this is a private window, open the app in a normal one. If the device is full, free some space. Then reload this page.",
  older:
    'An earlier version of this app has left changes on this device that this version cannot read. They stay here. To keep working, use another browser or device, and tell your administrator.',
  newer:
    'A newer version of this app has updated the data on this device. Reload this page to get that version.',
  refused:
    'This browser does not let the site store data, so nothing can be saved. If this is a private window, open the app in a normal one. If not, allow cookies for this site.',
});

export const openingWords = sentences({
  title: 'Restoration CRM cannot open its data',
  nothingDeleted: 'Nothing that was saved here has been deleted by this page.',
  reload: 'Reload',
  logOut: 'Log out',
});
