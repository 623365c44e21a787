import { sentences } from './sentences.ts';

export const importWords = sentences({
  title: 'Import customers',

  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  backTo: 'Continue with {file}',
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
  mended: 'The app had to guess how to read {count, plural, one {# row} other {# rows}}.',
  leftOutLine:
    '{why, select, total {Row {row, plural, other {#}} is a total: {line}} count {Row {row, plural, other {#}} counts the rows: {line}} end {Row {row, plural, other {#}} ends the report: {line}} timeStamp {Row {row, plural, other {#}} is a date line: {line}} page {Row {row, plural, other {#}} is a page number: {line}} header {Row {row, plural, other {#}} repeats the column names.} other {Row {row, plural, other {#}} is above the column names: {line}}}',
  takeLine: 'Import as a customer',
  takeRow: 'Import as a customer: row {row, plural, other {#}}',
  mendedLine:
    '{about, select, quote {Row {row, plural, other {#}}: a quotation mark that is not closed was read as text.} split {Row {row, plural, other {#}}: a quoted cell that ran on into the next rows was ended here.} reread {Row {row, plural, other {#}}: the line was quoted as a whole, and was divided into cells.} joined {Row {row, plural, other {#}}: the next line was added to this row, because a line break was not quoted.} other {Row {row, plural, other {#}}: a letter that could not be read was guessed.}}',
  moreTold: '{count, plural, other {and # more}}',

  correctAll: '{count, plural, one {Correct it} other {Correct all #}}',
  correctSome: 'Correct {fixes, plural, other {#}} of {count, plural, other {#}}',
  suggested: 'Take the {count, plural, one {suggestion} other {suggestions}}',
  changesNone: 'An import only adds customers. Leave such a row out, or import it as a second customer.',
  keepAll: 'Keep as {count, plural, one {it is} other {they are}}',
  arePersons: '{count, plural, one {It is a person} other {They are people}}',
  areCompanies: '{count, plural, one {It is a company} other {They are companies}}',
  takeAll: 'Import {count, plural, one {it} other {them}} anyway',
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
    'Many servers refuse this. {count, plural, one {The row is} other {The rows are}} imported anyway.',
  refusedBefore:
    'This server has refused something like this before. {count, plural, one {The row is} other {The rows are}} imported anyway.',

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
  viewToLookAt: '{count, plural, one {# row} other {# rows}} to review',
  rows: 'Rows of the file',
  rowColumn: 'Import',
  row: 'Row {row, plural, other {#}}',
  importRow: 'Import row {row, plural, other {#}}: {name}',
  chosenOut: 'Left out by you.',

  undo: 'Undo',
  back: 'Back',
  importThis: 'Import',
  start: 'Import {count, plural, one {# customer} other {# customers}}',
  unsaved: 'Your decisions and corrections will be lost. Nothing has been imported.',

  storing: 'Storing the rows on this device…',
  progress: '{done, plural, other {#}} of {total, plural, one {# row} other {# rows}}',
  progressLabel: 'Imported rows',
  safe: 'You can stop at any time, or close the app, and continue later. No row is imported twice.',
  stop: 'Stop',
  notStored: 'The rows could not be stored on this device. Nothing was imported.',
  failed: 'The import stopped because the device could not store the next rows. You can continue later.',
  finished: 'Imported {done, plural, one {# customer} other {# customers}} from {file}.',
  finishedWithout:
    'Imported {done, plural, one {# customer} other {# customers}} from {file}; {leftOut, plural, other {#}} left out.',
  leftOutBecause: '{count, plural, one {# row} other {# rows}}: {reason}',
  sentLater:
    'The imported customers are saved on this device. The app sends them to the server; there is nothing more to do.',
  downloadLeftOut: 'Download the rows left out',
  leftOutFile: '{name}-left-out',
  reasonColumn: 'Left out because',
  done: 'Done',

  wasStopped:
    'An import of {file} was stopped after {done, plural, other {#}} of {total, plural, one {# row} other {# rows}}.',
  isRunning:
    'An import of {file} is under way in another tab: {done, plural, other {#}} of {total, plural, one {# row} other {# rows}}.',
  discardRest: 'Discard the rest',
  againTitle: 'Some of the rest is here already',
  againQuestion:
    '{count, plural, one {# row of the rest is} other {# rows of the rest are}} like {count, plural, one {a customer that was} other {customers that were}} added after this import began.',
  movedOn: 'Another tab has gone on with this import since you were asked. Please look again.',
  restNotRead: 'The rest of this import could not be read on this device. Please try again.',
  againReason: 'A customer like this was added after the import began.',
  goOn: 'Continue',
  close: 'Close',
  discardTitle: 'Discard the rest of this import?',
  discardQuestion:
    '{waiting, plural, one {# row has} other {# rows have}} not been imported. What was imported stays.',
  keep: 'Keep',
});

