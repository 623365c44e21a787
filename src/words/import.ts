import { sentences } from './sentences.ts';

/** Importing customers from a file. */
export const importWords = sentences({
  title: 'Import customers',

  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  backTo: 'Go on with {file}',
  drop: 'Or drop one here.',
  aboutFile:
    'An Excel workbook (.xlsx), or a CSV file, such as contacts exported from Google, Outlook, QuickBooks or another program.',
  aboutExcel: 'An old Excel file (.xls)? Open it in Excel and save it as .xlsx first.',
  reading: 'Reading {file}…',

  file: '{file} · {count, plural, one {# row} other {# rows}}',
  encoding: 'Which line is spelled correctly?',
  columns: 'Columns: {fields}.',
  from: '{field} (from {columns})',
  noColumns: 'Match the columns',
  sheet: 'Sheet',
  otherSheets: 'Not imported: {sheets}.',
  sheetRows: '{name} ({count, plural, one {# row} other {# rows}})',
  header: 'Column names are in',
  noHeaderLine: 'No row',
  line: 'Row {row, plural, other {#}}: {line}',
  noColumn: 'Not in the file',
  unnamed: 'Column {place}',
  firstFilled: '{first}, or where that is empty {others}',
  joined: '{first} and {others}',
  either: '{first} or {second}',
  unused: 'Not imported: {columns}.',
  noName: 'Choose a column for a name, an email or a company first.',

  notRows:
    '{count, plural, one {# line is not a customer, but a title, a total or a note.} other {# lines are not customers, but titles, totals and notes.}}',
  mended: '{count, plural, one {# row} other {# rows}} needed a guess to be read.',
  leftOutLine:
    '{why, select, total {Row {row, plural, other {#}} is a total: {line}} count {Row {row, plural, other {#}} counts the rows: {line}} end {Row {row, plural, other {#}} ends the report: {line}} timeStamp {Row {row, plural, other {#}} is a date line: {line}} page {Row {row, plural, other {#}} is a page number: {line}} header {Row {row, plural, other {#}} repeats the column names.} other {Row {row, plural, other {#}} is above the column names: {line}}}',
  takeLine: 'Import as a customer',
  takeRow: 'Import as a customer: row {row, plural, other {#}}',
  mendedLine:
    '{about, select, quote {Row {row, plural, other {#}}: a quotation mark that is not closed was read as text.} split {Row {row, plural, other {#}}: a quoted cell that ran on into the next rows was ended here.} reread {Row {row, plural, other {#}}: the line was quoted as a whole, and was divided into cells.} joined {Row {row, plural, other {#}}: the next line was added to this row, whose line end was not quoted.} other {Row {row, plural, other {#}}: a letter that is not written like the others was guessed.}}',
  moreTold: '{count, plural, other {and # more}}',

  correctAll: '{count, plural, one {Correct it} other {Correct all #}}',
  correctSome: 'Correct {fixes, plural, other {#}} of {count, plural, other {#}}',
  suggested: 'Take the {count, plural, one {suggestion} other {suggestions}}',
  changesNone:
    'An import adds customers and changes none. Such a row is left out, or becomes a second customer.',
  keepAll: 'Keep as {count, plural, one {it is} other {they are}}',
  arePersons: '{count, plural, one {It is a person} other {They are persons}}',
  areCompanies: '{count, plural, one {It is a company} other {They are companies}}',
  takeAll: 'Import {count, plural, one {it} other {them}} all the same',
  leaveAllOut: 'Leave {count, plural, one {this row} other {these rows}} out',
  edit: '{count, plural, one {Edit it} other {Edit one by one}}',
  look: 'Show {count, plural, one {the row} other {the rows}}',
  openInGroup: '{count, plural, one {# row is} other {# rows are}} left out until you decide.',
  corrected: '{count, plural, one {# row is} other {# rows are}} corrected.',
  kept: '{count, plural, one {# row is} other {# rows are}} imported as in the file.',
  areOut: '{count, plural, one {# row is} other {# rows are}} left out.',
  shownBelow: 'Shown below.',
  word: '“{word}” in {count, plural, one {# row} other {# rows}} means',
  chooseOne: 'Choose one',
  probably: 'Probably {choice}?',
  refused: 'The server will refuse {count, plural, one {this row} other {these rows}}.',
  mayRefuse:
    'Many servers refuse this. {count, plural, one {The row is} other {The rows are}} imported all the same.',
  refusedBefore:
    'This server has refused something like this before. {count, plural, one {The row is} other {The rows are}} imported all the same.',

  checking: 'Checking the rows…',
  noRows: 'This file has no rows below its header.',
  noCustomers: 'There are no customers below the header.',
  allReady: '{count, plural, one {The row is} other {All # rows are}} ready.',
  ready: '{count, plural, =0 {No row is} one {# row is} other {# rows are}} ready.',
  warned: 'The server may refuse {count, plural, one {one of them} other {# of them}}.',
  open: '{count, plural, one {# row needs a decision and is} other {# rows need a decision and are}} left out until then.',
  out: '{count, plural, one {# row is} other {# rows are}} left out.',

  view: 'Rows shown',
  viewAll: '{count, plural, one {The row} other {All # rows}}',
  viewToLookAt: '{count, plural, one {# row} other {# rows}} to look at',
  rows: 'Rows of the file',
  rowColumn: 'Import',
  row: 'Row {row, plural, other {#}}',
  importRow: 'Import row {row, plural, other {#}}: {name}',
  chosenOut: 'Left out by hand.',

  undo: 'Undo',
  back: 'Back',
  importThis: 'Import',
  start: 'Import {count, plural, one {# customer} other {# customers}}',
  unsaved: 'What you decided and corrected here is lost. Nothing has been imported.',

  storing: 'Storing the rows on this device…',
  progress: '{done, plural, other {#}} of {total, plural, one {# row} other {# rows}}',
  progressLabel: 'Imported rows',
  safe: 'You can stop at any time, or close the app, and go on later. No row is imported twice.',
  stop: 'Stop',
  notStored: 'The rows could not be stored on this device. Nothing was imported.',
  failed: 'The import stopped because the device did not take the next rows. You can go on with it later.',
  finished: 'Imported {done, plural, one {# customer} other {# customers}} from {file}.',
  finishedWithout:
    'Imported {done, plural, one {# customer} other {# customers}} from {file}; {leftOut, plural, other {#}} left out.',
  leftOutBecause: '{count, plural, one {# row} other {# rows}}: {reason}',
  sentLater:
    'The imported customers are saved on this device. The app sends them to the server; you need do nothing more.',
  downloadLeftOut: 'Download the rows left out',
  leftOutFile: '{name}-left-out',
  reasonColumn: 'Left out because',
  done: 'Done',

  wasStopped:
    'An import of {file} was stopped after {done, plural, other {#}} of {total, plural, one {# row} other {# rows}}.',
  isRunning:
    'An import of {file} is under way in another tab: {done, plural, other {#}} of {total, plural, one {# row} other {# rows}}.',
  discardRest: 'Discard the rest',
  goOn: 'Go on',
  close: 'Close',
  discardTitle: 'Discard the rest of this import?',
  discardQuestion:
    '{waiting, plural, one {# row has} other {# rows have}} not been imported. What was imported stays.',
  keep: 'Keep',
});

/** Names what a column may hold besides the fields of a customer. */
export const importParts = sentences({
  full_name: 'Full Name',
  middle_name: 'Middle Name',
  name_suffix: 'Name Suffix',
  address_block: 'Whole Address',
});
