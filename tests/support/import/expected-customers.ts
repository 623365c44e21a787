import type { Customer } from '../../../src/domain/customer.ts';

interface Expected {
  /** In the order of the file. Fields that a row leaves out have a new customer's defaults. */
  readonly customers: string;
  /** The row of the file that names the columns. By default 1. */
  readonly headerRow?: number;
  readonly doubts?: readonly string[];
  readonly unread?: readonly string[];
  readonly leftOut?: readonly string[];
  /** The notes about repaired rows, with their numbers. */
  readonly told?: readonly string[];
}

const FOUR = `
  first_name | last_name | email | phone
  A | One | a@example.com | 555-555-0401
  B | Two | b@example.com | 555-555-0402
  C | Three | c@example.com | 555-555-0403
  D | Four | d@example.com | 555-555-0404`;
const TWO_WITH_ACCENTS = `
  first_name | last_name | email | phone | city
  René | Peña | rene@example.com | 555-555-0501 | Besançon
  Zoé | Müller | zoe@example.com | 555-555-0502 | Leon`;
const THREE_WITH_ACCENTS = `
  first_name | last_name | email | phone | city
  René | Peña | rene@example.com | 555-555-0501 | Besançon
  Zoé | Müller | zoe@example.com | 555-555-0502 | Leon
  Ann | O’Neil | ann@example.com | 555-555-0503 | Málaga`;

