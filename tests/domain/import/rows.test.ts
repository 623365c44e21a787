import { describe, expect, it, test } from 'vitest';
import type { Customer } from '../../../src/domain/customer.ts';
import { matchColumns } from '../../../src/domain/import/columns.ts';
import { choicesOf, readRow, readTyped } from '../../../src/domain/import/rows.ts';
import { doubtText } from '../../support/import/read-fixture.ts';

/** Reads a row, given by column name. */
function read(columns: Readonly<Record<string, string>>) {
  const [header, cells] = [Object.keys(columns), Object.values(columns)];
  return readRow(cells, { header, match: matchColumns(header, [{ row: 2, cells }]) });
}

const addressOf = (columns: Readonly<Record<string, string>>): string => {
  const { address_line_1, city, state, postal_code } = read(columns).customer;
  return [address_line_1, city, state, postal_code].join('|');
};

const nameOf = (columns: Readonly<Record<string, string>>): string => {
  const { first_name, last_name, company_name } = read(columns).customer;
  return [first_name, last_name, company_name].join('|');
};

it('a row has the defaults of a new customer for columns that the file lacks', () => {
  expect(read({ Name: 'Ann Lee', Type: '' })).toEqual({
    customer: expect.objectContaining({
      email: '',
      phone: '',
      customer_type: 'residential',
      status: 'active',
    }),
    doubts: [],
    unread: [],
  });
});

describe('a name is assembled', () => {
  test.each([
    [
      'from its parts',
      { 'First Name': 'Ann', 'Middle Name': 'B.', 'Last Name': 'Lee', Suffix: 'Jr.' },
      'Ann B.|Lee Jr.|',
    ],
    [
      'and a whole name beside its parts is the company',
      { Name: 'X', 'First Name': 'Ann', 'Last Name': 'Lee' },
      'Ann|Lee|X',
    ],
    [
      'from the whole name, if its parts are blank',
      { 'First Name': '', 'Last Name': '', Customer: 'Chang, Lee' },
      'Lee|Chang|',
    ],
    [
      'as a company’s, if its parts are blank',
      { 'First Name': '', 'Display Name': 'Acme Fleet' },
      '||Acme Fleet',
    ],
    ['once, if the company has a column too', { Name: 'Acme Fleet', Company: 'ACME Fleet' }, '||ACME Fleet'],
    ['of a person at a company', { Name: 'Ann Lee', Company: 'Acme Fleet' }, 'Ann|Lee|Acme Fleet'],
    [
      'with the company as in its own column',
      { Customer: 'Ray Plumbing', Company: 'Ray Plumbing, Inc.' },
      '||Ray Plumbing, Inc.',
    ],
  ])('%s', (_, columns, expected) => {
    expect(nameOf(columns as unknown as Record<string, string>)).toBe(expected);
  });
});

