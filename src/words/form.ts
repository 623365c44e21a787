import { sentences } from './sentences.ts';

export const formWords = sentences({
  addNew: 'Add New {title}',
  changedSince: 'Changed since you started: {changes}. This form has what you typed.',
  changedTo: '{field} to {value}',
  create: 'Create',
  deletedSince:
    'This {noun} was deleted after you started. Create adds it again with the values in this form.',
  deviceFull:
    'This device is out of storage. Free some space, then press {button} again. What you typed is still here.',
  edit: 'Edit {title}',
  fieldIs: '{field}: {value}',
  nothing: 'nothing',
  notSavedYet:
    "This device's storage is not responding yet, so this is not saved yet. What you entered is still here.",
  otherText: 'another text in {field}',
  savingReplaces: 'Saving replaces it.',
  savingReplacesValues: 'The server has {values}. Saving replaces it.',
  skip: 'Skip',
  update: 'Update',
});

/** Why typed text is not kept as a draft. */
export const notKeptWords = sentences({
  full: 'This device is out of storage. What you type here is lost if the app closes before you save. Free some space, and it is kept again.',
  failed: "This device's storage does not keep what you type. It is lost if the app closes before you save.",
});

export const discardDraftWords = sentences({
  discardsCreate:
    'The server refused this {noun}, so it exists only on this device. Discarding removes it from the list.',
  discardsUpdate: 'The server refused this change, so it exists only on this device. Discarding undoes it.',
  keepEditing: 'Keep editing',
  notSaved: 'What you entered here has not been saved.',
  question: 'Discard your changes?',
});

export const begunWords = sentences({
  adding:
    'You were adding {kind, select, estimates {an {noun}} other {a {noun}}} {day, select, today {at {moment}} other {on {moment}}}.',
  reading:
    'You were adding to the readings of {title} {day, select, today {at {moment}} other {on {moment}}}.',
  editing: 'You were editing the {noun} {title} {day, select, today {at {moment}} other {on {moment}}}.',
  gone: 'What you typed is open in another tab, or was saved or discarded there.',
  notOpened: 'What you typed could not be opened. It is still here. Please try again.',
});

export const fieldWords = sentences({
  clear: 'Clear {label}',
  dateLike: 'MM/DD/YYYY',
  more: 'and {count, plural, other {#}} more: type to find one',
  nothingFound: 'Nothing found',
  theirAddress: '{name}: {address}',
  useAddress: 'Use this address',
});

export const calendarWords = sentences({
  nextDecade: 'Next decade',
  nextMonth: 'Next month',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  previousMonth: 'Previous month',
  previousYear: 'Previous year',
});

export const timeWords = sentences({
  amPmInputLabel: 'AM or PM',
  hoursInputLabel: 'Hours',
  minutesInputLabel: 'Minutes',
});

export const formHintWords = sentences({
  email: 'The server needs this, like name@example.com',
  sameEmail:
    '{others, plural, =0 {{name} has this email too} one {{name} and # more customer have this email too} other {{name} and # more customers have this email too}}',
  estimateNumber: 'Leave blank to number it automatically',
  tooLong: 'At most {limit, plural, one {# character} other {# characters}} can be sent',
  shape: 'The server does not accept this',
  phoneShape: 'The server does not accept this. Try a format like +1-555-123-4567',
  phone: 'For example +1-555-123-4567',
  selectCustomer: 'Select a Customer',
});

/** Switches between a text without its facts and the stored text. */
export const storedTextWords = sentences({
  show: 'Show the stored text',
  about: 'The text as the server stores it. Lines below a heading such as --- Job --- are fields of the app.',
});

export const deletionWords = sentences({
  deleteAll: 'Delete all',
  documents:
    '{count, plural, one {# document belongs} other {# documents belong}} to this {noun}. Documents are kept, so it cannot be deleted.',
  keep: 'Keep',
  photos:
    '{count, plural, =0 {If it has photos, they are deleted with it.} one {Its photos are deleted with it: # is on this device.} other {Its photos are deleted with it: # are on this device.}}',
  question: 'Are you sure you want to delete this {noun}?',
  referring:
    '{count, plural, one {{records} refers to this {noun}.} other {{records} refer to this {noun}.}}',
  setTo: 'Set to {value}',
  title: 'Delete {title}',
  waiting:
    '{waiting, plural, one {# of them is not on the server yet: what was added on this device is deleted as well.} other {# of them are not on the server yet: what was added on this device is deleted as well.}}',
  waitingOnly: 'It is not on the server yet: what was added on this device is deleted as well.',
});

/** What the server does with records that refer to a deleted one. */
export const habitWords = sentences({
  deletes: 'Your server deletes them too.',
  refuses: 'Your server refuses while they exist.',
  unknown: 'Your server may delete them too, or refuse.',
});
