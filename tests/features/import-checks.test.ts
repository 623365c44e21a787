import { describe, expect, it, test } from 'vitest';
import type { Customer } from '../../src/domain/customer.ts';
import type { CellDoubt } from '../../src/domain/import/read-cell.ts';
import { type ServerRules, USUAL_RULES } from '../../src/domain/server-rules.ts';
import { drawAll } from '../../src/domain/steps.ts';
import { type CheckInput, checkRows } from '../../src/features/customers/import/check-rows.ts';
import type { ReadRow } from '../../src/features/customers/import/findings.ts';
import { NO_SHEET_SAID } from '../../src/features/customers/import/import-state.ts';
import { knownCustomers } from '../../src/features/customers/import/known-customers.ts';
import { aCustomer } from '../support/records/mutations.ts';

const COLUMNS = 12;
/** As the companion tells them. */
const TOLD: ServerRules = {
  first_name: { maxLength: 100, mayBeBlank: false, blankWith: 'company_name' },
  last_name: { maxLength: 100, mayBeBlank: false, blankWith: 'company_name' },
  email: { maxLength: 254, shape: 'email' },
  phone: { maxLength: 20, shape: 'phone' },
};
const EXTENSION: CellDoubt = {
  field: 'phone',
  cause: 'extension',
  value: '555-555-0101 x8',
  fix: '555-555-0101',
  lost: 'x8',
};

function row(place: number, given: Partial<Customer> = {}, ...doubts: readonly CellDoubt[]): ReadRow {
  const own = { first_name: `First${place}`, last_name: `Last${place}`, email: `row${place}@example.com` };
  const doubted = Object.fromEntries(doubts.map(({ field, value }) => [field, value]));
  const customer = aCustomer({ phone: '', address_line_1: '', ...own, ...given, ...doubted });
  return { row: place + 2, cells: [], customer: customer as unknown as Customer, doubts, unread: [] };
}

interface Given extends Partial<Omit<CheckInput, 'known'>> {
  readonly onDevice?: readonly Customer[];
}

function check(reads: readonly ReadRow[], { onDevice = [], ...given }: Given = {}) {
  const said = { decisions: {}, words: { customer_type: {}, status: {} } };
  const rules = { rules: TOLD, isTold: true };
  const known = drawAll(knownCustomers(onDevice));
  const input = {
    reads,
    said,
    sheet: NO_SHEET_SAID,
    choices: [],
    columns: COLUMNS,
    known,
    ...rules,
    ...given,
  };
  return drawAll(checkRows(input));
}

const decide = (decisions: CheckInput['said']['decisions'], words = {}): Pick<CheckInput, 'said'> => ({
  said: { decisions, words: { customer_type: {}, status: {}, ...words } },
});
const reasons = (...given: Parameters<typeof check>): string[] =>
  check(...given).rows.map(({ reason }) => reason);

describe('a cell that is doubted', () => {
  const rows = [row(1, {}, EXTENSION), row(2, {}, { ...EXTENSION, value: '555-555-0102 x9' }), row(3)];

  it('keeps its row out until something is decided, in one group', () => {
    const { counts, groups, toLookAt } = check(rows);
    expect(counts).toEqual({ in: 1, open: 2, out: 0, warned: 0 });
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ places: [0, 1], open: 2, fixes: 2, canKeep: false });
    expect(groups[0]?.title({ count: 2 })).toBe('2 phone numbers have an extension');
    expect([...(groups[0]?.examples ?? [])]).toContain('555-555-0101 x8 → 555-555-0101, without “x8”');
    expect(toLookAt).toEqual([0, 1]);
  });

  it('is corrected in all rows at once, and the group can still be decided about', () => {
    const found = check(rows, decide({ 'phone extension': 'correct' }));
    expect(found.counts).toEqual({ in: 3, open: 0, out: 0, warned: 0 });
    expect(found.rows[0]?.customer.phone).toBe('555-555-0101');
    expect(found.groups[0]).toMatchObject({ places: [0, 1], open: 0 });
  });

  it('is left out with its reason', () => {
    const found = check(rows, decide({ 'phone extension': 'out' }));
    expect(found.counts).toEqual({ in: 1, open: 0, out: 2, warned: 0 });
    expect(found.rows[0]?.reason).toBe('The phone number has an extension.');
  });

  it('is kept only where the server is not known to refuse it', () => {
    const known = check(rows, decide({ 'phone extension': 'keep' }));
    expect(known.counts.in).toBe(1);
    expect(known.groups.map(({ group }) => group)).toEqual(['phone extension', 'phone shape']);
    const sheet = { ...NO_SHEET_SAID, choices: { 3: 'in' as const } };
    expect(check(rows, { sheet }).rows[0]).toMatchObject({ isIn: false, isBlocked: true });
    const unknown = { rules: USUAL_RULES.customers, isTold: false };
    expect(check(rows, unknown).groups[0]?.canKeep).toBe(true);
    expect(check(rows, { ...decide({ 'phone extension': 'keep' }), ...unknown }).counts.in).toBe(3);
  });

  it('without a known correction is edited or left out', () => {
    const none = { ...EXTENSION, cause: 'notPhone' as const, fix: null };
    expect(check([row(1, {}, none)]).groups[0]).toMatchObject({ fixes: 0 });
    expect(check([row(1, {}, none)], decide({ 'phone notPhone': 'correct' })).counts.open).toBe(1);
  });

  it('is corrected in one row, which stays in its group', () => {
    const sheet = { ...NO_SHEET_SAID, corrections: { 3: { phone: ' 555-555-0109 ' } } };
    const found = check(rows, { sheet });
    expect(found.rows[0]).toMatchObject({ isIn: true, editable: ['phone'] });
    expect(found.rows[0]?.customer.phone).toBe('555-555-0109');
    expect(found.groups[0]).toMatchObject({ places: [0, 1], open: 1 });
  });

  it('is doubted again where the correction is as doubtful', () => {
    const sheet = { ...NO_SHEET_SAID, corrections: { 3: { phone: '555-555-0109 ext. 1' } } };
    expect(check(rows, { sheet }).rows[0]).toMatchObject({ isIn: false });
  });
});

