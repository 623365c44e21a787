import { sentences } from './sentences.ts';

/** Why rows of a file are not imported as they are. A count of 0 is about the row that the words stand in. */
export const importCauses = sentences({
  // Cells that cannot be taken as they are.
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
  // Cells that a customer has no field for.
  unread:
    '{about, select, phone {{count, plural, =0 {There is a second phone number. It is not imported.} one {A row has a second phone number. It is not imported} other {# rows have a second phone number. It is not imported}}} email {{count, plural, =0 {There is a second email. It is not imported.} one {A row has a second email. It is not imported} other {# rows have a second email. It is not imported}}} address {{count, plural, =0 {There is a second address. It is not imported.} one {A row has a second address. It is not imported} other {# rows have a second address. It is not imported}}} other {{count, plural, =0 {{field}: there is a second value. It is not imported.} one {A row has a second value for {field}. It is not imported} other {# rows have a second value for {field}. It is not imported}}}}',

  // The server's rules.
  blank:
    '{count, plural, =0 {{field} is missing.} one {A row has no {field}} other {# rows have no {field}}}',
  maxLength:
    '{count, plural, =0 {{field} has more than {limit} characters.} one {A row has more than {limit} characters in {field}} other {# rows have more than {limit} characters in {field}}}',
  shape:
    '{count, plural, =0 {The server does not take this {field}.} one {The server does not take the {field} of a row} other {The server does not take the {field} of # rows}}',
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
