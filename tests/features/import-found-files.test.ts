import { describe, expect, test } from 'vitest';
import type { Customer } from '../../src/domain/customer.ts';
import { readFixture } from '../support/import/read-fixture.ts';

interface Expected {
  /** In the order of the file. Fields that a row leaves out are as in a new customer. */
  readonly customers: readonly Partial<Customer>[];
  readonly doubts?: readonly string[];
  readonly leftOut?: readonly string[];
  /** The notes about mended rows, with their numbers. */
  readonly told?: readonly string[];
}

const FILES: Readonly<Record<string, Expected>> = {
  '01-qbo-contact-list-report.csv': {
    customers: [
      {
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane.doe@example.com',
        phone: '(555) 555-0101',
        address_line_1: '12 Oak St',
        city: 'Austin',
        state: 'TX',
        postal_code: '78701',
      },
      {
        email: 'office@example.com, billing@example.com',
        phone: 'Phone: (555) 555-0102 Mobile: (555) 555-0103',
        address_line_1: '99 Pier Rd',
        city: 'Austin',
        state: 'TX',
        postal_code: '78702',
        company_name: 'Harbor Dental',
      },
    ],
    doubts: [
      '6 email: twoEmails → office@example.com (billing@example.com)',
      '6 phone: twoPhones → (555) 555-0102 (Mobile: (555) 555-0103)',
    ],
    leftOut: ['1 above', '2 above', '8 timeStamp'],
  },
  '02-names-last-first.csv': {
    customers: [
      { first_name: 'Jane', last_name: 'Doe', email: 'jane.doe@example.com', phone: '555-555-0101' },
      { first_name: 'Maria Jose', last_name: 'Ruiz Ortega', email: 'mj@example.com', phone: '555-555-0102' },
      { first_name: 'Pat', last_name: "O'Brien Jr.", email: 'pat@example.com', phone: '555-555-0103' },
      { first_name: 'Lee', last_name: 'Chang', email: 'lee@example.com', phone: '555-555-0104' },
    ],
  },
  '04-outlook.csv': {
    customers: [
      {
        first_name: 'René',
        last_name: 'Müller',
        email: 'rene@example.com',
        phone: '(555) 555-0111',
        address_line_1: '5 Ash Ln',
        city: 'Elko',
        state: 'NV',
        postal_code: '89801',
      },
    ],
  },
  '06-equals-quoted.csv': {
    customers: [
      {
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane@example.com',
        phone: '5555550101',
        postal_code: '02134',
      },
      {
        first_name: 'Tom',
        last_name: 'Ray',
        email: 'tom@example.com',
        phone: '5555550102',
        postal_code: '02135',
      },
    ],
  },
  '07-excel-numbers.csv': {
    customers: [
      {
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane@example.com',
        phone: '5.55555E+09',
        postal_code: '2134',
      },
      {
        first_name: 'Tom',
        last_name: 'Ray',
        email: 'tom@example.com',
        phone: '15555550102',
        postal_code: '2135',
      },
    ],
    doubts: [
      '2 phone: rounded → nothing',
      '2 postal_code: lostZero → 02134',
      '3 postal_code: lostZero → 02135',
    ],
  },
  '08-phones.csv': {
    customers: [
      { first_name: 'Ext', last_name: 'One', email: 'p1@example.com', phone: '555-555-0101 x89' },
      { first_name: 'Cell', last_name: 'Two', email: 'p2@example.com', phone: '(555) 555-0102 cell' },
      { first_name: 'Mark', last_name: 'Three', email: 'p3@example.com', phone: '(555) 555-0103' },
      {
        first_name: 'Slash',
        last_name: 'Four',
        email: 'p4@example.com',
        phone: '555.555.0104 / 555.555.0204',
      },
      { first_name: 'Dash', last_name: 'Five', email: 'p5@example.com', phone: '555-555-0105' },
      { first_name: 'Nbsp', last_name: 'Six', email: 'p6@example.com', phone: '(555) 555-0106' },
      { first_name: 'Plus', last_name: 'Seven', email: 'p7@example.com', phone: '+1 (555) 555-0107' },
      {
        first_name: 'Long',
        last_name: 'Eight',
        email: 'p8@example.com',
        phone: '+1 (555) 555-0108 ext. 4471',
      },
    ],
    doubts: [
      '2 phone: extension → 555-555-0101 (x89)',
      '3 phone: label → (555) 555-0102 (cell)',
      '5 phone: twoPhones → 555.555.0104 (555.555.0204)',
      '9 phone: extension → +1 (555) 555-0108 (ext. 4471)',
    ],
  },
  '09-mails.csv': {
    customers: [
      { first_name: 'Two', last_name: 'One', email: 'a1@example.com,b1@example.com', phone: '555-555-0201' },
      { first_name: 'Semi', last_name: 'Two', email: 'a2@example.com;b2@example.com', phone: '555-555-0202' },
      { first_name: 'Angle', last_name: 'Three', email: 'a3@example.com', phone: '555-555-0203' },
      { first_name: 'Zero', last_name: 'Four', email: 'a4@example.com', phone: '555-555-0204' },
      { first_name: 'Apos', last_name: 'Five', email: "pat.o'neil@example.com", phone: '555-555-0205' },
      { first_name: 'Dot', last_name: 'Six', email: 'a6@example.com', phone: '555-555-0206' },
      { first_name: 'None', last_name: 'Seven', phone: '555-555-0207' },
      { first_name: 'NA', last_name: 'Eight', phone: '555-555-0208' },
    ],
    doubts: [
      '2 email: twoEmails → a1@example.com (b1@example.com)',
      '3 email: twoEmails → a2@example.com (b2@example.com)',
    ],
  },
  '10-quotes.csv': {
    customers: [
      {
        first_name: 'Bob',
        last_name: 'Ray',
        email: 'bob@example.com',
        phone: '555-555-0301',
        address_line_1: '24" main at 3 Elm',
      },
      {
        first_name: '"Bud" Al',
        last_name: 'Kim',
        email: 'bud@example.com',
        phone: '555-555-0302',
        address_line_1: '4 Elm',
      },
      {
        first_name: 'Cy',
        last_name: 'Lee',
        email: 'cy@example.com',
        phone: '555-555-0303',
        address_line_1: '5 Elm',
      },
      {
        first_name: 'Di',
        last_name: 'May',
        email: 'di@example.com',
        phone: '555-555-0304',
        address_line_1: '6 Elm, Unit 2',
      },
      {
        first_name: 'Ed',
        last_name: 'Fox',
        email: 'ed@example.com',
        phone: '555-555-0305',
        address_line_1: '7 Elm "rear"',
      },
    ],
    told: ['quote 3'],
  },
  '10b-quote-opens.csv': {
    customers: [
      {
        first_name: 'Bob',
        last_name: 'Ray',
        email: 'bob@example.com',
        phone: '555-555-0301',
        address_line_1: '"24" main at 3 Elm',
      },
      {
        first_name: 'Al',
        last_name: 'Kim',
        email: 'al@example.com',
        phone: '555-555-0302',
        address_line_1: '4 Elm',
      },
      {
        first_name: 'Cy',
        last_name: 'Lee',
        email: 'cy@example.com',
        phone: '555-555-0303',
        address_line_1: '"5" pipe Elm',
      },
      {
        first_name: 'Di',
        last_name: 'May',
        email: 'di@example.com',
        phone: '555-555-0304',
        address_line_1: '6 Elm',
      },
    ],
    told: ['quote 2, 4'],
  },
  '11a-cr.csv': {
    customers: [
      { first_name: 'A', last_name: 'One', email: 'a@example.com', phone: '555-555-0401' },
      { first_name: 'B', last_name: 'Two', email: 'b@example.com', phone: '555-555-0402' },
      { first_name: 'C', last_name: 'Three', email: 'c@example.com', phone: '555-555-0403' },
      { first_name: 'D', last_name: 'Four', email: 'd@example.com', phone: '555-555-0404' },
    ],
  },
  '11c-header-crlf-rows-lf.csv': {
    customers: [
      { first_name: 'A', last_name: 'One', email: 'a@example.com', phone: '555-555-0401' },
      { first_name: 'B', last_name: 'Two', email: 'b@example.com', phone: '555-555-0402' },
      { first_name: 'C', last_name: 'Three', email: 'c@example.com', phone: '555-555-0403' },
      { first_name: 'D', last_name: 'Four', email: 'd@example.com', phone: '555-555-0404' },
    ],
  },
  '12a-utf8.csv': {
    customers: [
      {
        first_name: 'René',
        last_name: 'Peña',
        email: 'rene@example.com',
        phone: '555-555-0501',
        city: 'Besançon',
      },
      {
        first_name: 'Zoé',
        last_name: 'Müller',
        email: 'zoe@example.com',
        phone: '555-555-0502',
        city: 'Leon',
      },
    ],
  },
  '12b-win1252.csv': {
    customers: [
      {
        first_name: 'René',
        last_name: 'Peña',
        email: 'rene@example.com',
        phone: '555-555-0501',
        city: 'Besançon',
      },
      {
        first_name: 'Zoé',
        last_name: 'Müller',
        email: 'zoe@example.com',
        phone: '555-555-0502',
        city: 'Leon',
      },
    ],
  },
  '12c-utf16le-bom.csv': {
    customers: [
      {
        first_name: 'René',
        last_name: 'Peña',
        email: 'rene@example.com',
        phone: '555-555-0501',
        city: 'Besançon',
      },
      {
        first_name: 'Zoé',
        last_name: 'Müller',
        email: 'zoe@example.com',
        phone: '555-555-0502',
        city: 'Leon',
      },
    ],
  },
  '12g-sep-line.csv': {
    customers: [
      {
        first_name: 'René',
        last_name: 'Peña',
        email: 'rene@example.com',
        phone: '555-555-0501',
        city: 'Besançon',
      },
      {
        first_name: 'Zoé',
        last_name: 'Müller',
        email: 'zoe@example.com',
        phone: '555-555-0502',
        city: 'Leon',
      },
    ],
  },
  '14-duplicate-headers.csv': {
    customers: [
      { first_name: 'Jane', last_name: 'Doe', email: 'jane@example.com', phone: '555-555-0601' },
      { first_name: 'Tom', last_name: 'Ray', email: 'tom@example.com', phone: '555-555-0602' },
    ],
  },
  '15-no-mail-no-person.csv': {
    customers: [
      {
        email: 'front@example.com',
        phone: '555-555-0701',
        address_line_1: '1 Pier Rd',
        company_name: 'Harbor Dental',
      },
      { first_name: 'Old', last_name: 'Neighbor', phone: '555-555-0702', address_line_1: '2 Pier Rd' },
      {
        first_name: 'Tenant',
        last_name: 'One',
        email: 'office@example.com',
        phone: '555-555-0703',
        address_line_1: '3 Pine, Apt 1',
        company_name: 'Pine PM',
      },
      {
        first_name: 'Tenant',
        last_name: 'Two',
        email: 'office@example.com',
        phone: '555-555-0704',
        address_line_1: '3 Pine, Apt 2',
        company_name: 'Pine PM',
      },
      {
        first_name: 'Tenant',
        last_name: 'Three',
        email: 'office@example.com',
        phone: '555-555-0703',
        address_line_1: '3 Pine, Apt 3',
        company_name: 'Pine PM',
      },
    ],
  },
  '16-choices.csv': {
    customers: [
      {
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane@example.com',
        customer_type: 'Homeowner',
        status: 'Current',
      },
      { first_name: 'Tom', last_name: 'Ray', email: 'tom@example.com' },
      {
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@example.com',
        customer_type: 'property_management',
        status: 'lead',
      },
    ],
    doubts: ['2 customer_type: unknownChoice → residential', '2 status: unknownChoice → active'],
  },
  '19-blank-rows.csv': {
    customers: [
      { first_name: 'Jane', last_name: 'Doe', email: 'jane@example.com', phone: '555-555-0901' },
      { first_name: 'Tom', last_name: 'Ray', email: 'tom@example.com', phone: '555-555-0902' },
    ],
    leftOut: ['10 total'],
  },
  '20-odd-names.csv': {
    customers: [
      { first_name: '👩🏽‍🔧 Ana', last_name: '🏠 Peña', email: 'ana@example.com' },
      { first_name: 'Null', last_name: 'True', email: 'null@example.com', company_name: 'NaN' },
      {
        first_name:
          'VeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVery',
        last_name: 'Long',
        email: 'long@example.com',
      },
      { first_name: '=1+1', last_name: '-Bob', email: 'formula@example.com', company_name: '@home' },
      {
        first_name: "'Round",
        last_name: 'The Clock',
        email: 'round@example.com',
        company_name: "'Round the Clock Plumbing",
      },
    ],
    doubts: [
      '4 first_name: tooLong → VeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVery (VeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryVery)',
    ],
  },
};

describe('a file that an import once got wrong', () => {
  test.each(Object.entries(FILES))(
    '%s',
    async (name, { customers, doubts = [], leftOut = [], told = [] }) => {
      const found = await readFixture(name);
      expect({
        ...found,
        read: found.read.told.map(({ about, rows }) => `${about} ${rows.join(', ')}`),
      }).toEqual({ customers, doubts, leftOut, read: told });
    },
  );
});
