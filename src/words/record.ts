import { sentences } from './sentences.ts';

export const recordScreenWords = sentences({
  edit: 'Edit',
  delete: 'Delete',
  more: 'More actions',
  parts: 'Parts of the record',
  overview: 'Overview',
  photos: 'Photos',
  documents: 'Documents',
  work: 'Work',
  status: 'Status: {status}',
  changeStatus: 'Change the status',
  printed: '{kind}: {title}',
  openSync: 'Open Sync',
  waiting: 'Waiting to sync: the latest change is kept on this device and will be sent.',
  needsAttention:
    'Needs attention: a change to this record is not on the server. Sync says why, and what you can do.',
  notSynced: 'Not synced yet',
  retry: 'Retry',
  deleted: 'This {noun} was deleted.',
  deletedMeanwhile: 'It was deleted while it was open here.',
  notHere: 'This record is not on this device.',
  whyNotHere:
    'It may have been deleted, or the link is wrong. A link from another device works once that device has sent the record.',
  notAllHere: 'This device has not fetched all {records} yet.',
});

export const relatedWords = sentences({
  alsoFor: 'Also for {target}',
  worth: '{count} worth {money}',
  none: 'None',
  showAll: '{count, plural, other {Show all #}}',
  add: 'Add {kind}',
});

export const historyWords = sentences({
  title: 'History',
  none: 'Nothing has changed since this device first saw the record.',
  madeHere: 'This device added it.',
  entry: '{when} · {by, select, me {this device} other {another device or person}}',
  older: 'Older changes are not shown.',
  nothing: 'nothing',
  isNow: 'is now',
  removed: 'Removed:',
  added: 'Added:',
  moreLines: '{count, plural, one {and # more line} other {and # more lines}}',
  onlySpaces: 'Only spaces or line breaks changed.',
  whole: 'Show the whole text',
  before: 'Before',
  after: 'After',
  mergedTexts: 'Show what was merged',
  mine: 'Your {field}',
  theirs: 'The office’s {field}',
  merged: 'Merged {field}',
});

export const billWords = sentences({
  validUntil: 'Valid until {day}',
  ranOut: 'Ran out on {day}',
});

/** Labels on paper that differ from the form's. */
export const paperWords = sentences({
  acceptedBy: 'Accepted by (signature)',
  adjustment: 'Adjustment',
  billTo: 'Bill to',
  date: 'Date',
  descriptionOfWork: 'Description of work',
  done: 'Done',
  draft: 'Draft',
  estimatedCompletion: 'Estimated completion',
  estimatedCost: 'Estimated cost',
  finished: 'Finished',
  moreOfJob: 'More',
  number: 'Number',
  onTheWay: 'On the way',
  preparedBy: 'Prepared by',
  printed: 'Printed {day}',
  scheduled: 'Scheduled',
  site: 'Site',
  start: 'Start',
  started: 'Started',
  tax: 'Tax',
  taxAt: 'Tax ({rate}%)',
  terms: 'Terms and conditions',
  total: 'Total',
  validUntil: 'Valid until',
});

export const printWords = sentences({
  addCompanyName: 'Add your company’s name in Settings',
  cannotPrint: 'This browser cannot print. Open this page in Safari, Chrome, Edge or Firefox.',
  noCompanyName: 'The page has no company name at the top yet.',
  print: 'Print',
  withAmounts: 'With amounts',
  withCrewNotes: 'With the crew’s warnings and log',
});

/** Shown if more than half of a list is missing on the server. */
export const absenceWords = sentences({
  missing:
    '{count, plural, one {# of {held} is missing on the server} other {# of {held} are missing on the server}}',
  noticed: 'Noticed {time}',
  more: '{count, plural, other {# more}}',
  why: 'Someone may have deleted them, or the server is not showing everything. Ask the office if you are not sure.',
  ways: '‘Remove’ takes each of them off this device once the server has confirmed that it is gone. ‘Keep’ leaves them here.',
  missingRecords: 'missing {records}',
  remove: 'Remove from this device',
  keep: 'Keep',
});

/** Shown if the server's copy lost a note that this device sent. */
export const lostEntryWords = sentences({
  title: 'A note from this device is missing',
  noticed: 'Noticed {time}',
  why: 'This device sent the note, and the server had it. A later change on the server no longer has it.',
  add: 'Add it again',
  drop: 'It was removed on purpose',
});

/** Shown if the browser removed the app's data. */
export const evictionWords = sentences({
  title: 'This browser removed the app’s data',
  noticed: 'Noticed {time}',
  lost: '{count, plural, =0 {No change was waiting to be sent. The app fetches the records again.} one {# change had not been sent and is lost: please enter it again.} other {# changes had not been sent and are lost: please enter them again.}}',
  drafts:
    '{count, plural, one {# form that was not saved is lost.} other {# forms that were not saved are lost.}}',
  rows: '{count, plural, one {# row of a spreadsheet was not imported yet and is lost.} other {# rows of a spreadsheet were not imported yet and are lost.}} Import the file again.',
  why: 'Browsers do this when the device runs short of space, or when someone clears website data. An installed app is removed last.',
  read: 'Dismiss',
});

export const finishedWords = sentences({
  none: 'None yet on this device.',
  showMore: 'Show more',
  noOlder: 'Older ones are not kept.',
  sent: 'Sent',
  discarded: 'Discarded',
  keptTheirs: 'Kept theirs over {values}',
  joined: 'Merged with someone else’s text',
  replaced: 'Merged into a later change',
  same: 'Not sent: you said that the server had it already',
  keptYours: 'Kept yours',
  keptYoursOver: 'Kept yours over {values}',
  leftEmpty: 'The server left the {field} empty; you had typed {typed}.',
  overruled: 'The server changed the {field} to {made}; you had typed {typed}.',
});