describe('unknown words', () => {
  const doubt = {
    field: 'status',
    cause: 'unknownChoice',
    value: 'Current',
    fix: 'active',
    lost: '',
  } as const;
  const rows = [row(1, {}, doubt), row(2, {}, doubt), row(3, {}, { ...doubt, value: 'Gone', fix: null })];

  it('are counted, each with a suggestion', () => {
    expect([...(check(rows).groups[0]?.words ?? [])]).toEqual([
      ['Current', { count: 2, fix: 'active' }],
      ['Gone', { count: 1, fix: null }],
    ]);
    expect(check(rows).rows[0]).toMatchObject({ isBlocked: true, isOpen: true });
  });

  // @spec D1.52
  it('are said once for all rows, and can be said again', () => {
    const found = check(rows, decide({}, { status: { Current: 'inactive' } }));
    expect(found.rows.map(({ customer, isIn }) => [customer.status, isIn])).toEqual([
      ['inactive', true],
      ['inactive', true],
      ['Gone', false],
    ]);
    expect(found.groups[0]?.words.get('Current')).toEqual({ count: 2, fix: 'active' });
  });

  test.each(['constructor', 'toString', '__proto__'])(
    'are not taken for those of the machine: %s',
    (value) => {
      const found = check([row(1, {}, { ...doubt, value, fix: null })]);
      expect(found.rows[0]).toMatchObject({ isBlocked: true, customer: { status: value } });
    },
  );

  it('take their suggestions together', () => {
    expect(check(rows, decide({ 'status unknownChoice': 'correct' })).counts).toMatchObject({
      in: 2,
      open: 1,
    });
  });
});

