import { sentences } from './sentences.ts';

/** Before a record is deleted. */
export const deletionWords = sentences({
  deleteAll: 'Delete all',
  keep: 'Keep',
  question: 'Are you sure you want to delete this {noun}?',
  referring:
    '{count, plural, one {{records} refers to this {noun}.} other {{records} refer to this {noun}.}}',
  setTo: 'Set to {value}',
  title: 'Delete {title}',
  waiting:
    '{waiting, plural, one {# of them is not on the server yet: what was added on this device is deleted as well.} other {# of them are not on the server yet: what was added on this device is deleted as well.}}',
  waitingOnly: 'It is not on the server yet: what was added on this device is deleted as well.',
});

/** What the server was seen to do with what refers to a deleted record. */
export const habitWords = sentences({
  deletes: 'Your server deletes them too.',
  refuses: 'Your server refuses while they exist.',
  unknown: 'Your server may delete them too, or refuse.',
});
