import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withTax } from '../../../src/domain/money.ts';
import { addItem, itemsTotal, readItems } from '../../../src/domain/papers/item-sums.ts';
import { picturesOf } from '../../../src/domain/papers/paper-content.ts';
import { moneyText } from '../../../src/domain/papers/paper-texts.ts';
import {
  authorizationPaper,
  changeOrderPaper,
  completionPaper,
  estimatePaper,
  type SignedEstimate,
} from '../../../src/domain/papers/papers.ts';
import { anyItem, item } from './items.ts';
import { estimate, NOWHERE, order, partsOf, rowsOf, SOURCE, wordsOf } from './source.ts';

const DESCRIPTION = `Kitchen flooded.

Two rooms.
--- Items ---
2 x Air mover, 3 days @ 35.00 = 210.00
118 x Remove wet drywall, sq ft @ 1.85 = 200.00
Prices of 2026
--- Claim ---
Carrier: Prairie Mutual
Referral: plumber Bob`;
const TWO_ITEMS = estimate({
  estimate_number: 'E-12',
  title: 'Burst pipe',
  description: DESCRIPTION,
  valid_until: '2026-12-23',
  subtotal: 410,
  tax_rate: 8.25,
  total_amount: 443.83,
  terms_and_conditions: 'Net 30',
});
const NO_AGREEMENT = { text: '' };
const AGREED = { estimate: 'E-11 · Burst pipe', signed: null, asSigned: 'nothing' } as const;

const sumsOf = (content: ReturnType<typeof estimatePaper>) =>
  partsOf(content, 'sums').flatMap(({ sums }) => sums.map(({ name, text }) => `${name} ${text}`));
const textsOf = (content: ReturnType<typeof estimatePaper>) =>
  partsOf(content, 'text').map(({ heading, paragraphs }) => `${heading}: ${paragraphs.join(' / ')}`);

describe('an estimate', () => {
  const paper = estimatePaper(SOURCE, { estimate: TWO_ITEMS, agreement: NO_AGREEMENT });

  test('says who, what, how much, and until when', () => {
    expect(paper).toMatchObject({
      version: 1,
      kind: 'estimate',
      title: 'Estimate',
      company: { name: 'Dry Co', lines: ['1 Main St', 'Austin, TX 78701', '512-555-0100'] },
      facts: [
        ['Number', 'E-12'],
        ['Date', 'Nov 23, 2026'],
        ['Prepared by', 'Ann Lee'],
        ['Title', 'Burst pipe'],
        ['Valid until', 'Dec 23, 2026'],
      ],
    });
    expect(partsOf(paper, 'parties')[0]?.parties).toEqual([
      { role: 'Bill to', lines: ['Łucja Nguyễn', '2175 Oak St', 'Austin, TX 78702', '512-555-0101'] },
      { role: 'Site', lines: ['2175 Oak St', 'Austin, TX 78702'] },
    ]);
    expect(textsOf(paper)).toEqual([
      'Description of work: Kitchen flooded. / Two rooms.',
      'Insurance claim: Carrier: Prairie Mutual',
      'Terms and conditions: Net 30',
    ]);
    expect(sumsOf(paper)).toEqual(['Subtotal $410.00', 'Tax (8.25%) $33.83', 'Total $443.83']);
    expect(partsOf(paper, 'sums')[0]?.sums.map(({ isTotal }) => isTotal)).toEqual([false, false, true]);
  });

  test('has its items in a table, with the lines that are none, and marks amounts that a person set', () => {
    const [table] = partsOf(paper, 'table');
    expect(table && rowsOf(table)).toEqual([
      '2 × 3 days | Air mover | $35.00 | $210.00',
      '118 sq ft | Remove wet drywall | $1.85 | $200.00*',
    ]);
    expect(table?.notes).toEqual(['* This amount is not quantity times price.', 'Prices of 2026']);
    expect(wordsOf(paper)).not.toContain('@');
  });

  test('has nothing below its items if all are worked out, and other blocks under their own names', () => {
    const description = addItem('--- Access ---\nKey under the mat', item());
    const one = estimatePaper(SOURCE, { estimate: estimate({ description }), agreement: NO_AGREEMENT });
    expect(partsOf(one, 'table')[0]?.notes).toEqual([]);
    expect(textsOf(one)).toEqual(['Access: Key under the mat']);
  });

  test('never says a referral', () => {
    expect(wordsOf(paper)).not.toContain('Bob');
  });

  test('shows what its subtotal and its total differ by', () => {
    const other = estimate({ ...TWO_ITEMS, subtotal: 400, total_amount: 420 });
    expect(sumsOf(estimatePaper(SOURCE, { estimate: other, agreement: NO_AGREEMENT }))).toEqual([
      'Items $410.00',
      'Difference from the items -$10.00',
      'Subtotal $400.00',
      'Tax (8.25%) $33.00',
      'Adjustment -$13.00',
      'Total $420.00',
    ]);
  });

  // @spec D1.48
  test('of which little is known says little', () => {
    const none = estimatePaper(
      { ...SOURCE, customer: null, settings: { ...SOURCE.settings, companyLogo: '' } },
      {
        estimate: estimate({ subtotal: null, tax_rate: null, total_amount: null }),
        agreement: NO_AGREEMENT,
      },
    );
    expect(none.facts[0]).toEqual(['Number', 'Draft']);
    expect(none.company.logo).toBe('');
    expect(none.parts).toEqual([{ part: 'parties', parties: [] }]);
    expect(picturesOf(none)).toEqual([]);
  });

  test('is plain data, and its amounts are those of its items, in cents', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 60 }), (items) => {
        const description = items.reduce(addItem, 'Work.');
        const subtotal = itemsTotal(items) / 100;
        const total_amount = withTax(subtotal, 8.25);
        const one = estimate({ description, subtotal, tax_rate: 8.25, total_amount });
        const content = estimatePaper(SOURCE, { estimate: one, agreement: NO_AGREEMENT });
        expect(JSON.parse(JSON.stringify(content))).toEqual(content);
        const [table] = partsOf(content, 'table');
        const amounts = table?.rows.map((row) => row.row === 'cells' && row.cells[3]?.replace('*', ''));
        expect(amounts).toEqual(items.map(({ amount }) => moneyText(amount)));
        const cents = partsOf(content, 'sums')[0]?.sums.map((sum) => sum.cents) ?? [];
        expect(cents[0]).toBe(items.reduce((sum, { amount }) => sum + amount, 0));
        expect((cents[0] ?? 0) + (cents[1] ?? 0)).toBe(cents[2]);
      }),
      { numRuns: 50 },
    );
  });
});