describe('each name of a row is kept: first|last|company', () => {
  test.each([
    ['Customer|Full Name', 'Acme|Jane Doe', 'Jane|Doe|Acme'],
    ['Customer|Full Name', 'Beta Plumbing LLC|Bob Ray', 'Bob|Ray|Beta Plumbing LLC'],
    ['Customer|Full Name', 'Doe, Jane|Jane Doe', 'Jane|Doe|'],
    ['Customer|Full Name', 'Lee, Ann|', 'Ann|Lee|'],
    ['Customer|Full Name', 'Acme Fleet|', '||Acme Fleet'],
    ['Customer|Company|First Name|Last Name|Primary Contact', 'Acme||||Jane Doe', 'Jane|Doe|Acme'],
    ['Customer|Company|First Name|Last Name|Primary Contact', 'Doe, Jane||Jane|Doe|Jane Q Doe', 'Jane|Doe|'],
    ['Customer|Company|First Name|Last Name', 'Acme||Jane|Doe', 'Jane|Doe|Acme'],
    ['Customer|Company|First Name|Last Name', 'Beta|Acme, Inc.||', '||Acme, Inc. (Beta)'],
    ['First Name|Last Name|Full Name|Company', '||Jane Doe|Acme', 'Jane|Doe|Acme'],
    ['First Name|Last Name|Full Name|Company', '||Jane Doe|', 'Jane|Doe|'],
    ['First Name|Last Name|Full Name|Company', 'Jane||Jane Doe|', 'Jane|Doe|'],
    ['First Name|Last Name|Display Name', 'Tom|Ray|Tom & Ann Ray', 'Tom|Ray|Tom & Ann Ray'],
    ['First Name|Last Name|Display Name', 'Tom|Ray|Mr. Tom B. Ray Jr.', 'Tom|Ray|'],
    ['First Name|Last Name|Display Name', 'Tom|Ray|Tom Ray Plumbing', 'Tom|Ray|Tom Ray Plumbing'],
    ['Name|Given Name|Family Name|Organization 1 - Name', 'Jane Doe|||Acme', 'Jane|Doe|Acme'],
    ['Company|Contact', 'Acme|Mary Bank', 'Mary|Bank|Acme'],
    ['Company|Contact', 'Acme|Ken Co', 'Ken|Co|Acme'],
    ['Company|Contact', '|Harbor Dental, LLC', '||Harbor Dental, LLC'],
    ['Company|Contact', 'Acme|Smith, Jones, Ray', '||Acme (Smith, Jones, Ray)'],
    ['Last Name First Name', 'Doe Jane M.', 'Jane M.|Doe|'],
    ['Name (Last, First)', 'Doe, Jane', 'Jane|Doe|'],
    ['Name (Last, First)', 'Harbor Dental', '||Harbor Dental'],
    ['Full Name', 'Harbor Dental', '||Harbor Dental'],
    ['Full Name|Company', 'Aubrey Plaza|', 'Aubrey|Plaza|'],
    ['Customer:Job', 'Doe, Jane:Kitchen', 'Jane|Doe (Kitchen)|'],
    ['Customer:Job', 'Acme, Inc.:Kitchen:Sink', '||Acme, Inc. (Kitchen:Sink)'],
    ['Customer:Job|First Name|Last Name', 'Doe:Kitchen|Jane|Doe', 'Jane|Doe (Kitchen)|'],
    ['Customer:Job|Company', 'Acme:Kitchen|Acme, Inc.', '||Acme, Inc. (Kitchen)'],
    ['Name|Company', 'Beta Plumbing LLC|Acme', '||Acme (Beta Plumbing LLC)'],
    ['Name|Company', 'Smith, Jones, Ray|Acme', '||Acme (Smith, Jones, Ray)'],
    ['Full Name|Contact', 'Jane Doe|Tom Ray', 'Jane|Doe|Tom Ray'],
  ])('%s: %s', (header, cells, expected) => {
    const names = header.split('|');
    const texts = cells.split('|');
    expect(nameOf(Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])))).toBe(expected);
  });
});