describe('the rules of the server', () => {
  const unknown = { rules: USUAL_RULES.customers, isTold: false };

  test.each([
    ['no email', { email: '' }, 'in'],
    ['a company without a person', { first_name: '', last_name: '', company_name: 'Acme' }, 'in'],
    ['nobody', { first_name: '', last_name: '' }, 'out'],
    ['an email without @', { email: 'ann(at)example.com' }, 'out'],
    ['a name of 101 letters', { last_name: 'x'.repeat(101) }, 'out'],
  ])('that it told decide: %s', (_, given, expected) => {
    const { rows, counts } = check([row(1, given)]);
    expect(rows[0]).toMatchObject({ isIn: expected === 'in', isBlocked: expected === 'out' });
    expect(counts.warned).toBe(0);
  });

  it('that it did not tell only warn', () => {
    const rows = [
      row(1, { email: '' }),
      row(2, { first_name: '', last_name: '', company_name: 'Acme' }),
      row(3),
    ];
    expect(check(rows, unknown).counts).toEqual({ in: 3, open: 0, out: 0, warned: 2 });
    expect(check(rows, { ...unknown, ...decide({ 'email blank': 'out' }) }).counts.out).toBe(1);
  });

  test.each<[string, ServerRules, Partial<Customer>]>([
    ['a longer name', { last_name: { maxLength: 30 } }, { last_name: 'x'.repeat(31) }],
    ['a phone number like it', { phone: { refusedShapes: ['(000) 000-0000'] } }, { phone: '(312) 555-0101' }],
    ['a blank', { company_name: { mayBeBlank: false } }, { company_name: '' }],
    [
      'an email that is taken',
      { email: { isUnique: true, taken: ['ann@example.com'] } },
      { email: 'ann@example.com' },
    ],
  ])('that it showed by refusing warn and block nothing: %s', (_, learned, given) => {
    const onDevice = [row(0, { email: 'ann@example.com' }).customer];
    const found = check([row(1, given)], { rules: learned, isTold: false, onDevice });
    expect(found.rows[0]).toMatchObject({ isIn: true, isBlocked: false });
    expect(found.counts.warned).toBe(1);
    expect(found.groups.find(({ isLearned }) => isLearned)).toMatchObject({ weight: 'warns' });
    const told = check([row(1, given)], { rules: learned, isTold: true, onDevice });
    expect(told.rows[0]).toMatchObject({ isIn: false, isBlocked: true });
  });

  test.each([true, false])(
    'may want a shorter text, which is cut in all rows at once (told: %s)',
    (isTold) => {
      const rules = { last_name: { maxLength: 5 }, phone: { maxLength: 5 } };
      const rows = [
        row(1, { last_name: 'Abcd efg' }),
        row(2, { last_name: 'Abcdéfg' }),
        row(3, { phone: '555-0101' }),
      ];
      const before = check(rows, { rules, isTold });
      expect(before.groups.map(({ group, fixes }) => [group, fixes])).toEqual([
        ['last_name maxLength', 2],
        ['phone maxLength', 0],
      ]);
      expect([...(before.groups[0]?.examples ?? [])]).toContain('Abcdéfg → Abcdé, without “fg”');
      const cut = check(rows, { rules, isTold, ...decide({ 'last_name maxLength': 'correct' }) });
      expect(cut.rows.map(({ customer, isIn }) => [customer.last_name, isIn])).toEqual([
        ['Abcd', true],
        ['Abcdé', true],
        ['Last3', !isTold],
      ]);
      expect(cut.counts.warned).toBe(isTold ? 0 : 1);
    },
  );

  it('that stock servers have are not said to be learned', () => {
    expect(check([row(1, { email: '' })], unknown).groups[0]).toMatchObject({
      weight: 'warns',
      isLearned: false,
    });
  });

  it('may allow an email once', () => {
    const email = 'same@example.com';
    const once = { ...TOLD, email: { isUnique: true } };
    expect(reasons([row(1, { email }), row(2, { email })], { rules: once })).toEqual([
      '',
      'Another customer has this Email, and the server allows it only once.',
    ]);
  });
});

describe('a duplicate', () => {
  const known = row(0, {
    email: 'Ann@Example.com',
    phone: '+1 (555) 123-4567',
    address_line_1: '1 Main St',
  }).customer;
  const same = { first_name: 'FIRST0', last_name: 'last0' };
  const onDevice = [known];

  test.each([
    ['email', { ...same, email: ' ann@example.COM' }, 'Same email as First0 Last0, who is on this device.'],
    [
      'phone',
      { ...same, phone: '555.123.4567' },
      'Same phone number as First0 Last0, who is on this device.',
    ],
    [
      'street',
      { ...same, address_line_1: '1 main st ' },
      'Same name and street as First0 Last0, who is on this device.',
    ],
    [
      'no name',
      { first_name: '', last_name: '', company_name: '', email: 'ann@example.com' },
      'Same email as First0 Last0',
    ],
  ])('has the same name or none: %s', (_, given, words) => {
    expect(reasons([row(1, given)], { onDevice })[0]).toContain(words);
  });

  test.each([
    ['the name alone', same],
    ['the street alone', { address_line_1: '1 Main St' }],
    ['a few digits', { phone: '4567' }],
  ])('is not known by %s', (_, given) => {
    expect(reasons([row(1, given)], { onDevice, rules: {} })).toEqual(['']);
  });

  it('is not a customer with another name: that one has the same email too', () => {
    const { rows, groups } = check([row(1, { email: 'ann@example.com', phone: '555 123 4567' })], {
      onDevice,
    });
    expect(rows[0]).toMatchObject({ isIn: true });
    expect(rows[0]?.findings.map(({ words }) => words)).toEqual([
      'First0 Last0 has this email too.',
      'First0 Last0 has this phone number too.',
    ]);
    expect(groups.map(({ weight }) => weight)).toEqual(['tells', 'tells']);
  });

  it('is not the same manager at another street: that is a hint only', () => {
    const pam = (place: number, address_line_1: string): ReadRow =>
      row(place, { ...same, email: 'pm@example.com', address_line_1 });
    const rows = [pam(1, '1 Oak St'), pam(2, '2 Oak St'), pam(3, '3 Oak St'), pam(4, '')];
    expect(check(rows).rows.map(({ isIn }) => isIn)).toEqual([true, true, true, false]);
    expect(check(rows).groups.map(({ group, weight }) => [group, weight])).toEqual([
      ['shared email', 'tells'],
      ['duplicate', 'asks'],
    ]);
    // The street is written otherwise, or the row is there twice.
    const twice = [pam(1, '1 Oak St'), pam(2, '2 Oak St'), pam(3, '1 Oak Street'), pam(4, '2 Oak Street')];
    expect(reasons(twice)).toEqual([
      '',
      '',
      expect.stringMatching('in row 3'),
      expect.stringMatching('in row 4'),
    ]);
  });

  it('is the later one of the file, and no row that is left out', () => {
    const twice = [row(1, { ...same, email: 'a@example.com' }), row(2, { ...same, email: 'a@example.com' })];
    expect(reasons(twice)).toEqual(['', 'Same email as FIRST0 last0 in row 3.']);
    const sheet = { ...NO_SHEET_SAID, choices: { 3: 'out' as const } };
    expect(reasons(twice, { sheet })).toEqual(['Left out by you.', '']);
  });

  it('is imported where the user says so, alone or with all others', () => {
    const rows = [row(1, { ...same, email: 'ann@example.com' })];
    const sheet = { ...NO_SHEET_SAID, choices: { 3: 'in' as const } };
    expect(reasons(rows, { onDevice, sheet })).toEqual(['']);
    expect(reasons(rows, { onDevice, ...decide({ duplicate: 'keep' }) })).toEqual(['']);
  });
});