test('the pictures of a document are its logo and its photos, each once', () => {
  const pictures = ['b', 'a', 'b'].map((sha256) => ({ sha256, lines: [] }));
  const company = { name: '', lines: [], logo: 'a' };
  const parts = [{ part: 'pictures', heading: '', perPage: 2, pictures } as const];
  expect(picturesOf({ company, parts })).toEqual(['a', 'b']);
});

describe('a document that is signed', () => {
  const notes =
    '--- Job ---\nStarted: 2026-11-23 08:42 -0600 ann\nFlags: gate 4471\n--- Log ---\n2026-11-23 08:42 -0600 ann: Slow payer';
  const job = {
    order: order({ title: 'Dry out', description: 'Dry the kitchen.', notes }),
    claim: DESCRIPTION,
    agreement: { text: 'I authorize Dry Co.\n\nI give access.', cancellation: 'Three days.' },
  };

  test('authorizes the work', () => {
    const paper = authorizationPaper({ ...SOURCE, site: { ...NOWHERE, address_line_1: '9 Elm St' } }, job);
    expect(paper).toMatchObject({ kind: 'authorization', title: 'Work authorization' });
    expect(paper.facts).toContainEqual(['Number', 'WO-7']);
    expect(partsOf(paper, 'parties')[0]?.parties[1]?.lines).toEqual(['9 Elm St']);
    expect(textsOf(paper)).toEqual([
      'Insurance claim: Carrier: Prairie Mutual',
      'Description of work: Dry the kitchen.',
      'Agreement: I authorize Dry Co. / I give access.',
      'Your right to cancel: Three days.',
    ]);
    expect(paper.consent?.signatures).toEqual([
      'Signature of the customer',
      'I have received the notice of my right to cancel',
    ]);
    expect(wordsOf(paper)).not.toMatch(/4471|Slow payer|Bob/);
  });

  test('says the items of its description, and those of an estimate’s terms, which no table has', () => {
    const items = '--- Items ---\n2 x Air mover @ 35.00 = 70.00';
    const paper = authorizationPaper(SOURCE, {
      ...job,
      order: order({ description: `Dry the kitchen.\n${items}` }),
    });
    expect(textsOf(paper)).toContain('Items: 2 x Air mover @ 35.00 = 70.00');
    const terms = estimate({ description: items, terms_and_conditions: items });
    const estimated = estimatePaper(SOURCE, { estimate: terms, agreement: NO_AGREEMENT });
    expect(textsOf(estimated)).toEqual(['Items: 2 x Air mover @ 35.00 = 70.00']);
    expect(partsOf(estimated, 'table')).toHaveLength(1);
  });

  test('certifies that the work is done', () => {
    const paper = completionPaper(SOURCE, { ...job, claim: '', agreement: { text: 'It is done.' } });
    expect(paper.title).toBe('Certificate of completion');
    expect(paper.facts.slice(-2)).toEqual([
      ['Title', 'Dry out'],
      ['Started', 'Nov 23, 2026, 8:42 AM -0600'],
    ]);
    expect(textsOf(paper)).toEqual(['Description of work: Dry the kitchen.', 'Agreement: It is done.']);
    expect(paper.consent).toEqual({
      sentence:
        'By signing I agree to this document and to signing it electronically. I can have it on paper instead.',
      signatures: ['Signature of the customer'],
    });
  });
});