describe('an address is assembled', () => {
  test.each([
    ['from two lines', { Street: '1 Elm', City: 'Elko', 'Address 2': 'Apt 3' }, '1 Elm, Apt 3|Elko||'],
    ['from the second line alone', { Street: '', 'Street 2': 'Apt 3', City: 'Elko' }, 'Apt 3|Elko||'],
    ['from one cell', { 'Billing Address': '1 Elm, Elko, NV 89801' }, '1 Elm|Elko|NV|89801'],
    [
      'from one cell, and kept whole beside a city',
      { Address: '1 Elm, Elko, NV 89801', City: 'Elko' },
      '1 Elm, Elko, NV 89801|Elko||',
    ],
    [
      'from a street and a cell for the rest',
      { Street: '1 Elm', 'City, State, Zip': 'Elko, NV 89801' },
      '1 Elm|Elko|NV|89801',
    ],
    [
      'from the lines of a block, without the name',
      {
        Name: 'Ann Lee',
        'Bill to 1': 'Ann Lee',
        'Bill to 2': '1 Elm',
        'Bill to 3': 'Elko, NV 89801',
        'Ship to 1': '9 Oak',
      },
      '1 Elm|Elko|NV|89801',
    ],
    ['from a block without a city', { 'Bill to 1': '1 Elm', 'Bill to 2': 'rear' }, '1 Elm, rear|||'],
    [
      'and never from two addresses',
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
      'from the second address if the first is blank',
      { 'Billing Street 1': '', 'Billing City': '', 'Service Street 1': '9 Oak', 'Service City': 'Elko' },
      '9 Oak|Elko||',
    ],
    [
      'from a city that two streets share',
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

  it('that is unknown is a doubt', () => {
    const columns = { Name: 'Ann Lee', Type: 'Homeowner', Status: 'Zombie' };
    expect(read(columns).doubts.map(doubtText)).toEqual([
      'customer_type: unknownChoice → residential',
      'status: unknownChoice → nothing',
    ]);
  });

  test.each(['constructor', 'toString', '__proto__'])(
    'is a doubt without a suggestion if it is %s',
    (word) => {
      expect(read({ Name: 'Ann Lee', Type: word, Status: word }).doubts.map(doubtText)).toEqual([
        'customer_type: unknownChoice → nothing',
        'status: unknownChoice → nothing',
      ]);
    },
  );

  it('lists its values', () => {
    expect([choicesOf('status')?.length, choicesOf('city')]).toEqual([4, undefined]);
  });
});

describe('a filled cell that no field takes is reported', () => {
  const unreadOf = (columns: Readonly<Record<string, string>>): string[] =>
    read(columns).unread.map(({ field, text }) => `${field}: ${text}`);
  const phones = { Name: 'Ann Lee', Phone: '512-555-0101' };
  const address = { Address: '12 Oak St', City: 'Austin', State: 'TX', ZIP: '78701' };

  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    [
      'a second phone number, once',
      { ...phones, Mobile: '512-555-0102', 'Work Phone': '(512) 555-0102' },
      ['phone: 512-555-0102'],
    ],
    ['but not the same one', { ...phones, Mobile: '+1 (512) 555 0101' }, []],
    ['nor a word for none', { ...phones, Mobile: 'n/a' }, []],
    [
      'a second email',
      { Email: 'a@x.com', 'E-mail 2': 'b@x.com', 'Work Email': 'A@X.COM' },
      ['email: b@x.com'],
    ],
    ['a second company', { Company: 'Acme', Organization: 'Beta Inc' }, ['company_name: Beta Inc']],
    [
      'a service address',
      { ...address, 'Service Street': '9 Elm', 'Service City': 'Waco', 'Service State': 'Texas' },
      ['address_line_1: 9 Elm, Waco'],
    ],
    [
      'but not the same address as a block',
      { Name: 'Ann Lee', ...address, 'Bill to 1': 'Ann Lee', 'Bill to 2': '12 Oak St', 'Bill to 3': 'USA' },
      [],
    ],
    [
      'a line of a block behind the place',
      {
        Name: 'Ann Lee',
        'Bill to 1': '12 Oak St',
        'Bill to 2': 'Austin, TX 78701',
        'Bill to 3': 'Attn: Bob',
      },
      ['address_line_1: Attn: Bob'],
    ],
    ['another street', { 'Other Street': '9 Oak', Street: '1 Elm' }, ['address_line_1: 9 Oak']],
    [
      'the suite of another street',
      { 'Business Street': '1 Elm', 'Business Street 2': 'Suite 2', 'Home Street': '9 Oak' },
      ['address_line_1: 1 Elm, Suite 2'],
    ],
  ])('%s', (_, columns, expected) => {
    expect(unreadOf(columns)).toEqual(expected);
  });

  it('a number is used instead of a word like none', () => {
    expect(read({ Phone: 'n/a', Mobile: '512-555-0102' }).customer.phone).toBe('512-555-0102');
  });
});

describe('a value in the wrong column is a doubt', () => {
  test.each<[keyof Customer, string, string | undefined]>([
    ['address_line_1', 'a@x.com', 'emailInside'],
    ['city', 'a@x.com', 'emailInside'],
    ['first_name', 'Ann (a@x.com)', 'emailInside'],
    ['company_name', '@home', undefined],
    ['last_name', 'Lee 512-555-0101', 'phoneInside'],
    ['company_name', '(512) 555-0101', 'phoneInside'],
    ['city', '512-555-0101', 'phoneInside'],
    ['address_line_1', '512.555.0101', 'phoneInside'],
    ['postal_code', '512-555-0101', 'phoneInside'],
    ['state', '78701', 'zipInside'],
    ['city', '78701-1234', 'zipInside'],
    ['address_line_1', '78701', 'zipInside'],
    ['address_line_1', '12 Oak St', undefined],
    ['city', '12 Oak St', 'streetInside'],
    ['company_name', '24 Hour Towing', undefined],
    ['postal_code', 'TX', 'notZip'],
    ['postal_code', 'K1A 0B1', undefined],
  ])('%s: %s', (field, text, cause) => {
    expect(readTyped(field, text).doubt?.cause).toBe(cause);
  });
});

describe('a name that could be a person’s or a company’s', () => {
  const doubtsOf = (columns: Readonly<Record<string, string>>) => read(columns).doubts;

  it.each(['Aubrey Plaza', 'Christy Bank', 'Harbor Bank'])('is a doubt: %s', (Name) => {
    const [first_name, last_name] = Name.split(' ');
    const parts = { first_name, last_name, company_name: '' };
    expect(nameOf({ Name })).toBe(`||${Name}`);
    expect(doubtsOf({ Name })).toEqual([
      { field: 'company_name', cause: 'personOrCompany', value: Name, fix: Name, lost: '', parts },
    ]);
  });

  it.each([
    ['if the row has a company', { Name: 'Aubrey Plaza', Company: 'Acme' }, 'Aubrey|Plaza|Acme'],
    ['if a column is for people', { 'Full Name': 'Aubrey Plaza' }, 'Aubrey|Plaza|'],
    ['if the file has columns for people', { 'First Name': '', Customer: 'Harbor Bank' }, '||Harbor Bank'],
    ['if it has other words', { Name: 'The Bank' }, '||The Bank'],
    ['if the column is for companies', { Company: 'Harbor Bank' }, '||Harbor Bank'],
  ])('is clear %s', (_, columns, name) => {
    expect([nameOf(columns), doubtsOf(columns)]).toEqual([name, []]);
  });
});

it('an address block adds its street to a city, state and ZIP code in their own columns', () => {
  expect(addressOf({ Name: 'Ann Lee', City: 'Austin', 'Bill to 1': '12 Oak St' })).toBe('12 Oak St|Austin||');
});

it('an address block that begins with the name, without its initial, keeps the name out of the street', () => {
  const block = { 'Bill to 1': 'Jane Doe', 'Bill to 2': '12 Oak St', 'Bill to 3': 'Austin, TX 78701' };
  expect(addressOf({ 'First Name': 'Jane', 'M.I.': 'Q', 'Last Name': 'Doe', ...block })).toBe(
    '12 Oak St|Austin|TX|78701',
  );
});

describe('a value that a server would refuse is a doubt', () => {
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

  it.each([
    ['MA', '02134-1234'],
    ['', '02134-1234'],
    ['Elsewhere', '021341234'],
  ])('but a nine-digit ZIP code only gets its hyphen, in %j', (State, zip) => {
    const { customer, doubts } = read({ Name: 'Ann Lee', State, ZIP: '021341234' });
    expect([customer.postal_code, doubts]).toEqual([zip, []]);
  });

  it('limits count characters as people do', () => {
    expect(readTyped('first_name', '👩'.repeat(100)).doubt).toBeNull();
  });
});
