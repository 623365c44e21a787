import { sentences } from './sentences.ts';

/** The dialog that adds or edits a record. */
export const formWords = sentences({
  addNew: 'Add New {title}',
  changedSince: 'Since you started, someone changed {changes}. This form has what you typed.',
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
    "This device's storage does not answer yet, so this is not saved yet. What you entered is still here.",
  otherText: 'another text in {field}',
  savingReplaces: 'Saving replaces it.',
  savingReplacesValues: 'The server has {values}. Saving replaces it.',
  skip: 'Skip',
  update: 'Update',
});

/** Why what is typed in a form is not kept while it is typed. */
export const notKeptWords = sentences({
  full: 'This device is out of storage. What you type here is lost if the app closes before you save. Free some space, and it is kept again.',
  failed: "This device's storage does not keep what you type. It is lost if the app closes before you save.",
});

/** Before a form with something in it is closed. */
export const discardDraftWords = sentences({
  discardsCreate:
    'The server refused this {noun}, so it exists only on this device. Discarding removes it from the list.',
  discardsUpdate: 'The server refused this change, so it exists only on this device. Discarding undoes it.',
  keepEditing: 'Keep editing',
  notSaved: 'What you entered here has not been saved.',
  question: 'Discard your changes?',
});

/** What somebody was doing in a form that was never saved. */
export const begunWords = sentences({
  adding:
    'You were adding {kind, select, estimates {an {noun}} other {a {noun}}} {day, select, today {at {moment}} other {on {moment}}}.',
  editing: 'You were editing the {noun} {title} {day, select, today {at {moment}} other {on {moment}}}.',
});

/** Fields of a form that open a list or a calendar. */
export const fieldWords = sentences({
  clear: 'Clear {label}',
  dateLike: 'MM/DD/YYYY',
  more: 'and {count, plural, other {#}} more: type to find one',
  nothingFound: 'Nothing found',
  theirAddress: '{name}: {address}',
  useAddress: 'Use this address',
});

/** The arrows of a calendar. */
export const calendarWords = sentences({
  nextDecade: 'Next decade',
  nextMonth: 'Next month',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  previousMonth: 'Previous month',
  previousYear: 'Previous year',
});

/** The parts of a time of day. */
export const timeWords = sentences({
  amPmInputLabel: 'AM or PM',
  hoursInputLabel: 'Hours',
  minutesInputLabel: 'Minutes',
});

/** What the forms say in and beside their fields. */
export const formHintWords = sentences({
  email: 'The server needs this, like name@example.com',
  sameEmail:
    '{others, plural, =0 {{name} has this email too} one {{name} and # more customer have this email too} other {{name} and # more customers have this email too}}',
  estimateNumber: 'Leave blank to number it automatically',
  tooLong: 'At most {limit, plural, one {# character} other {# characters}} can be sent',
  shape: 'The server does not accept this',
  phoneShape: 'The server does not accept this. Better like +1-555-123-4567',
  phone: 'Like +1-555-123-4567',
  selectCustomer: 'Select a Customer',
});

/** The switch between a text without its facts and the text as it is stored. */
export const storedTextWords = sentences({
  show: 'Show the stored text',
  about:
    'The text as the server stores it. Lines below a heading such as --- Job --- are the facts of the app.',
});

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