describe('a name', () => {
  const parts = { first_name: 'Aubrey', last_name: 'Plaza', company_name: '' };
  const doubt: CellDoubt = {
    field: 'company_name',
    cause: 'personOrCompany',
    value: 'Aubrey Plaza',
    fix: 'Aubrey Plaza',
    lost: '',
    parts,
  };
  const rows = [row(1, { first_name: '', last_name: '' }, doubt)];

  it.each([
    ['correct', parts],
    ['keep', { first_name: '', last_name: '', company_name: 'Aubrey Plaza' }],
  ] as const)('is a person’s or a company’s as decided for all: %s', (decision, name) => {
    const group = { group: 'company_name personOrCompany', isName: true, canKeep: true };
    expect(check(rows)).toMatchObject({ groups: [group], counts: { open: 1 } });
    expect([...(check(rows).groups[0]?.examples ?? [])]).toEqual(['Aubrey Plaza']);
    const decided = check(rows, decide({ 'company_name personOrCompany': decision }));
    expect(decided.rows[0]).toMatchObject({ isIn: true, customer: name });
  });

  it('that is in no column is asked about, unless the server asks for it', () => {
    const none = [row(1, { first_name: '', last_name: ' ', company_name: '' })];
    expect(check(none, { rules: {} })).toMatchObject({ groups: [{ group: 'noName', canKeep: true }] });
    expect(check(none, { rules: {}, ...decide({ noName: 'keep' }) }).counts.in).toBe(1);
    expect(check(none).groups.map(({ group }) => group)).not.toContain('noName');
  });
});

it('tells of values that a customer has no field for, and imports the row', () => {
  const unread = [
    { field: 'phone' as const, text: '512-555-0102' },
    { field: 'address_line_1' as const, text: '9 Elm, Waco' },
    { field: 'company_name' as const, text: 'Acme' },
  ];
  const { counts, groups } = check([{ ...row(1), unread }, row(2)]);
  expect(counts).toMatchObject({ in: 2, open: 0 });
  expect(groups.map(({ title, weight }) => [weight, title({ count: 12 })])).toEqual([
    ['tells', '12 rows have a second phone number. It is not imported'],
    ['tells', '12 rows have a second address. It is not imported'],
    ['tells', '12 rows have a second value for Company Name. It is not imported'],
  ]);
});

it('points out a row with values in no column', () => {
  const cells = [...Array<string>(COLUMNS).fill('x'), 'moved'];
  expect(reasons([{ ...row(1), cells }])).toEqual(['This row has more values than there are columns.']);
  expect(reasons([{ ...row(1), cells: [...cells.slice(0, COLUMNS), ' '] }])).toEqual(['']);
});

it('shows the fields that any row has, and a choice only where the file has a column', () => {
  expect(check([row(1, { phone: '5555551234' })]).fields).toEqual([
    'first_name',
    'last_name',
    'email',
    'phone',
  ]);
  expect(check([row(1)], { choices: ['status'] }).fields).toContain('status');
});
