import { sentences } from './sentences.ts';

export const frameWords = sentences({
  skip: 'Skip to content',
  openNavigation: 'Open navigation',
  navigation: 'Navigation',
  main: 'Main',
  accountMenu: 'Account menu',
  find: 'Find',
  findHint: 'Find…',
  findKey: 'Ctrl K',
  findKeyOfApple: '⌘ K',
  openSync: 'Open Sync',
  saved: 'Saved',
  signIn: 'Sign in',
  loading: 'Loading',
  partNotLoaded:
    'This part of the app could not be loaded. A newer version may be out, or there is no connection.',
  screenBroke: 'Something went wrong on this screen. Your changes are safe on this device.',
  retry: 'Retry',
});

export const accountWords = sentences({
  menu: 'Account',
  signedInAs: 'Signed in as',
  install: 'Install app',
  about: 'About',
  logOut: 'Log out',
  changesNotSent: '{count, plural, one {# change is} other {# changes are}} not on the server yet.',
  formsNotSaved:
    '{count, plural, one {# form that you started is} other {# forms that you started are}} not saved.',
  questionsOpen:
    '{count, plural, one {# question on Sync has} other {# questions on Sync have}} no answer yet.',
  kept: 'If you log out, this device keeps {count, plural, one {it} other {them}} until you sign in here again.',
  stay: 'Stay',
  logOutAndKeep: 'Log out and keep changes',
});

/** Shown in the top bar. */
export const heldWords = sentences({
  appFault: 'App problem',
  storageFull: 'Storage full',
  signedOut: 'Signed out',
  captivePortal: 'Network needs sign-in',
  offline: 'No connection',
  unreachable: 'No connection',
  serverSilent: 'Server not answering',
  serverProblem: 'Server problem',
  throttled: 'Server busy',
});

export const syncStatusWords = sentences({
  waiting: '{count, plural, one {# change waiting} other {# changes waiting}}',
  waitingShort: '{count, plural, other {# waiting}}',
  attention: '{count, plural, one {# needs attention} other {# need attention}}',
  refused: 'The server refused {count, plural, one {# change} other {# changes}}',
  refusedShort: '{count, plural, other {# refused}}',
  neverSynced: 'Not synced yet',
  asOf: 'as of {time}',
  upToDate: 'Up to date as of {time}',
});

/** {what} names the source, such as 'This device's figures'. */
export const copyAgeWords = sentences({
  asOf: '{what} · as of {moment}',
  partly: '{what} · {here} of {all} lists fetched, as of {moment}',
  notFetched: '{what} · not fetched yet',
});

export const updateWords = sentences({
  ready: 'A new version of the app is ready.',
  afterForm: 'The app updates as soon as the open form is saved or closed.',
  later: 'Later',
  update: 'Update',
  updating: 'Updating the app. Any change that is being sent is finished first.',
});

export const storageNoticeWords = sentences({
  stillHere:
    'What you typed is still here, but it can no longer be saved. Copy what you need before you reload.',
  decisionNotSaved: 'Your decision could not be saved on this device. Please try again.',
  silent:
    "This device's storage is not responding. Until it responds, what you see may be out of date and saving may fail. Reloading the page may help.",
  saveWork: 'Save unsent work as a file',
  close: 'Close',
  reload: 'Reload',
});

export const firstDayWords = sentences({
  title: 'First steps',
  close: 'Close first steps',
  done: 'Done',
  add: 'Add your first customer',
  addHint: 'It works without a signal too.',
  addButton: 'Add Customer',
  import: 'Import customers from Excel or CSV',
  importHint: 'From Excel, Google Sheets or another program.',
  importButton: 'Import',
  installOnPhone: 'Install the app on this phone',
  installOnDevice: 'Install the app on this device',
  installHint: 'It opens with one tap, with or without a connection.',
  installButton: 'Install',
  airplane: 'Try it in airplane mode',
  airplaneHint:
    'Turn on airplane mode, add a customer, then turn airplane mode off: the customer is sent automatically.',
});

export const clockSpans = sentences({
  year: '{count, plural, one {# year} other {# years}}',
  month: '{count, plural, one {# month} other {# months}}',
  day: '{count, plural, one {# day} other {# days}}',
  hour: '{count, plural, one {# hour} other {# hours}}',
  minute: '{count, plural, one {# minute} other {# minutes}}',
});

export const clockNotices = sentences({
  ahead:
    'This device’s clock is about {span} ahead. Dates and times in the app are wrong until you set the clock.',
  behind:
    'This device’s clock is about {span} behind. Dates and times in the app are wrong until you set the clock.',
});

export const missingPartWords = sentences({
  problem: 'This part of the app could not be loaded. Your changes are safe on this device.',
  notNow: 'Not now',
  again: 'Try again',
  reload: 'Reload',
});

export const syncMarkWords = sentences({
  waiting: 'Waiting to sync',
  attention: 'Needs attention',
});

export const undoWords = sentences({
  undo: 'Undo',
  undoChange: 'Undo: {change}',
  undone: 'Undone.',
  tooLate: 'Too late to undo: this change is already being sent.',
  changedSince: 'Nothing was undone: the record has changed again since.',
  edited: 'Nothing was undone: someone has changed this record since. You can still delete it.',
  referred: 'Nothing was undone: other records refer to this one. You can still delete it.',
  referredToOne: 'Nothing was undone: other records refer to one of these. You can still delete each.',
  refused: 'Nothing was undone: the server did not accept this change. Open Sync to see what you can do.',
  created: 'New {noun} saved.',
  createdTogether: '{count, plural, other {# new {nouns} saved.}}',
  saved: '{title} saved.',
  deleted: '{title} deleted.',
});

export const draftNoticeWords = sentences({
  heading: 'Not saved yet',
  deletedSince: 'It has been deleted since then.',
  goOn: 'Continue',
  showAll: '{count, plural, other {Show all #}}',
  discard: 'Discard',
  discardQuestion: 'Discard what you typed?',
  discardConsequence: 'It has not been saved, and you cannot get it back.',
  keep: 'Keep it',
});

export const saveFailureWords = sentences({
  deviceFull: 'This device is out of storage, so this was not saved. Free some space, then try again.',
  noAnswer:
    "This device's storage is not responding, so this was not saved. What you entered is still here. Please try again.",
  closed:
    "This device's storage was closed before this was saved. What you entered is still here. If the device is out of storage, free some space. Then try again.",
  appFault:
    'Something went wrong in the app, so this was not saved. What you entered is still here. Reload the app, then try again.',
  loggedOut: 'You were logged out in another tab. This was not saved.',
  recordGone: 'This record is no longer on this device.',
  documentsStay: 'This cannot be deleted: it has a document, and documents are kept.',
  dependantsChanged: 'More records refer to this one now. Nothing was deleted. Please check again.',
});