/** The expected rows of each file in tests/fixtures/import, written by hand. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  '01-qbo-contact-list-report.csv': {
    headerRow: 4,
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code | company_name
      Jane | Doe | jane.doe@example.com | (555) 555-0101 | 12 Oak St | Austin | TX | 78701 |
       |  | office@example.com, billing@example.com | Phone: (555) 555-0102 Mobile: (555) 555-0103 | 99 Pier Rd | Austin | TX | 78702 | Harbor Dental`,
    doubts: [
      '6 email: twoEmails → office@example.com (billing@example.com)',
      '6 phone: twoPhones → (555) 555-0102 (Mobile: (555) 555-0103)',
    ],
    leftOut: ['1 above', '2 above', '8 timeStamp'],
  },
  '02-names-last-first.csv': {
    customers: `
      first_name | last_name | email | phone
      Jane | Doe | jane.doe@example.com | 555-555-0101
      Maria Jose | Ruiz Ortega | mj@example.com | 555-555-0102
      Pat | O'Brien Jr. | pat@example.com | 555-555-0103
      Lee | Chang | lee@example.com | 555-555-0104`,
  },
  '04-outlook.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code
      René | Müller | rene@example.com | (555) 555-0111 | 5 Ash Ln | Elko | NV | 89801`,
    unread: ['2 phone: (555) 555-0110'],
  },
  '06-equals-quoted.csv': {
    customers: `
      first_name | last_name | email | phone | postal_code
      Jane | Doe | jane@example.com | 5555550101 | 02134
      Tom | Ray | tom@example.com | 5555550102 | 02135`,
  },
  '07-excel-numbers.csv': {
    customers: `
      first_name | last_name | email | phone | postal_code
      Jane | Doe | jane@example.com | 5.55555E+09 | 2134
      Tom | Ray | tom@example.com | 15555550102 | 2135`,
    doubts: [
      '2 phone: rounded → nothing',
      '2 postal_code: lostZero → 02134',
      '3 postal_code: lostZero → 02135',
    ],
  },
  '08-phones.csv': {
    customers: `
      first_name | last_name | email | phone
      Ext | One | p1@example.com | 555-555-0101 x89
      Cell | Two | p2@example.com | (555) 555-0102 cell
      Mark | Three | p3@example.com | (555) 555-0103
      Slash | Four | p4@example.com | 555.555.0104 / 555.555.0204
      Dash | Five | p5@example.com | 555-555-0105
      Nbsp | Six | p6@example.com | (555) 555-0106
      Plus | Seven | p7@example.com | +1 (555) 555-0107
      Long | Eight | p8@example.com | +1 (555) 555-0108 ext. 4471`,
    doubts: [
      '2 phone: extension → 555-555-0101 (x89)',
      '3 phone: label → (555) 555-0102 (cell)',
      '5 phone: twoPhones → 555.555.0104 (555.555.0204)',
      '9 phone: extension → +1 (555) 555-0108 (ext. 4471)',
    ],
  },
  '09-mails.csv': {
    customers: `
      first_name | last_name | email | phone
      Two | One | a1@example.com,b1@example.com | 555-555-0201
      Semi | Two | a2@example.com;b2@example.com | 555-555-0202
      Angle | Three | a3@example.com | 555-555-0203
      Zero | Four | a4@example.com | 555-555-0204
      Apos | Five | pat.o'neil@example.com | 555-555-0205
      Dot | Six | a6@example.com | 555-555-0206
      None | Seven |  | 555-555-0207
      NA | Eight |  | 555-555-0208`,
    doubts: [
      '2 email: twoEmails → a1@example.com (b1@example.com)',
      '3 email: twoEmails → a2@example.com (b2@example.com)',
    ],
  },
  '10-quotes.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1
      Bob | Ray | bob@example.com | 555-555-0301 | 24" main at 3 Elm
      "Bud" Al | Kim | bud@example.com | 555-555-0302 | 4 Elm
      Cy | Lee | cy@example.com | 555-555-0303 | 5 Elm
      Di | May | di@example.com | 555-555-0304 | 6 Elm, Unit 2
      Ed | Fox | ed@example.com | 555-555-0305 | 7 Elm "rear"`,
    told: ['quote 3'],
  },
  '10b-quote-opens.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1
      Bob | Ray | bob@example.com | 555-555-0301 | "24" main at 3 Elm
      Al | Kim | al@example.com | 555-555-0302 | 4 Elm
      Cy | Lee | cy@example.com | 555-555-0303 | "5" pipe Elm
      Di | May | di@example.com | 555-555-0304 | 6 Elm`,
    told: ['quote 2, 4'],
  },
  '11a-cr.csv': {
    customers: FOUR,
  },
  '11c-header-crlf-rows-lf.csv': {
    customers: FOUR,
  },
  '12a-utf8.csv': {
    customers: TWO_WITH_ACCENTS,
  },
  '12b-win1252.csv': {
    customers: TWO_WITH_ACCENTS,
  },
  '12c-utf16le-bom.csv': {
    customers: TWO_WITH_ACCENTS,
  },
  '12g-sep-line.csv': {
    customers: TWO_WITH_ACCENTS,
  },
  '14-duplicate-headers.csv': {
    customers: `
      first_name | last_name | email | phone
      Jane | Doe | jane@example.com | 555-555-0601
      Tom | Ray | tom@example.com | 555-555-0602`,
  },
  '15-no-mail-no-person.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | company_name
       |  | front@example.com | 555-555-0701 | 1 Pier Rd | Harbor Dental
      Old | Neighbor |  | 555-555-0702 | 2 Pier Rd |
      Tenant | One | office@example.com | 555-555-0703 | 3 Pine, Apt 1 | Pine PM
      Tenant | Two | office@example.com | 555-555-0704 | 3 Pine, Apt 2 | Pine PM
      Tenant | Three | office@example.com | 555-555-0703 | 3 Pine, Apt 3 | Pine PM`,
  },
  '16-choices.csv': {
    customers: `
      first_name | last_name | email | customer_type | status
      Jane | Doe | jane@example.com | Homeowner | Current
      Tom | Ray | tom@example.com |  |
      Ann | Lee | ann@example.com | property_management | lead`,
    doubts: ['2 customer_type: unknownChoice → residential', '2 status: unknownChoice → active'],
  },
  '19-blank-rows.csv': {
    customers: `
      first_name | last_name | email | phone
      Jane | Doe | jane@example.com | 555-555-0901
      Tom | Ray | tom@example.com | 555-555-0902`,
    leftOut: ['10 total'],
  },
  '20-odd-names.csv': {
    customers: `
      first_name | last_name | email | company_name
      👩🏽‍🔧 Ana | 🏠 Peña | ana@example.com |
      Null | True | null@example.com | NaN
      VeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVery | Long | long@example.com |
      =1+1 | -Bob | formula@example.com | @home
      'Round | The Clock | round@example.com | 'Round the Clock Plumbing`,
    doubts: [
      '4 first_name: tooLong → VeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVery (VeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVery)',
    ],
  },
  '30-macroman.csv': {
    customers: THREE_WITH_ACCENTS,
  },
  '31-utf16le-without-mark.csv': {
    customers: THREE_WITH_ACCENTS,
  },
  '32-utf16be-without-mark.csv': {
    customers: THREE_WITH_ACCENTS,
  },
  '33-one-bad-byte.csv': {
    customers: `
      first_name | last_name | email | phone | city
      René | Peña | rene@example.com | 555-555-0501 | Besançon
      Zoé | Müller | zoe@example.com | 555-555-0502 | Leon
      José | Núñez | jose@example.com | 555-555-0504 | León
      Bjørn | Søe | bjorn@example.com | 555-555-0505 | Ålesund`,
    told: ['byte 4'],
  },
  '34-appended-rows.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1
      A | One | a@example.com | 555-555-0401 | 1 Elm, rear
      B | Two | b@example.com | 555-555-0402 | 2 Elm
      C | Three | c@example.com | 555-555-0403 | 3 Elm
      D | Four | d@example.com | 555-555-0404 | 4 Elm, Unit 2`,
  },
  '35-unclosed-quote.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1
      A | One | a@example.com | 555-555-0401 | "1 Elm
      B | Two | b@example.com | 555-555-0402 | 2 Elm
      C | Three | c@example.com | 555-555-0403 | 6" pipe"
      Bob "The Man" | Four | d@example.com | 555-555-0404 | 4 Elm
      "E, ""Ed"" Jr" x | Five | e@example.com | 555-555-0405 | 5 Elm, rear
      F | Six | f@example.com | 555-555-0406 | "6 Elm`,
    told: ['quote 2, 5, 6, 7'],
  },
  '40-google-contacts.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code | company_name
      Grace Brewster | Hopper | grace@example.com | +1 555-555-0199 | 1 Main St, Suite 4 | Arlington | VA | 22201 | US Navy
      Sam | Whitfield | sam@example.com ::: whitfield@example.org | 555-555-0100 ::: 555-555-0102 |  |  |  |  |
       |  | front@example.com | (555) 555-0103 | 99 Pier Rd | Austin | TX | 78702 | Harbor Dental`,
    doubts: [
      '3 email: twoEmails → sam@example.com (whitfield@example.org)',
      '3 phone: twoPhones → 555-555-0100 (555-555-0102)',
    ],
  },
  '41-hubspot.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code | company_name
      Camille | Durand | camille@example.com | +1 555 555 0111 | 12 Oak St | Austin | Texas | 78701 | Durand Bakery
      John | Smith | JOHN@Example.com |  |  |  |  |  |`,
  },
  '42-jobber.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code | company_name
      Kevin | Weaver | kevin@example.com | (817) 555-0100 | 4 Elm St, Apt 2 | Fort Worth | Texas | 76102 |
       |  | front@example.com, billing@example.com | 8175550101, 8175550102 | 99 Pier Rd | Austin | Texas | 78702 | Harbor Dental
      Lee | Chang |  |  | 5 Ash Ln | Elko | Nevada | 89801 |`,
    doubts: [
      '3 email: twoEmails → front@example.com (billing@example.com)',
      '3 phone: twoPhones → 8175550101 (8175550102)',
    ],
    unread: ['2 address_line_1: 9 Oak Ave, Rear, Dallas, 75201'],
  },
  '43-housecall-pro.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code | company_name | customer_type
      Dana | Whitfield | dana@example.com | (314) 555-0101 | 66 Heron Dr, Unit B | Apollo Beach | FL | 33572 |  | Homeowner
       |  | fleet@example.com | 3145550102 | 1 Depot Rd | Fenton | MO | 63026 | Acme Fleet | Business`,
    doubts: ['2 customer_type: unknownChoice → residential', '3 customer_type: unknownChoice → commercial'],
    unread: ['2 address_line_1: 1 Depot Rd, Fenton, MO, 63026'],
  },
  '44-quickbooks-desktop.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code | company_name | customer_type | status
      Jane Q | Doe | jane@example.com | 555-555-0101 | 12 Oak St | Austin | TX | 78701 |  |  |
       |  | front@example.com | 555-555-0102 | 99 Pier Rd, Suite 4 | Austin | TX | 78702 | Harbor Dental, P.C. | commercial | Not-active
      Lee | Chang |  | 555-555-0103 |  |  |  |  |  |  |`,
    doubts: ['3 status: unknownChoice → inactive'],
  },
  '45-quickbooks-online-list.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | city | state | postal_code | company_name
      Jane | Doe | jane@example.com | (555) 555-0101 | 12 Oak St | Austin | TX | 78701 |
       |  | ray@example.com | 5555550102 | 4 Elm | Boston | MA | 2134 | Ray Plumbing, Inc.`,
    doubts: ['3 postal_code: lostZero → 02134'],
    leftOut: ['4 total'],
  },
  '46-names-and-companies.csv': {
    customers: `
      first_name | last_name | email | company_name
      Jane | Doe | n0@example.com |
      Pat | O'Brien Jr. | n1@example.com |
      Martin | King Jr. | n2@example.com |
      Maria Jose | Ruiz Ortega | n3@example.com |
      Maria | de la Cruz | n4@example.com |
      Tom & Ann | Ray | n5@example.com |
      Tom & Ann | Ray | n6@example.com |
       |  | n7@example.com | Smith, Jones & Co LLC
       |  | n8@example.com | Ray Plumbing, Inc.
       |  | n9@example.com | 24 Hour Towing
       |  | n10@example.com | Johnson & Sons
      Madonna |  | n11@example.com |
      Martin | King Jr. | n12@example.com |
      Jude | Law | n13@example.com |
      Dick | Van Dyke | n14@example.com |`,
  },
  '47-marks-and-entities.csv': {
    customers: `
      first_name | last_name | email | phone | address_line_1 | state | postal_code
      Sean | O'Brien | sean@example.com | +1 555-555-0120 | 12 Oak St & 4th | NJ | 7030
      Ann | Lee | ann@example.com |  | 4 Elm | TX | 78701
      José | Ruiz | jose@example.com |  | 5 Ash | PR | 601`,
    doubts: ['2 postal_code: lostZero → 07030', '4 postal_code: lostZero → 00601'],
  },
  '50-workbook.xlsx': {
    headerRow: 4,
    customers: `
      first_name | last_name | email | phone | state | postal_code | company_name
      Jane | Doe | jane@example.com | 5555550101 | MA | 2134 | Doe & Co
      Tom | Ray | tom@example.com | 15555550102 | TX | 78701 | TRUE
      Ann | Lee | ann@example.com | (555) 555-0103 |  | 02134 |`,
    doubts: ['5 postal_code: lostZero → 02134'],
    leftOut: ['2 above'],
  },
};

/**
 * Reads a table of customers. Its first line names the fields; a blank cell means that the row leaves the field out.
 */
export function customersOf(table: string): readonly Partial<Customer>[] {
  const [fields = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((cells) =>
    Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? '']).filter(([, cell]) => cell !== '')),
  );
}