export const importParts = sentences({
  full_name: 'Full Name',
  middle_name: 'Middle Name',
  name_suffix: 'Name Suffix',
  address_block: 'Whole Address',
});

/** With a count of 0, a sentence describes the row beside it. */
export const importCauses = sentences({
  // Cells that cannot be imported as they are.
  extension:
    '{count, plural, =0 {The phone number has an extension.} one {A phone number has an extension} other {# phone numbers have an extension}}',
  label:
    '{count, plural, =0 {There are words beside the phone number.} one {A phone number has words beside it} other {# phone numbers have words beside them}}',
  twoPhones:
    '{count, plural, =0 {Two phone numbers are in one cell.} one {A row has two phone numbers in one cell} other {# rows have two phone numbers in one cell}}',
  rounded:
    '{count, plural, =0 {A spreadsheet rounded the phone number: its last digits are lost.} one {A phone number was rounded by a spreadsheet: its last digits are lost} other {# phone numbers were rounded by a spreadsheet: their last digits are lost}}',
  notPhone:
    '{count, plural, =0 {This is not a phone number.} one {A phone cell is not a phone number} other {# phone cells are not phone numbers}}',
  twoEmails:
    '{count, plural, =0 {Two emails are in one cell.} one {A row has two emails in one cell} other {# rows have two emails in one cell}}',
  notEmail:
    '{count, plural, =0 {This is not an email address.} one {An email cell is not an email address} other {# email cells are not email addresses}}',
  lostZero:
    '{count, plural, =0 {The ZIP code has lost its first zero.} one {A ZIP code has lost its first zero} other {# ZIP codes have lost their first zero}}',
  tooLong:
    '{count, plural, =0 {{field}: too long.} one {A row is too long in {field}} other {# rows are too long in {field}}}',
  unknownChoice:
    '{count, plural, =0 {{field}: not a known word.} one {A row has an unknown word in {field}} other {# rows have unknown words in {field}}}',
  emailInside:
    '{count, plural, =0 {{field}: this is an email address.} one {A row has an email address in {field}} other {# rows have an email address in {field}}}',
  phoneInside:
    '{count, plural, =0 {{field}: this is a phone number.} one {A row has a phone number in {field}} other {# rows have a phone number in {field}}}',
  zipInside:
    '{count, plural, =0 {{field}: this is a ZIP code.} one {A row has a ZIP code in {field}} other {# rows have a ZIP code in {field}}}',
  streetInside:
    '{count, plural, =0 {{field}: this looks like a street.} one {A row has a street in {field}} other {# rows have a street in {field}}}',
  notZip:
    '{count, plural, =0 {{field}: there is no digit in it.} one {A row has a {field} without a digit} other {# rows have a {field} without a digit}}',
  personOrCompany:
    '{count, plural, =0 {Person or company?} one {Person or company? A name can be either} other {Person or company? # names can be either}}',
  noName:
    '{count, plural, =0 {There is no name of a person or a company.} one {A row has no name of a person or a company} other {# rows have no name of a person or a company}}',
  // Cells without a field.
  unread:
    '{about, select, phone {{count, plural, =0 {There is a second phone number. It is not imported.} one {A row has a second phone number. It is not imported} other {# rows have a second phone number. It is not imported}}} email {{count, plural, =0 {There is a second email. It is not imported.} one {A row has a second email. It is not imported} other {# rows have a second email. It is not imported}}} address {{count, plural, =0 {There is a second address. It is not imported.} one {A row has a second address. It is not imported} other {# rows have a second address. It is not imported}}} other {{count, plural, =0 {{field}: there is a second value. It is not imported.} one {A row has a second value for {field}. It is not imported} other {# rows have a second value for {field}. It is not imported}}}}',

  // The server's rules.
  blank:
    '{count, plural, =0 {{field} is missing.} one {A row has no {field}} other {# rows have no {field}}}',
  maxLength:
    '{count, plural, =0 {{field} has more than {limit} characters.} one {A row has more than {limit} characters in {field}} other {# rows have more than {limit} characters in {field}}}',
  shape:
    '{count, plural, =0 {The server does not accept this {field}.} one {The server does not accept the {field} of a row} other {The server does not accept the {field} of # rows}}',
  isUnique:
    '{count, plural, =0 {Another customer has this {field}, and the server allows it only once.} one {A row has the {field} of another customer, and the server allows it only once} other {# rows have the {field} of another customer, and the server allows it only once}}',

  moved:
    '{count, plural, =0 {This row has more values than there are columns.} one {A row has more values than there are columns} other {# rows have more values than there are columns}}',
  duplicates:
    '{count, plural, one {A row looks like a customer who already exists} other {# rows look like customers who already exist}}',
  sharedEmail:
    '{count, plural, one {A row has the email of another customer} other {# rows have the email of another customer}}',
  sharedPhone:
    '{count, plural, one {A row has the phone number of another customer} other {# rows have the phone number of another customer}}',
  alsoHas: '{common, select, email {{name} has this email too.} other {{name} has this phone number too.}}',
  sameAs:
    '{common, select, email {Same email as {name}, who is on this device.} phone {Same phone number as {name}, who is on this device.} other {Same name and street as {name}, who is on this device.}}',
  sameAsRow:
    '{common, select, email {Same email as {name} in row {row, plural, other {#}}.} phone {Same phone number as {name} in row {row, plural, other {#}}.} other {Same name and street as {name} in row {row, plural, other {#}}.}}',

  becomes: '{value} → {fix}',
  becomesWithout: '{value} → {fix}, without “{lost}”',
});

