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
export const discardWords = sentences({
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
