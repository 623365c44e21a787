import { expect, it, test } from 'vitest';
import {
  firstState,
  type ImportAction,
  type ImportState,
  isTouched,
  reduceImport,
} from '../../src/features/customers/import/import-state.ts';
import type { ReadFile } from '../../src/features/customers/import/read-file.ts';

const source = new File(['a'], 'clients.csv', { lastModified: 1 });
const readAs = (encoding: ReadFile['encoding']): ReadFile => ({
  file: 'clients.csv',
  sheets: [],
  encoding,
  isSure: false,
  encodings: [],
  told: [],
});
const read = readAs('utf-8');

function after(...actions: readonly ImportAction[]): ImportState {
  return actions.reduce(reduceImport, reduceImport(firstState(null), { type: 'read', source, read }));
}

/** One of each kind that the user can say. */
const SAID: readonly ImportAction[] = [
  { type: 'sheet', sheet: 1 },
  { type: 'header', sheet: 1, headerAt: 2 },
  { type: 'matched', sheet: 1, headerAt: 2, field: 'phone', columns: [4, 3] },
  { type: 'word', field: 'status', word: 'Current', choice: 'active' },
  { type: 'decided', group: 'phone extension', decision: 'correct' },
  { type: 'corrected', sheet: 1, row: 7, field: 'email', value: 'ann@example.com' },
  { type: 'chose', sheet: 1, row: 9, choice: 'out' },
  { type: 'took', sheet: 1, row: 12 },
];
const ALL_SAID = {
  sheet: 1,
  sheets: {
    1: {
      headerAt: 2,
      matches: { 2: { phone: [4, 3] } },
      corrections: { 7: { email: 'ann@example.com' } },
      choices: { 9: 'out' },
      taken: [12],
    },
  },
  words: { customer_type: {}, status: { Current: 'active' } },
  decisions: { 'phone extension': 'correct' },
};

it('keeps all that was said', () => {
  expect(after(...SAID).said).toEqual(ALL_SAID);
});

test.each<readonly [string, readonly ImportAction[]]>([
  [
    'going back and forth',
    [
      { type: 'went', to: { at: 'file' } },
      { type: 'went', to: { at: 'preview' } },
    ],
  ],
  ['another encoding', [{ type: 'read', source, read: readAs('macintosh') }]],
  [
    'the same file, chosen again',
    [{ type: 'read', source: new File(['a'], 'clients.csv', { lastModified: 1 }), read }],
  ],
  ['rows of another group', [{ type: 'viewed', view: 'all' }]],
])('%s loses nothing', (_, actions) => {
  const state = after(...SAID, ...actions);
  expect(state.said).toEqual(ALL_SAID);
  expect(state.step).toEqual({ at: 'preview' });
});

it('keeps what was said about another sheet, and about another header', () => {
  const there = after(
    ...SAID,
    { type: 'sheet', sheet: 0 },
    { type: 'matched', sheet: 0, headerAt: 0, field: 'phone', columns: [1] },
    { type: 'header', sheet: 1, headerAt: 3 },
    { type: 'matched', sheet: 1, headerAt: 3, field: 'phone', columns: [] },
  );
  expect(there.said.sheets).toEqual({
    0: { matches: { 0: { phone: [1] } }, corrections: {}, choices: {} },
    1: { ...ALL_SAID.sheets[1], headerAt: 3, matches: { 2: { phone: [4, 3] }, 3: { phone: [] } } },
  });
});

it('forgets it with another file', () => {
  const other = new File(['b'], 'others.csv');
  const state = reduceImport(after(...SAID), { type: 'read', source: other, read });
  expect(state).toMatchObject({ source: other, said: { sheets: {}, decisions: {} }, past: [] });
});

it('takes back one thing after another, to the first', () => {
  let state = after(...SAID);
  const undone = SAID.map(() => {
    state = reduceImport(state, { type: 'undone' });
    return state.said;
  });
  expect(undone).toEqual(SAID.map((_, n) => after(...SAID.slice(0, SAID.length - 1 - n)).said));
  expect(reduceImport(state, { type: 'undone' })).toBe(state);
});

test.each<ImportState['step']>([{ at: 'storing' }, { at: 'running', id: 'x' }])(
  'does not leave an import that has begun for a read that ends late: %o',
  (step) => {
    const begun = after({ type: 'went', to: step });
    expect(reduceImport(begun, { type: 'read', source, read: readAs('macintosh') })).toBe(begun);
  },
);

it('wants a row again that is corrected after it was left out', () => {
  const said = after(
    { type: 'chose', sheet: 0, row: 3, choice: 'out' },
    { type: 'corrected', sheet: 0, row: 3, field: 'phone', value: '1' },
  ).said.sheets[0];
  expect(said).toMatchObject({ choices: {}, corrections: { 3: { phone: '1' } } });
});

it('shows the rows of a group that are edited one by one', () => {
  expect(after({ type: 'decided', group: 'phone label', decision: 'edit' }).view).toBe('phone label');
});

test.each([
  ['a file that was only read', after(), false],
  ['something said', after(...SAID), true],
  ['the first page again', after(...SAID, { type: 'went', to: { at: 'file' } }), true],
  ['an import under way', after(...SAID, { type: 'went', to: { at: 'running', id: 'x' } }), false],
  ['an import to go on with', firstState('x'), false],
])('%s: unsaved work is %s', (_, state, expected) => {
  expect(isTouched(state)).toBe(expected);
});
