import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Customer } from '../../src/domain/customer.ts';
import { readFixture } from '../support/import/read-fixture.ts';
import { WorkbookWorker } from '../support/import/workbook-worker.ts';

interface Expected {
  /** In the order of the file. Fields that a row leaves out are as in a new customer. */
  readonly customers: readonly Partial<Customer>[];
  readonly doubts?: readonly string[];
  readonly leftOut?: readonly string[];
  /** The notes about mended rows, with their numbers. */
  readonly told?: readonly string[];
}

const FILES: Readonly<Record<string, Expected>> = {
  '30-macroman.csv': {
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
      {
        first_name: 'Ann',
        last_name: 'O’Neil',
        email: 'ann@example.com',
        phone: '555-555-0503',
        city: 'Málaga',
      },
    ],
  },
  '31-utf16le-without-mark.csv': {
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
      {
        first_name: 'Ann',
        last_name: 'O’Neil',
        email: 'ann@example.com',
        phone: '555-555-0503',
        city: 'Málaga',
      },
    ],
  },
  '32-utf16be-without-mark.csv': {
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
      {
        first_name: 'Ann',
        last_name: 'O’Neil',
        email: 'ann@example.com',
        phone: '555-555-0503',
        city: 'Málaga',
      },
    ],
  },
  '33-one-bad-byte.csv': {
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
      {
        first_name: 'José',
        last_name: 'Núñez',
        email: 'jose@example.com',
        phone: '555-555-0504',
        city: 'León',
      },
      {
        first_name: 'Bjørn',
        last_name: 'Søe',
        email: 'bjorn@example.com',
        phone: '555-555-0505',
        city: 'Ålesund',
      },
    ],
    told: ['byte 4'],
  },
  '34-appended-rows.csv': {
    customers: [
      {
        first_name: 'A',
        last_name: 'One',
        email: 'a@example.com',
        phone: '555-555-0401',
        address_line_1: '1 Elm, rear',
      },
      {
        first_name: 'B',
        last_name: 'Two',
        email: 'b@example.com',
        phone: '555-555-0402',
        address_line_1: '2 Elm',
      },
      {
        first_name: 'C',
        last_name: 'Three',
        email: 'c@example.com',
        phone: '555-555-0403',
        address_line_1: '3 Elm',
      },
      {
        first_name: 'D',
        last_name: 'Four',
        email: 'd@example.com',
        phone: '555-555-0404',
        address_line_1: '4 Elm, Unit 2',
      },
    ],
  },
  '35-unclosed-quote.csv': {
    customers: [
      {
        first_name: 'A',
        last_name: 'One',
        email: 'a@example.com',
        phone: '555-555-0401',
        address_line_1: '"1 Elm',
      },
      {
        first_name: 'B',
        last_name: 'Two',
        email: 'b@example.com',
        phone: '555-555-0402',
        address_line_1: '2 Elm',
      },
      {
        first_name: 'C',
        last_name: 'Three',
        email: 'c@example.com',
        phone: '555-555-0403',
        address_line_1: '6" pipe"',
      },
      {
        first_name: 'Bob "The Man"',
        last_name: 'Four',
        email: 'd@example.com',
        phone: '555-555-0404',
        address_line_1: '4 Elm',
      },
      {
        first_name: '"E, ""Ed"" Jr" x',
        last_name: 'Five',
        email: 'e@example.com',
        phone: '555-555-0405',
        address_line_1: '5 Elm, rear',
      },
      {
        first_name: 'F',
        last_name: 'Six',
        email: 'f@example.com',
        phone: '555-555-0406',
        address_line_1: '"6 Elm',
      },
    ],
    told: ['quote 2, 5, 6, 7'],
  },
  '40-google-contacts.csv': {
    customers: [
      {
        first_name: 'Grace Brewster',
        last_name: 'Hopper',
        email: 'grace@example.com',
        phone: '+1 555-555-0199',
        address_line_1: '1 Main St, Suite 4',
        city: 'Arlington',
        state: 'VA',
        postal_code: '22201',
        company_name: 'US Navy',
      },
      {
        first_name: 'Sam',
        last_name: 'Whitfield',
        email: 'sam@example.com ::: whitfield@example.org',
        phone: '555-555-0100 ::: 555-555-0102',
      },
      {
        email: 'front@example.com',
        phone: '(555) 555-0103',
        address_line_1: '99 Pier Rd',
        city: 'Austin',
        state: 'TX',
        postal_code: '78702',
        company_name: 'Harbor Dental',
      },
    ],
    doubts: [
      '3 email: twoEmails → sam@example.com (whitfield@example.org)',
      '3 phone: twoPhones → 555-555-0100 (555-555-0102)',
    ],
  },
  '41-hubspot.csv': {
    customers: [
      {
        first_name: 'Camille',
        last_name: 'Durand',
        email: 'camille@example.com',
        phone: '+1 555 555 0111',
        address_line_1: '12 Oak St',
        city: 'Austin',
        state: 'Texas',
        postal_code: '78701',
        company_name: 'Durand Bakery',
      },
      { first_name: 'John', last_name: 'Smith', email: 'JOHN@Example.com' },
    ],
  },
  '42-jobber.csv': {
    customers: [
      {
        first_name: 'Kevin',
        last_name: 'Weaver',
        email: 'kevin@example.com',
        phone: '(817) 555-0100',
        address_line_1: '4 Elm St, Apt 2',
        city: 'Fort Worth',
        state: 'Texas',
        postal_code: '76102',
      },
      {
        email: 'front@example.com, billing@example.com',
        phone: '8175550101, 8175550102',
        address_line_1: '99 Pier Rd',
        city: 'Austin',
        state: 'Texas',
        postal_code: '78702',
        company_name: 'Harbor Dental',
      },
      {
        first_name: 'Lee',
        last_name: 'Chang',
        address_line_1: '5 Ash Ln',
        city: 'Elko',
        state: 'Nevada',
        postal_code: '89801',
      },
    ],
    doubts: [
      '3 email: twoEmails → front@example.com (billing@example.com)',
      '3 phone: twoPhones → 8175550101 (8175550102)',
    ],
  },
  '43-housecall-pro.csv': {
    customers: [
      {
        first_name: 'Dana',
        last_name: 'Whitfield',
        email: 'dana@example.com',
        phone: '(314) 555-0101',
        address_line_1: '66 Heron Dr, Unit B',
        city: 'Apollo Beach',
        state: 'FL',
        postal_code: '33572',
        customer_type: 'Homeowner',
      },
      {
        email: 'fleet@example.com',
        phone: '3145550102',
        address_line_1: '1 Depot Rd',
        city: 'Fenton',
        state: 'MO',
        postal_code: '63026',
        company_name: 'Acme Fleet',
        customer_type: 'Business',
      },
    ],
    doubts: ['2 customer_type: unknownChoice → residential', '3 customer_type: unknownChoice → commercial'],
  },
  '44-quickbooks-desktop.csv': {
    customers: [
      {
        first_name: 'Jane Q',
        last_name: 'Doe',
        email: 'jane@example.com',
        phone: '555-555-0101',
        address_line_1: '12 Oak St',
        city: 'Austin',
        state: 'TX',
        postal_code: '78701',
      },
      {
        email: 'front@example.com',
        phone: '555-555-0102',
        address_line_1: '99 Pier Rd, Suite 4',
        city: 'Austin',
        state: 'TX',
        postal_code: '78702',
        company_name: 'Harbor Dental, P.C.',
        customer_type: 'commercial',
        status: 'Not-active',
      },
      { first_name: 'Lee', last_name: 'Chang', phone: '555-555-0103' },
    ],
    doubts: ['3 status: unknownChoice → inactive'],
  },
  '45-quickbooks-online-list.csv': {
    customers: [
      {
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane@example.com',
        phone: '(555) 555-0101',
        address_line_1: '12 Oak St',
        city: 'Austin',
        state: 'TX',
        postal_code: '78701',
      },
      {
        email: 'ray@example.com',
        phone: '5555550102',
        address_line_1: '4 Elm',
        city: 'Boston',
        state: 'MA',
        postal_code: '2134',
        company_name: 'Ray Plumbing, Inc.',
      },
    ],
    doubts: ['3 postal_code: lostZero → 02134'],
    leftOut: ['4 total'],
  },
  '46-names-and-companies.csv': {
    customers: [
      { first_name: 'Jane', last_name: 'Doe', email: 'n0@example.com' },
      { first_name: 'Pat', last_name: "O'Brien Jr.", email: 'n1@example.com' },
      { first_name: 'Martin', last_name: 'King Jr.', email: 'n2@example.com' },
      { first_name: 'Maria Jose', last_name: 'Ruiz Ortega', email: 'n3@example.com' },
      { first_name: 'Maria', last_name: 'de la Cruz', email: 'n4@example.com' },
      { first_name: 'Tom & Ann', last_name: 'Ray', email: 'n5@example.com' },
      { first_name: 'Tom & Ann', last_name: 'Ray', email: 'n6@example.com' },
      { email: 'n7@example.com', company_name: 'Smith, Jones & Co LLC' },
      { email: 'n8@example.com', company_name: 'Ray Plumbing, Inc.' },
      { email: 'n9@example.com', company_name: '24 Hour Towing' },
      { email: 'n10@example.com', company_name: 'Johnson & Sons' },
      { first_name: 'Madonna', email: 'n11@example.com' },
      { first_name: 'Martin', last_name: 'King Jr.', email: 'n12@example.com' },
      { first_name: 'Jude', last_name: 'Law', email: 'n13@example.com' },
      { first_name: 'Dick', last_name: 'Van Dyke', email: 'n14@example.com' },
    ],
  },
  '47-marks-and-entities.csv': {
    customers: [
      {
        first_name: 'Sean',
        last_name: "O'Brien",
        email: 'sean@example.com',
        phone: '+1 555-555-0120',
        address_line_1: '12 Oak St & 4th',
        state: 'NJ',
        postal_code: '7030',
      },
      {
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@example.com',
        address_line_1: '4 Elm',
        state: 'TX',
        postal_code: '78701',
      },
      {
        first_name: 'José',
        last_name: 'Ruiz',
        email: 'jose@example.com',
        address_line_1: '5 Ash',
        state: 'PR',
        postal_code: '601',
      },
    ],
    doubts: ['2 postal_code: lostZero → 07030', '4 postal_code: lostZero → 00601'],
  },
  '50-workbook.xlsx': {
    customers: [
      {
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane@example.com',
        phone: '5555550101',
        state: 'MA',
        postal_code: '2134',
        company_name: 'Doe & Co',
      },
      {
        first_name: 'Tom',
        last_name: 'Ray',
        email: 'tom@example.com',
        phone: '15555550102',
        state: 'TX',
        postal_code: '78701',
        company_name: 'TRUE',
      },
      {
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@example.com',
        phone: '(555) 555-0103',
        postal_code: '02134',
      },
    ],
    doubts: ['5 postal_code: lostZero → 02134'],
    leftOut: ['2 above'],
  },
};

beforeEach(() => vi.stubGlobal('Worker', WorkbookWorker));
afterEach(() => vi.unstubAllGlobals());

describe('a file as other programs and broken copies have it', () => {
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
