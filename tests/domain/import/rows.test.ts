import { describe, expect, it, test } from 'vitest';
import type { Customer } from '../../../src/domain/customer.ts';
import { matchColumns } from '../../../src/domain/import/columns.ts';
import { type ChoiceWords, choicesOf, readRow, readTyped } from '../../../src/domain/import/rows.ts';
import { doubtText, noWords } from '../../support/import/read-fixture.ts';

/** A row by the names of its columns. */
function read(columns: Readonly<Record<string, string>>, words: ChoiceWords = noWords) {
  const cells = Object.values(columns);
  return readRow(cells, matchColumns(Object.keys(columns), [{ row: 2, cells }]), words);
}

const addressOf = (columns: Readonly<Record<string, string>>): string => {
  const { address_line_1, city, state, postal_code } = read(columns).customer;
  return [address_line_1, city, state, postal_code].join('|');
};

const nameOf = (columns: Readonly<Record<string, string>>): string => {
  const { first_name, last_name, company_name } = read(columns).customer;
  return [first_name, last_name, company_name].join('|');
};

it('a row has the defaults of a new customer where the file has nothing', () => {
  expect(read({ Name: 'Ann Lee', Type: '' })).toEqual({
    customer: expect.objectContaining({
      email: '',
      phone: '',
      customer_type: 'residential',
      status: 'active',
    }),
    doubts: [],
  });
});

describe('a name is put together', () => {
  test.each([
    [
      'of its parts',
      { 'First Name': 'Ann', 'Middle Name': 'B.', 'Last Name': 'Lee', Suffix: 'Jr.' },
      'Ann B.|Lee Jr.|',
    ],
    [
      'and the parts count before the whole',
      { Name: 'X', 'First Name': 'Ann', 'Last Name': 'Lee' },
      'Ann|Lee|',
    ],
    [
      'of the whole, where its parts are blank',
      { 'First Name': '', 'Last Name': '', Customer: 'Chang, Lee' },
      'Lee|Chang|',
    ],
    [
      'as that of a company, where its parts are blank',
      { 'First Name': '', 'Display Name': 'Acme Fleet' },
      '||Acme Fleet',
    ],
    [
      'once, where the company has a column too',
      { Name: 'Acme Fleet', Company: 'ACME Fleet' },
      '||ACME Fleet',
    ],
    ['of a person at a company', { Name: 'Ann Lee', Company: 'Acme Fleet' }, 'Ann|Lee|Acme Fleet'],
    [
      'with the company as its own column has it',
      { Customer: 'Ray Plumbing', Company: 'Ray Plumbing, Inc.' },
      '||Ray Plumbing, Inc.',
    ],
  ])('%s', (_, columns, expected) => {
    expect(nameOf(columns as unknown as Record<string, string>)).toBe(expected);
  });
});

it('a name beside a column for the person, which is blank, is that of a company', () => {
  const match = matchColumns(['Full Name', 'Customer'], [{ row: 2, cells: ['Ann Lee', 'Lee, Ann'] }]);
  expect(readRow(['', 'Acme Fleet'], match, noWords).customer).toMatchObject({
    first_name: '',
    last_name: '',
    company_name: 'Acme Fleet',
  });
});

describe('an address is put together', () => {
  test.each([
    ['of two lines', { Street: '1 Elm', City: 'Elko', 'Address 2': 'Apt 3' }, '1 Elm, Apt 3|Elko||'],
    ['of the second line alone', { Street: '', 'Street 2': 'Apt 3', City: 'Elko' }, 'Apt 3|Elko||'],
    ['of one cell', { 'Billing Address': '1 Elm, Elko, NV 89801' }, '1 Elm|Elko|NV|89801'],
    [
      'of one cell, and left whole beside a city',
      { Address: '1 Elm, Elko, NV 89801', City: 'Elko' },
      '1 Elm, Elko, NV 89801|Elko||',
    ],
    [
      'of a street and a cell for the place',
      { Street: '1 Elm', 'City, State, Zip': 'Elko, NV 89801' },
      '1 Elm|Elko|NV|89801',
    ],
    [
      'of the lines of a block, without the name',
      {
        Name: 'Ann Lee',
        'Bill to 1': 'Ann Lee',
        'Bill to 2': '1 Elm',
        'Bill to 3': 'Elko, NV 89801',
        'Ship to 1': '9 Oak',
      },
      '1 Elm|Elko|NV|89801',
    ],
    ['of a block without a place', { 'Bill to 1': '1 Elm', 'Bill to 2': 'rear' }, '1 Elm, rear|||'],
    [
      'and never of two addresses',
      {
        'Business Street': '',
        'Business Street 2': '',
        'Business City': 'Reno',
        'Home Street': '1 Elm',
        'Home Street 2': 'Apt 3',
        'Home City': '',
      },
      '1 Elm, Apt 3|||',
    ],
    [
      'of the second address where the first is blank',
      { 'Billing Street 1': '', 'Billing City': '', 'Service Street 1': '9 Oak', 'Service City': 'Elko' },
      '9 Oak|Elko||',
    ],
    [
      'of a city that two streets share',
      { Address: '1 Elm', 'Mailing Address': '', City: 'Elko' },
      '1 Elm|Elko||',
    ],
  ])('%s', (_, columns, expected) => {
    expect(addressOf(columns as unknown as Record<string, string>)).toBe(expected);
  });
});

describe('a choice', () => {
  test.each([
    ['customer_type', 'Property Management', 'property_management'],
    ['customer_type', 'RESIDENTIAL', 'residential'],
    ['status', ' In-Active ', 'inactive'],
  ] as const)('%s may be written in words: %s', (field, typed, value) => {
    expect(readTyped(field, typed)).toEqual({ value, doubt: null });
  });

  it('that is not known is a doubt, until the person has said what the word means', () => {
    const columns = { Name: 'Ann Lee', Type: 'Homeowner', Status: 'Zombie' };
    expect(read(columns).doubts.map(doubtText)).toEqual([
      'customer_type: unknownChoice → residential',
      'status: unknownChoice → nothing',
    ]);
    const words = { customer_type: { homeowner: 'commercial' }, status: { Zombie: 'lead' } };
    const { customer, doubts } = read(columns, words);
    expect([customer.customer_type, customer.status, doubts]).toEqual(['commercial', 'lead', []]);
  });

  it('has its values told', () => {
    expect([choicesOf('status')?.length, choicesOf('city')]).toEqual([4, undefined]);
  });
});

describe('what a server would refuse is a doubt', () => {
  test.each<[keyof Customer, string, string]>([
    ['first_name', 'x'.repeat(101), `tooLong → ${'x'.repeat(100)} (x)`],
    ['company_name', `${'👩'.repeat(200)}!`, `tooLong → ${'👩'.repeat(200)} (!)`],
    ['email', 'ann', 'notEmail → nothing'],
    ['phone', '555-0101 x1', 'extension → 555-0101 (x1)'],
    ['postal_code', '2134.0', 'lostZero → 02134'],
    ['postal_code', '1'.repeat(21), `tooLong → ${'1'.repeat(20)} (1)`],
  ])('%s: %s', (field, typed, expected) => {
    const { doubt } = readTyped(field, typed);
    expect(doubt && doubtText({ field, ...doubt })).toBe(`${field}: ${expected}`);
  });

  it('and its limits count letters as people do', () => {
    expect(readTyped('first_name', '👩'.repeat(100)).doubt).toBeNull();
  });
});
