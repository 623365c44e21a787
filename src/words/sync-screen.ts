import { sentences } from './sentences.ts';

/** The Sync screen and its lists. */
export const syncScreenWords = sentences({
  title: 'Sync',
  lastFetched: 'Last fetched {time}',
  noChangesTo: 'No changes to {title} are waiting.',
  noChanges: 'No changes to this record are waiting.',
  allSent: 'All changes sent',
  allOnServer: 'Every change made on this device is on the server.',
  attention: 'Needs attention',
  waiting: 'Waiting to be sent',
  finished: 'Finished changes',
  showMore: 'Show more',
  andMore: '{count, plural, other {and # more}}',
  isNow: 'is now',
  field: 'Field',
});

/** What holds the engine. */
export const heldReasons = sentences({
  appFault:
    'The app made a mistake and stopped before it could do harm. Nothing was lost: your changes are on this device. Reload the app, then press Sync now. If this comes back, tell your administrator.',
  storageFull: 'This device is out of storage. Free some space, then press Sync now. Nothing on it is lost.',
  signedOut: 'Session expired. Please login again to send and fetch changes.',
  captivePortal: 'This network asks you to sign in before it lets anything through.',
  offline:
    'There is no connection. Everything is kept on this device and will be sent when you have a signal.',
  throttled: 'The server is busy.',
  unreachable: 'The server cannot be reached. Everything is kept on this device.',
  serverProblem: 'The server has a problem. Nothing is lost: everything is kept on this device.',
});

/** What ends it. */
export const resumeWords = sentences({
  resumesSoon: 'The app will try again in a moment.',
  resumesAt: 'The app will try again at {time}.',
  syncNow: 'Sync now',
  signIn: 'Sign in',
  openNetwork: 'Open the network’s page',
});

/** The settings of the company, where they wait. */
export const settingsWaitWords = sentences({
  title: 'Company settings',
  changed: 'You changed the settings of the company.',
  waiting: 'Waiting to be sent',
  asks: '{count, plural, one {# of your changes is not used. See why, and decide.} other {# of your changes are not used. See why, and decide.}}',
});

/** A change that goes to the server by itself, and what it waits for. */
export const waitingChangeWords = sentences({
  made: 'made {time}',
  undoOf: 'Undo of {file}: {count, plural, one {# deletion waits} other {# deletions wait}}',
  record: '{noun} {title}',
  ownChange: 'Waits for an earlier change to it',
  ownChangeNeedsAttention: 'Waits for an earlier change to it, which needs attention',
  afterChangesTo: 'Will be sent after the changes to {record}',
  after: 'Will be sent after {record}',
  needsAttention: 'Waits for {record}, which needs attention',
});

/** A change that waits for a person, and the ways out. */
export const parkedChangeWords = sentences({
  since: 'waiting for your decision since {time}',
  choices: 'Choices for {title}',
  tryAgain: 'Try again',
  makeAgain: 'Make it again',
  send: 'Send it',
  editAndTryAgain: 'Edit and try again',
  discard: 'Discard my change',
  tooOld:
    '{count, plural, one {# change is older than 14 days and is not sent until you decide.} other {# changes are older than 14 days and are not sent until you decide.}}',
  sendAll: '{count, plural, other {Send all #}}',
});

/** Several changes that the server refused for the same reason. */
export const refusedGroupWords = sentences({
  create: '{count, plural, other {# new {nouns}}}',
  update: 'Changes to {count, plural, other {# {nouns}}}',
  delete: 'Deletions of {count, plural, other {# {nouns}}}',
  forExample: 'For one of them:',
  choices: 'Choices for {what}',
  edit: 'Edit one after another',
  correct: 'Change {field} of all {count, plural, other {#}}',
  correctTitle: '{field} of {count, plural, other {# {nouns}}}',
  correctHint: 'All of them get this value, and are sent again. Clear it to remove it from all.',
  correctAll: '{count, plural, other {Change all #}}',
  tryAgain: 'Try all again',
  discard: '{count, plural, other {Discard all #}}',
  each: 'Each change',
  turn: '{place, plural, other {#}} of {count, plural, other {#}}',
  saveAndNext: 'Save and next',
  saveLast: 'Save',
});

/** How much room the app takes. */
export const storageWords = sentences({
  heading: 'Storage',
  use: 'Your copy takes {used}. This device has room for {room} more.',
  promised: 'The browser has promised to keep it.',
  notPromised:
    'The browser may remove it when the device runs short of space. Install the app to keep it safer.',
});
