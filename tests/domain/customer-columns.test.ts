import { describe, expect, it, test } from 'vitest';
import {
  customerOf,
  isEnough,
  looksLikeRow,
  matchColumns,
  unusedColumns,
  valueOf,
} from '../../src/domain/customer-columns.ts';

describe('columns are matched by their names', () => {
  test.each([
    ['first_name', ['First Name', 'first_name', 'FIRSTNAME', 'Given name', 'first']],
    ['last_name', ['Last Name', 'last_name', 'Surname', 'Family Name']],
    ['full_name', ['Name', 'Full name', 'Customer Name']],
    ['email', ['E-mail', 'Email', 'e_mail', 'Email Address']],
    ['phone', ['Phone', 'Mobile', 'Phone #', 'Cell Phone', 'Telephone']],
    ['company_name', ['Company', 'Company Name', 'Organization']],
    ['customer_type', ['Type', 'Customer Type', 'customer_type']],
    ['status', ['Status', 'Customer status']],
    ['address_line_1', ['Street', 'Address', 'Address 1', 'Address Line 1', 'Street Address']],
    ['city', ['City', 'Town']],
    ['state', ['State', 'State/Province']],
    ['postal_code', ['ZIP', 'Zip Code', 'Postal code', 'ZIP/Postal code']],
  ] as const)('%s', (field, names) => {
    for (const name of names) expect([name, matchColumns(['Id', name])[field]]).toEqual([name, 1]);
  });

  it('the most telling of several, each once', () => {
    const match = matchColumns(['Mobile', 'Phone', 'Address', 'Address Line 1']);
    expect([match.phone, match.address_line_1]).toEqual([1, 3]);
  });

  it('no whole name where there are its parts', () => {
    expect(matchColumns(['Name', 'First Name', 'Last Name']).full_name).toBeNull();
    expect(matchColumns(['Name', 'First Name']).full_name).toBe(0);
  });

  it('what is not matched is told', () => {
    const header = ['Name', 'Notes', 'Source'];
    expect(unusedColumns(header, matchColumns(header))).toEqual([1, 2]);
  });

  it('a file without names, emails and companies is not enough', () => {
    expect([isEnough(matchColumns(['City'])), isEnough(matchColumns(['Name']))]).toEqual([false, true]);
  });
});

describe('a row as a customer', () => {
  const header = ['Name', 'E-mail', 'Type', 'Status', 'Street'];
  const of = (...cells: string[]) => customerOf(cells, matchColumns(header));

  it('has the defaults of a new one where the file has nothing', () => {
    expect(of('Ann Lee')).toMatchObject({
      first_name: 'Ann',
      last_name: 'Lee',
      email: '',
      customer_type: 'residential',
      status: 'active',
    });
  });

  test.each([
    ['Ann Lee', 'Ann', 'Lee'],
    ['Mary Ann  van Dyke', 'Mary Ann  van', 'Dyke'],
    ['Madonna', 'Madonna', ''],
    ['  Ann Lee  ', 'Ann', 'Lee'],
  ])('divides “%s” at the last blank', (name, first, last) => {
    expect(of(name)).toMatchObject({ first_name: first, last_name: last });
  });

  it('takes a choice by its value or its words', () => {
    expect(of('A B', '', 'Property Management', 'LEAD')).toMatchObject({
      customer_type: 'property_management',
      status: 'lead',
    });
    expect(of('A B', '', 'Martian')).toMatchObject({ customer_type: 'Martian' });
    expect(valueOf('status', ' In-Active ')).toBe('inactive');
  });

  it('has one line in each field, and nothing of what an export put before a formula', () => {
    expect(of('Ann Lee', '', '', '', '1 Main St\r\nUnit 4').address_line_1).toBe('1 Main St, Unit 4');
    expect(valueOf('phone', "'+1-555-123-4567")).toBe('+1-555-123-4567');
    expect(valueOf('last_name', "'t Hooft")).toBe("'t Hooft");
  });
});

test.each([
  [['Ann', 'ann@example.com'], true],
  [['Ann', '(555) 123-4567'], true],
  [['First Name', 'E-mail', 'Phone 1'], false],
])('%j looks like a row: %s', (line, expected) => {
  expect(looksLikeRow(line)).toBe(expected);
});
