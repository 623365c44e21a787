import { describe, expect, it, test } from 'vitest';
import type { Customer } from '../../src/domain/customer.ts';
import { drawAll } from '../../src/domain/draw-all.ts';
import {
  checkRows,
  type ImportRow,
  knownCustomers,
  reasonOf,
} from '../../src/features/customers/import/import-rows.ts';
import { aCustomer } from '../support/records/mutations.ts';

const COLUMNS = 12;

function row(place: number, given: Partial<Customer>, more: Partial<ImportRow> = {}): ImportRow {
  const customer = aCustomer({
    first_name: `First${place}`,
    last_name: `Last${place}`,
    email: `row${place}@example.com`,
    phone: '',
    address_line_1: '',
    ...given,
  }) as unknown as Customer;
  return { row: place + 2, cells: [], customer, choice: null, ...more };
}

function check(rows: readonly ImportRow[], onDevice: readonly Customer[] = []) {
  return drawAll(checkRows(rows, drawAll(knownCustomers(onDevice)), COLUMNS));
}

const wordsOf = (rows: readonly ImportRow[], onDevice: readonly Customer[] = []): string[] =>
  check(rows, onDevice).map(reasonOf);

describe('a row is checked as the form checks', () => {
  test.each([
    [{ first_name: '' }, 'First Name is missing. It is usually required.'],
    [{ last_name: '' }, 'Last Name is missing. It is usually required.'],
    [{ email: '' }, 'Email is missing. It is usually required.'],
    [{ email: 'ann(at)example.com' }, '“ann(at)example.com” is not an email address like name@example.com.'],
    [{ customer_type: 'Martian' }, 'Customer Type “Martian” is not known.'],
    [{ status: 'gone' }, 'Status “gone” is not known.'],
  ])('%j', (given, words) => {
    expect(wordsOf([row(1, given)])).toEqual([words]);
  });

  it('and one with values in no column is pointed out', () => {
    const cells = [...Array<string>(COLUMNS).fill('x'), 'moved'];
    expect(wordsOf([row(1, {}, { cells })])).toEqual(['This row has more values than there are columns.']);
    expect(wordsOf([row(1, {}, { cells: [...Array<string>(COLUMNS).fill('x'), ' '] })])).toEqual(['']);
  });

  it('what lacks something can be imported all the same, and what a customer cannot be cannot', () => {
    const [missing, unknown] = check([
      row(1, { email: '' }, { choice: 'in' }),
      row(2, { status: 'gone' }, { choice: 'in' }),
    ]);
    expect([missing?.isImported, unknown?.isImported, unknown?.isBlocked]).toEqual([true, false, true]);
  });

  it('what a person leaves out is left out', () => {
    expect(wordsOf([row(1, {}, { choice: 'out' })])).toEqual(['Left out by hand.']);
  });
});

describe('a duplicate is found', () => {
  const known = row(0, {
    email: 'Ann@Example.com',
    phone: '+1 (555) 123-4567',
    address_line_1: '1 Main St',
  }).customer;

  test.each([
    ['by its email', { email: ' ann@example.COM' }, 'Same email as First0 Last0, who is on this device.'],
    [
      'by the digits of its phone',
      { phone: '555.123.4567' },
      'Same phone number as First0 Last0, who is on this device.',
    ],
    [
      'by its name and street',
      { first_name: 'FIRST0', last_name: 'last0', address_line_1: '1 main st ' },
      'Same name and street as First0 Last0, who is on this device.',
    ],
  ])('%s', (_, given, words) => {
    expect(wordsOf([row(1, given)], [known])).toEqual([words]);
  });

  test.each([
    ['the name alone', { first_name: 'First0', last_name: 'Last0' }],
    ['the street alone', { address_line_1: '1 Main St' }],
    ['a few digits', { phone: '4567' }],
  ])('and not by %s', (_, given) => {
    expect(wordsOf([row(1, given)], [known])).toEqual(['']);
  });

  it('among the rows of the file: the later one', () => {
    const email = 'same@example.com';
    expect(wordsOf([row(1, { email }), row(2, { email })])).toEqual([
      '',
      'Same email as First1 Last1 in row 3.',
    ]);
  });

  it('and not of a row that is left out', () => {
    const email = 'same@example.com';
    expect(wordsOf([row(1, { email }, { choice: 'out' }), row(2, { email })])).toEqual([
      'Left out by hand.',
      '',
    ]);
  });

  it('and imported where the person says so', () => {
    const [one] = check([row(1, { email: 'ann@example.com' }, { choice: 'in' })], [known]);
    expect(one).toMatchObject({ isImported: true, duplicate: expect.stringContaining('Same email') });
  });

  it('a company without a person is known by its name', () => {
    const company = { first_name: '', last_name: '', company_name: 'Acme', address_line_1: '9 Elm' };
    const [, words] = wordsOf([
      row(1, company, { choice: 'in' }),
      row(2, { ...company, email: 'other@example.com' }),
    ]);
    expect(words).toContain('Same name and street as Acme in row 3.');
  });
});
