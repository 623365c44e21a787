import { describe, expect, test } from 'vitest';
import { customerPlaces, placesById } from '../../../src/domain/find/customer-places.ts';
import { lineWith, notesText } from '../../../src/domain/find/fact-texts.ts';
import { findAnswer } from '../../../src/domain/find/find.ts';
import { findInKind, markCustomers } from '../../../src/domain/find/find-in-kind.ts';
import { readQuery } from '../../../src/domain/find/find-query.ts';
import { placeScore, SCORES } from '../../../src/domain/find/find-scores.ts';
import { markedParts } from '../../../src/domain/find/marked-parts.ts';
import { drawAll } from '../../../src/domain/steps.ts';
import { answersTo, bookOf, bookRows, findIn, firstHit, indexOf, NO_BONUSES, sourceOf } from './book.ts';

describe('a query', () => {
  test.each([
    ['', 'all', '', []],
    ['   ', 'all', '', []],
    [' Ann  Lee ', 'all', 'Ann  Lee', [['ann', 'lee']]],
    ['(555) 12', 'all', '(555) 12', [['(555)', '12'], ['55512']]],
    ['>', 'actions', '', []],
    ['> sync', 'actions', 'sync', [['sync']]],
    ['#0042', 'numbers', '0042', [['0042']]],
    ['a # b', 'all', 'a # b', [['a', '#', 'b']]],
  ] as const)('%j is read', (typed, scope, text, ways) => {
    expect(readQuery(typed)).toEqual({ scope, text, ways });
  });
});

describe('a place in a customer’s text', () => {
  const text =
    'ann lee\nann.lee@example.com\nharbor dry\n+1-555-777-1234\n15557771234\n12 cellar rd\n\naustin\ntx';

  test.each([
    ['ann lee', 'name'],
    ['harbor dry', 'name'],
    ['ann.lee@example.com', 'exact'],
    ['15557771234', 'exact'],
    ['12 cellar rd', 'exact'],
    ['1234', 'tail'],
    ['7771234', 'tail'],
    ['234', 'inside'],
    ['lee', 'start'],
    ['dry', 'start'],
    ['austin', 'lineStart'],
    ['12 c', 'lineStart'],
    ['cell', 'wordStart'],
    ['example', 'wordStart'],
    ['ellar', 'inside'],
  ] as const)('%s: %s', (term, score) => {
    expect(placeScore(text, term, 'customers')).toBe(SCORES[score]);
  });

  test('is 0 if the text lacks the term', () => {
    expect(placeScore(text, 'nobody', 'customers')).toBe(0);
  });
});

describe('a place in a work order’s text', () => {
  const text = 'dry the café wall\nwo-1732\nannalee and lee\n2175 oak st\n\naustin\ntx\n78701';

  test.each([
    ['dry', 'start'],
    ['wall', 'titleWord'],
    ['the', 'titleWord'],
    ['caf', 'titleWordStart'],
    ['wo-1732', 'exact'],
    ['1732', 'wordStart'],
    ['lee', 'wordStart'],
    ['nalee', 'inside'],
    ['8701', 'inside'],
  ] as const)('%s: %s', (term, score) => {
    expect(placeScore(text, term, 'workOrders')).toBe(SCORES[score]);
  });

  test('of a word that is repeated very often is the best of the first ones', () => {
    expect(placeScore(`x\n\n${'aba '.repeat(200)}`, 'b', 'workOrders')).toBe(SCORES.inside);
  });
});

