import { sentences } from './sentences.ts';

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

export const heldSentences = sentences({
  appFault:
    'Something went wrong in the app, and it stopped before it could do harm. Nothing was lost: your changes are on this device. Reload the app, then press Sync now. If this comes back, tell your administrator.',
  storageFull: 'This device is out of storage. Free some space, then press Sync now. Nothing on it is lost.',
  signedOut: 'Session expired. Please login again to send and fetch changes.',
  captivePortal: 'This network asks you to sign in before it lets anything through.',
  offline:
    'There is no connection. Everything is kept on this device, and is sent when the app is open and has a signal.',
  throttled: 'The server is busy.',
  unreachable: 'No connection was found. Everything is kept on this device.',
  serverSilent: 'You have a connection, but our server is not answering. Everything is kept on this device.',
  serverProblem: 'The server has a problem. Nothing is lost: everything is kept on this device.',
});

/** When a pause ends, and how the user can end it. */
export const resumeWords = sentences({
  resumesSoon: 'The app will try again in a moment.',
  resumesAt: 'The app will try again at {time}.',
  syncNow: 'Sync now',
  signIn: 'Sign in',
  openNetwork: 'Open the network’s page',
});

export const settingsWaitWords = sentences({
  title: 'Company settings',
  changed: 'You changed the company settings.',
  waiting: 'Waiting to be sent',
  asks: '{count, plural, one {# of your changes is not used. Open the settings to decide.} other {# of your changes are not used. Open the settings to decide.}}',
});

/** A change that is sent without a decision, and what it waits for. */
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

/** A change that needs a decision, and the ways out. */
export const parkedChangeWords = sentences({
  since: 'waiting for your decision since {time}',
  choices: 'Choices for {title}',
  tryAgain: 'Try again',
  makeAgain: 'Create it again',
  goneWithIt: 'Its photos were deleted with it. They do not come back if you create it again.',
  savePhoto: 'Save the photo',
  saveDocument: 'Save the document',
  send: 'Send it',
  editAndTryAgain: 'Edit and try again',
  discard: 'Discard my change',
  tooOld:
    '{count, plural, one {# change is older than 14 days and is not sent until you decide.} other {# changes are older than 14 days and are not sent until you decide.}}',
  sendAll: '{count, plural, other {Send all #}}',
});