export const importFileWords = sentences({
  unreadable: '{file} could not be read. Choose it again.',
  tooLarge: '{file} is larger than 20 MB. Divide it into several files.',
  tooManyRows: '{file} has more than 20,000 rows. Divide it into several files.',
  oldExcel:
    '{file} is an old Excel file, or a workbook with a password. In Excel, save it as an .xlsx workbook without a password, then choose the new file.',
  notWorkbook: '{file} is not a workbook that can be read. In Excel, save it as .xlsx or CSV again.',
  webPage:
    '{file} is a web page, not a spreadsheet. Open it in Excel, save it as an .xlsx workbook, then choose the new file.',
  notCsv: '{file} is neither a CSV file nor an .xlsx workbook.',
  empty: '{file} is empty.',
  notLoaded:
    'The part of the app that reads workbooks could not be loaded. Connect to the internet and try again, or save the file as CSV.',
});

export const importUndoWords = sentences({
  undo: 'Undo import',
  title: 'Undo this import?',
  question:
    'This deletes the {done, plural, one {customer} other {# customers}} that it added. A customer that was changed since, or that other records refer to, stays.',
  keep: 'Keep them',

  earlier: 'Earlier imports',
  last: '{when}: {done, plural, one {# customer} other {# customers}} from {file}.',
  canBeUndone: 'You can still undo this import later: press Import again.',

  progress: '{seen, plural, other {#}} of {total, plural, one {# customer} other {# customers}} checked',
  progressLabel: 'Undone customers',
  stop: 'Stop',
  failed: 'The undo stopped because the device could not store the next step. You can continue later.',

  outcome:
    'The import of {file} is undone: {removed, plural, one {# customer is} other {# customers are}} deleted.',
  changed:
    '{count, plural, one {# customer stays because it was} other {# customers stay because they were}} changed since.',
  referred:
    '{count, plural, one {# customer stays because other records refer to it.} other {# customers stay because other records refer to them.}}',
  asked:
    '{count, plural, one {# customer stays because Sync asks you about it.} other {# customers stay because Sync asks you about them.}}',
  more: '{count, plural, other {and # more}}',
  done: 'Done',

  wasStopped:
    'The undo of an import of {file} was stopped after {seen, plural, other {#}} of {total, plural, one {# customer} other {# customers}}.',
  isRunning:
    'The import of {file} is being undone in another tab: {seen, plural, other {#}} of {total, plural, one {# customer} other {# customers}}.',
  goOn: 'Continue',
  close: 'Close',
});