describe('hits', () => {
  const job = { title: 'Dry the wall', customer: '1' };
  const crew = '--- Job ---\nCrew: Bo Diaz';

  test('of one score stand in the order of the list, and open, opened and own ones before them', () => {
    const book = bookOf({
      customers: [{ first_name: 'Ann' }],
      workOrders: [
        { ...job, status: 'completed' },
        { ...job, status: 'cancelled' },
        job,
        job,
        { ...job, notes: crew },
      ],
    });
    const bonuses = { opened: new Set(['workOrders-4']), me: 'diaz, bo' };
    const [found] = findIn(book, 'wall', { bonuses });
    expect(found?.hits.map(({ row }) => row.serverId)).toEqual([4, 5, 3, 1, 2]);
    expect(found).toMatchObject({ resource: 'workOrders', found: 5, listed: 5 });
  });

  test('are at most as many as asked for, but all are counted, and those by notes apart', () => {
    const book = bookOf({
      workOrders: [
        ...Array.from({ length: 300 }, (_, n) => ({ title: `Bo’s job ${n}` })),
        ...Array.from({ length: 7 }, () => ({ title: 'Dry', notes: crew })),
      ],
    });
    const [found] = findIn(book, 'bo', { most: 3 });
    expect(found?.hits).toHaveLength(3);
    expect(found).toMatchObject({ found: 307, listed: 300 });
    const [all] = findIn(book, 'bo', { most: 1000 });
    expect(all?.hits).toHaveLength(200);
    const [byFacts] = findIn(book, 'diaz');
    expect(byFacts).toMatchObject({ found: 7, listed: 0 });
    expect(byFacts?.hits.map(({ fact }) => fact)).toEqual(Array.from({ length: 5 }, () => 'Crew: Bo Diaz'));
  });

  test('of the kind with the best one come first, else in the given order', () => {
    const book = bookOf({
      customers: [{ first_name: 'Max', last_name: 'Tarp' }],
      projects: [{ title: 'Tarp the roof' }],
      estimates: [{ title: 'A tarp' }],
      workOrders: [{ title: 'Tarp' }],
    });
    const order = ['projects', 'customers', 'estimates', 'workOrders'] as const;
    expect(findIn(book, 'tarp', { order }).map(({ resource }) => resource)).toEqual([
      'workOrders',
      'projects',
      'customers',
      'estimates',
    ]);
  });

  test('through a customer are found by its local id and by its server id', () => {
    const book = bookOf({
      customers: [{ first_name: 'Ann' }, { first_name: 'Nora' }],
      workOrders: [
        { title: 'A', customer: 'customers-2' },
        { title: 'B', customer: '2' },
        { title: 'C', customer: '9' },
      ],
    });
    const found = findIn(book, 'nora').find(({ resource }) => resource === 'workOrders');
    expect(found?.hits.map(({ row, score }) => [row.serverId, score])).toEqual([
      [1, SCORES.customer + 15],
      [2, SCORES.customer + 15],
    ]);
  });

  test('of a row that the list lost meanwhile are left out', () => {
    const source = sourceOf(bookOf({ workOrders: [job, job] }), 'workOrders');
    const asked = { query: readQuery('wall'), marks: new Map(), bonuses: NO_BONUSES, most: 5 };
    const { hits } = drawAll(findInKind({ ...source, rows: source.rows.slice(0, 1) }, asked));
    expect(hits.map(({ place }) => place)).toEqual([0]);
  });
});

describe('a claim', () => {
  const claim = (number: string): string => `--- Claim ---\nClaim number: ${number}\n`;
  const book = bookOf({
    customers: [{ first_name: 'Ann' }, { first_name: 'Bo' }],
    projects: [
      { title: 'Attic', customer: '1', description: claim('44-1182') },
      { title: 'Cellar', customer: '1', description: claim('55-2290') },
      { title: 'No claim', customer: '2', description: '--- Claim ---\n\n' },
      { title: 'Of nobody', customer: null, description: claim('66-3301') },
    ],
    estimates: [{ title: 'Roof', customer: '1', description: claim('77-4412') }],
    workOrders: [
      { title: 'Of the attic', customer: '1', notes: '--- Job ---\nProject:  ATTIC ' },
      { title: 'Of no project', customer: '1' },
      { title: 'Of another', customer: '2' },
    ],
  });
  const jobs = (typed: string): string[] =>
    findIn(book, typed)
      .filter(({ resource }) => resource === 'workOrders')
      .flatMap(({ hits }) => hits.map(({ row }) => String(row.view['title'])));

  test('leads to the jobs of its project, and to those of its customer that name none', () => {
    expect(jobs('44-1182')).toEqual(['Of the attic', 'Of no project']);
    expect(jobs('55-2290')).toEqual(['Of no project']);
    expect(jobs('77-4412')).toEqual(['Of no project']);
    expect(jobs('66-3301')).toEqual([]);
    expect(firstHit(book, '66-3301')).toBe('projects: Of nobody');
  });

  test('is found among the numbers, but the other words of a claim are not', () => {
    expect(firstHit(book, '#77-44')).toBe('estimates: Roof');
    expect(jobs('#44-1182')).toEqual(['Of the attic', 'Of no project']);
    expect(firstHit(book, '#attic')).toBe('nothing');
  });
});

test('notes are found without their headings and stamps', () => {
  const notes = [
    'Gate CÓDE 4471',
    ' --- Log ---',
    '2026-11-23 08:42 -0600 Ann Lee: Wall open',
    '[x] Signed (2026-11-23 08:45 -0600 Ann Lee)',
  ].join('\n');
  expect(notesText(notes)).toBe('gate code 4471\n\n ann lee: wall open\n[x] signed ( ann lee)');
});

test('the line that is shown has most of the terms', () => {
  const lines = ['Key under the mat', ' Crew: Bo Diaz ', 'Flags: Bo’s dog'];
  expect(lineWith(lines, ['bo'])).toBe('Crew: Bo Diaz');
  expect(lineWith(lines, ['bo', 'dog'])).toBe('Flags: Bo’s dog');
  expect(lineWith(lines, ['cat'])).toBeNull();
});

test('the work is done in steps, so that a slow phone can draw meanwhile', () => {
  const customers = Array.from({ length: 5000 }, (_, n) => ({ first_name: `Ann ${n}` }));
  const source = sourceOf(bookOf({ customers }), 'customers');
  const query = readQuery('ann');
  const count = (steps: Generator<void, unknown>): number => [...steps].length;
  expect(count(markCustomers(source.texts, query))).toBe(5);
  expect(count(findInKind(source, { query, marks: new Map(), bonuses: NO_BONUSES, most: 5 }))).toBe(25);
  const rows = bookRows('customers', customers);
  expect(count(placesById(rows))).toBe(3);
  expect(count(customerPlaces(rows, new Map()))).toBe(3);
});