/** Changes that the server refused for the same reason. */
export const refusedGroupWords = sentences({
  create: '{count, plural, other {# new {nouns}}}',
  update: 'Changes to {count, plural, other {# {nouns}}}',
  delete: 'Deletions of {count, plural, other {# {nouns}}}',
  forExample: 'For one of them:',
  choices: 'Choices for {what}',
  edit: 'Edit one by one',
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

export const storageWords = sentences({
  heading: 'Storage',
  use: 'Your copy takes up {used}. This device has room for {room} more.',
  promised: 'The browser has promised to keep it.',
  notPromised:
    'The browser may remove it when the device runs short of space. Install the app to keep it safer.',
});

/** Shown if two people changed the same fields. */
export const conflictWords = sentences({
  changedAndDeleted: 'Someone else changed {fields} while you deleted this {noun}.',
  changedToAndDeleted: 'Someone else changed {field} to {theirs} while you deleted this {noun}.',
  bothChangedTo: 'Someone else changed {field} to {theirs} while you changed it to {mine}.',
  changedToAndChanged: 'Someone else changed {field} to {theirs} while you changed it as well.',
  bothChanged:
    'Someone else changed {fields} while you changed {count, plural, one {it} other {them}} as well.',
  recordChangedAndDeleted: 'Someone else changed this {noun} while you deleted it.',
  recordBothChanged: 'Someone else changed this {noun} while you changed it.',
  neighborsChanged: 'Someone else changed {theirs} while you changed {mine}: they belong together.',
  theirsDiscards: '‘Take theirs’ discards what you changed in {fields}.',
  theirsDiscardsSome:
    '‘Take theirs’ discards what you changed in {fields}. Your other changes are still sent.',
  otherText: 'another text in {field}',
  textsAreMerged:
    'In a long text, your choice settles only the lines that both of you changed. All other lines from both sides stay.',
  deleteAnyway: 'Delete anyway',
  keepRecord: 'Keep the record',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  keepBoth: 'Keep both',
  edit: 'Edit',
  savingReplaces: 'Saving replaces it.',
  savingReplacesValues: 'The server has {values}. Saving replaces it.',
  savingKeepsMine:
    'The server has {values}. Where both of you changed the same line, saving keeps yours. All other lines from both sides stay.',
  chooseByField: 'Choose field by field',
  sendChoice: 'Send this choice',
});

export const sidesWords = sentences({
  twoSides: 'What it was and what the server has now',
  threeSides: 'What it was, what you want and what the server has now',
  was: 'Was',
  notChanged: 'not changed',
  goesWith: 'goes with {field}',
});

export const sideNames = sentences({
  mine: 'Mine',
  theirs: 'Theirs',
  both: 'Both',
});

export const changedByWords = sentences({
  both: 'both changed',
  me: 'only you changed',
  them: 'only someone else changed',
});

/** A record that may be on the server twice. */
export const secondRowWords = sentences({
  question: 'This {noun} may be on the server twice',
  why: '{title} was sent once, and the server has a second {noun} like it. A bad connection can cause that, or someone else entered the same.',
  moreLikeIt: '{count, plural, one {and # more that looks like it} other {and # more that look like it}}',
  pair: '{title} and the second one',
  first: 'First',
  second: 'Second',
  deleteFirst: 'Delete the first',
  deleteSecond: 'Delete the second',
  bothRight: 'Both are right',
  noneLeft: 'Neither of the two is left. There is nothing to decide.',
  firstGone: 'The first one is no longer on this device. Only one {noun} is left.',
  secondGone: 'The second one is no longer on the server. Only one {noun} is left.',
  secondDeleted: 'The second one was deleted here. Only one {noun} is left.',
  read: 'Dismiss',
});

/** A new record that the server may have already. */
export const mayExistTwiceWords = sentences({
  refused: 'The server refused it and already has one just like it. The request may have run twice.',
  answerLost: 'It was sent, but the answer was lost.',
  looked: 'The app looked for it and could not tell whether the server has it.',
  changed: 'That {noun} has changed. Nothing was decided. Please check again.',
  mine: 'Mine',
  onServer: 'On the server',
  isThis: 'It is this one',
  addedHere: 'This one was added on this device too. It is a different {noun}.',
  gone: 'The {noun} that looked like this one is no longer on the server.',
  deleted: 'The {noun} that looked like this one was deleted here. That deletion is waiting to be sent.',
  lookAgain: 'Look again',
  sendMine: 'Send mine as a new one',
});

export const compareWords = sentences({
  notFetched: 'The server has another {noun} that looks like it. This device has not fetched it yet.',
  fetch: 'Fetch {records}',
  same: 'Both are the same.',
  differ: 'They differ in {count, plural, one {# field} other {# fields}}.',
  differs: 'differs',
  columns: '{first} and {second}',
});

export const discardWords = sentences({
  title: 'Discard my change',
  removesRecord: '{change}, {title}: this {noun} will be removed from this device for good.',
  keepsRecord: '{change}, {title}: the {noun} stays.',
  showsServers: '{change}, {title}: the server’s values will be shown again.',
  referring:
    '{count, plural, one {# change that waits to be sent refers to this {noun} and will need attention.} other {# changes that wait to be sent refer to this {noun} and will need attention.}}',
  titleAll: 'Discard {count, plural, one {# change} other {# changes}}',
  removesRecords:
    '{names}: these {count, plural, other {#}} {nouns} will be removed from this device for good.',
  keepsRecords: '{names}: these {count, plural, other {#}} {nouns} stay.',
  showsServersOfAll:
    '{names}: the server’s values of these {count, plural, other {#}} {nouns} will be shown again.',
  referringToAll:
    '{count, plural, one {# change that waits to be sent refers to one of them and will need attention.} other {# changes that wait to be sent refer to them and will need attention.}}',
  keep: 'Keep',
  discard: 'Discard',
});

export const supportReportWords = sentences({
  heading: 'Restoration CRM, report for support',
  line: '{name}: {value}',
  counted: '{count} x {what}',
  made: 'Made',
  storage: 'Storage',
  storageUse: '{used} of {room} bytes',
  storageKept: '{used} of {room} bytes, kept',
  unknown: 'not known',
  offers: 'Server offers',
  plainContract: 'the plain contract',
  sending: 'Sending',
  notPaused: 'not paused',
  records: '{count} records, {state}',
  complete: 'complete',
  incomplete: 'incomplete',
  failedLast: 'failed last',
  read: 'read {ago}',
  neverRead: 'never read',
  waiting: 'Waiting',
  oldestWaiting: 'Oldest waiting',
  none: 'none',
  finished: 'Finished',
  drafts: 'Drafts',
  refused: '{change} ({reason}, {status})',
  tried: '{change}, tried',
  minutesAgo: '{count} min ago',
  hoursAgo: '{count} h ago',
  daysAgo: '{count} days ago',
});