describe('a change order', () => {
  const before = {
    items: [
      item({ name: 'Air mover', quantity: 2, each: 3, unit: 'days' }),
      item({ name: 'Remove wet drywall', quantity: 118, unit: 'sq ft', price: 185 }),
      item({ name: 'Demo', price: 8000 }),
    ],
    total: 55_000,
    ...AGREED,
  };
  const after = [
    item({ name: 'Air mover', quantity: 4, each: 3, unit: 'days' }),
    item({ name: 'Demo', price: 8000 }),
    item({ name: 'Haul away', price: 9500 }),
  ];
  const changed = (
    items: readonly ReturnType<typeof item>[],
    total_amount: number,
    signed: SignedEstimate | null = null,
  ) =>
    changeOrderPaper(SOURCE, {
      estimate: estimate({ estimate_number: 'E-12', description: items.reduce(addItem, ''), total_amount }),
      before: { ...before, signed },
      reason: 'Water behind the wall',
      agreement: { text: 'I agree.' },
    });

  test('says what changed, what it was, and the new total', () => {
    const paper = changed(after, 640);
    const [table] = partsOf(paper, 'table');
    expect(table && rowsOf(table)).toEqual([
      '= Changed',
      '4 × 3 days | Air mover\nWas 2 × 3 days at $35.00: $210.00 | $35.00 | $210.00',
      '= Removed',
      '118 sq ft | Remove wet drywall | $1.85 | -$218.30',
      '= Added',
      '1 | Haul away | $95.00 | $95.00',
    ]);
    expect(sumsOf(paper)).toEqual([
      'Total before this change $550.00',
      'Items $86.70',
      'Outside the items, such as tax $3.30',
      'This change $90.00',
      'Total after this change $640.00',
    ]);
    expect(textsOf(paper)).toEqual([
      'Reason: Water behind the wall',
      'Before this change: E-11 · Burst pipe\nNo signed document of it is known to this device.\nIts items and total are those that it had on Nov 23, 2026.',
      'Agreement: I agree.',
    ]);
  });

  test('names what was signed of the estimate before', () => {
    const signed = {
      document: 'Estimate',
      name: 'Łucja Nguyễn',
      digits: '0123456789ab',
      at: '2026-11-20T08:45:00-06:00',
    };
    const paper = changed(after, 640, signed);
    expect(textsOf(paper)[1]).toContain(
      'Łucja Nguyễn signed ‘Estimate’ of it on Nov 20, 2026, 8:45 AM -0600: document 0123456789ab.',
    );
  });

  test.each([
    ['all', 'Its items and total are those of the signed document.'],
    ['total', 'Its total is that of the signed document. Its items are those that it had on Nov 23, 2026.'],
  ] as const)('says what of it was signed: %s', (asSigned, said) => {
    const paper = changeOrderPaper(SOURCE, {
      estimate: estimate({ total_amount: 640 }),
      before: { ...before, asSigned },
      reason: '',
      agreement: NO_AGREEMENT,
    });
    expect(textsOf(paper)[0]?.split('\n').at(-1)).toBe(said);
  });

  test('of what was agreed as one sum calls that sum no tax', () => {
    const paper = changeOrderPaper(SOURCE, {
      estimate: estimate({ description: addItem('', item({ price: 550_000 })), total_amount: 5500 }),
      before: { items: [], total: 500_000, ...AGREED },
      reason: '',
      agreement: NO_AGREEMENT,
    });
    expect(sumsOf(paper)).toEqual([
      'Total before this change $5,000.00',
      'Items $5,500.00',
      'Outside the items, such as tax -$5,000.00',
      'This change $500.00',
      'Total after this change $5,500.00',
    ]);
  });

  test('without a change has no table', () => {
    const paper = changed(before.items, 550);
    expect(partsOf(paper, 'table')).toEqual([]);
    expect(sumsOf(paper)).toEqual([
      'Total before this change $550.00',
      'Items $0.00',
      'This change $0.00',
      'Total after this change $550.00',
    ]);
  });

  test('accounts for every cent', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 6 }), fc.array(anyItem, { maxLength: 6 }), (was, is) => {
        const description = is.reduce(addItem, '');
        const paper = changeOrderPaper(SOURCE, {
          estimate: estimate({ description, total_amount: itemsTotal(is) / 100 }),
          before: { items: readItems(was.reduce(addItem, '')), total: itemsTotal(was), ...AGREED },
          reason: '',
          agreement: NO_AGREEMENT,
        });
        const cents = partsOf(paper, 'sums')[0]?.sums.map((sum) => sum.cents);
        const difference = itemsTotal(is) - itemsTotal(was);
        expect(cents).toEqual([itemsTotal(was), difference, difference, itemsTotal(is)]);
      }),
    );
  });
});