test('few notes are read in a step, however many hits there are', () => {
  let reads = 0;
  const notes = '--- Job ---\nCrew: Bo Diaz\nFlags: dog';
  const rows = bookRows(
    'workOrders',
    Array.from({ length: 300 }, () => ({ title: 'Dry' })),
  ).map((row) => ({
    ...row,
    view: Object.defineProperty({ ...row.view }, 'notes', {
      get: () => {
        reads += 1;
        return notes;
      },
    }),
  }));
  const index = indexOf({ ...bookOf({}), workOrders: rows });
  const mostIn = (typed: string): number => {
    const question = {
      typed,
      order: ['workOrders'],
      most: 50,
      bonuses: { opened: new Set<string>(), me: 'Bo' },
    } as const;
    const steps = findAnswer(index, question, { tell: () => {}, isLate: () => false });
    let most = 0;
    do {
      most = Math.max(most, reads);
      reads = 0;
    } while (!steps.next().done);
    return Math.max(most, reads);
  };
  mostIn('makes the texts');
  expect(mostIn('dry')).toBe(10);
  expect(mostIn('dog')).toBe(10);
});

test('what was made of the rows is kept until they change', () => {
  const book = bookOf({ customers: [{ first_name: 'Ann' }], workOrders: [{ notes: 'dog' }] });
  const index = indexOf(book);
  const facts = (): readonly string[] | undefined =>
    drawAll(index.source('workOrders', book.customers))?.facts;
  expect(facts()).toBe(facts());
  const others = bookOf({ customers: [{ first_name: 'Ann' }], workOrders: [{ notes: 'cat' }] });
  expect(sourceOf(others, 'workOrders').facts).toEqual(['cat']);
});

test('only work orders have claims beside their own texts', () => {
  const book = bookOf({ customers: [{ first_name: 'Ann' }] });
  const [ann] = book.customers;
  const source = drawAll(indexOf(book).source('customers', book.customers));
  expect(ann && source?.claimsOf(ann, 0)).toEqual([]);
});

test('the claim that was found is shown', () => {
  const book = bookOf({
    customers: [{ first_name: 'Ann' }],
    projects: [{ title: 'Attic', customer: '1', description: '--- Claim ---\nClaim number: 44-1182' }],
    workOrders: [{ title: 'Dry', customer: '1' }],
  });
  const [, jobs] = findIn(book, '1182');
  expect(jobs?.hits).toMatchObject([{ fact: 'Claim number: 44-1182' }]);
});

test('kinds that are being read are named, and hits that are late are told before all are searched', () => {
  const book = bookOf({ customers: [{ first_name: 'Ann' }], workOrders: [{ title: 'Ann’s roof' }] });
  const [answer, ...none] = answersTo(indexOf(book, ['customers', 'estimates']), 'ann');
  expect(none).toEqual([]);
  expect(answer).toMatchObject({ reading: ['customers', 'estimates'], isOver: true });
  expect(answer?.kinds.map(({ resource }) => resource)).toEqual(['workOrders']);
  const told = answersTo(indexOf(book), 'ann', { isLate: true });
  expect(told.map(({ isOver }) => isOver)).toEqual([false, false, false, true]);
  expect(answersTo(indexOf(book), '> ann', { isLate: true })).toMatchObject([{ kinds: [], isOver: true }]);
});

test.each([
  ['workOrders', ['customers', 'projects', 'estimates']],
  ['projects', ['customers']],
  ['customers', ['customers']],
] as const)('%s alone are found through others, which are named while they are being read', (only, kinds) => {
  const book = bookOf({ customers: [{ first_name: 'Ann' }], workOrders: [{ title: 'Dry', customer: '1' }] });
  for (const unread of kinds)
    expect(answersTo(indexOf(book, [unread]), 'ann', { order: [only] })).toMatchObject([
      { reading: [unread], order: [only], isOver: true },
    ]);
});

test('a record without a server id is a customer by its local id', () => {
  const rows = [
    { localId: 'a', serverId: undefined },
    { localId: '7', serverId: 7 },
  ];
  expect([...drawAll(placesById(rows))]).toEqual([
    ['a', 0],
    ['7', 1],
  ]);
});

test.each([
  ['Ann Lee', ['lee'], 'Ann [Lee]'],
  ['Ann Lee', ['ann', 'nn l'], '[Ann L]ee'],
  ['Łódź dry', ['lodz', 'dry'], '[Łódź] [dry]'],
  ['aaa', ['aa'], '[aaa]'],
  ['Ann', ['bo'], 'Ann'],
  ['Straße', ['strasse'], 'Straße'],
  ['', ['a'], ''],
])('%s is marked where %j stands', (text, terms, expected) => {
  const parts = markedParts(text, [terms]);
  expect(parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('')).toBe(expected);
});
