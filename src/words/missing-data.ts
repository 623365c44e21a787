import { sentences } from './sentences.ts';

/** More than half of a list is missing on the server. */
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

/** A note that this device sent is missing from the server's copy. */
export const lostEntryWords = sentences({
  title: 'A note from this device is missing',
  noticed: 'Noticed {time}',
  why: 'This device sent the note, and the server had it. A later change on the server no longer has it.',
  add: 'Add it again',
  drop: 'It was removed on purpose',
});

/** The browser removed what the app had kept. */
export const evictionWords = sentences({
  title: 'This browser removed the app’s data',
  noticed: 'Noticed {time}',
  lost: '{count, plural, =0 {Everything had been sent: nothing is lost, and the app fetches it again.} one {# change had not been sent and is lost: please enter it again.} other {# changes had not been sent and are lost: please enter them again.}}',
  why: 'Browsers do this when the device runs short of space, or when someone clears website data. An installed app is removed last.',
  read: 'I have read this',
});
