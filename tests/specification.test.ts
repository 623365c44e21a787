import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  brokenProofs,
  misnumbered,
  rowsIn,
  testsOnDisk,
  unknownDecisions,
  unproved,
} from './support/specification.ts';
import { isCalled, neverRunIn, testsIn, testsInText } from './support/test-titles.ts';

const rows = rowsIn(readFileSync('docs/specification.md', 'utf8'));

describe('docs/specification.md', () => {
  it('has rows, numbered within their section without a gap', () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(misnumbered(rows)).toEqual([]);
  });

  it('has a proof or a decision for every sentence, and a proof for every decision', () => {
    expect(unproved(rows)).toEqual([]);
    expect(unknownDecisions(rows)).toEqual([]);
  });

  it('names tests that are there', () => {
    expect(brokenProofs(rows, testsOnDisk())).toEqual([]);
  });
});

const suite = `
  import { test as base } from './support/fixtures.ts';
  const ROWS = [['an e-mail', { email: ['Taken.'] }], ['nothing', null]] as const;
  const NAMES = { 'is late': 500 };
  const slow = test.extend({});
  describe.each(KINDS)('the list of %s', (_, kind) => {
    it('counts', () => {});
    it.each<Row>(ROWS)('says %s', () => {});
    it.skip('is not run', () => {});
    it.todo('is not written');
    describe.skip('for now', () => { it('sleeps', () => {}); });
    it('is off', { skip: true }, () => {});
    // it('is a comment', () => {});
  });
  for (const [what] of Object.entries(NAMES)) test(\`an answer that \${what} is waited for\`, async () => {});
  test.describe('slowly', () => { slow('but surely', { tag: '@x' }, async ({ page }) => { test.setTimeout(1); }); });
  it.runIf(postgres)('on a database', () => {});
  expect('no test').toBe('no test');
`;

describe('the tests of a file', () => {
  const tests = testsInText('tests/x.test.ts', suite);
  const isThere = (name: string): boolean => tests.some((one) => isCalled(one, name));

  it.each([
    'the list of %s › counts',
    'the list of %s › says %s',
    'the list of %s › says an e-mail',
    'an answer that ${what} is waited for',
    'an answer that is late is waited for',
    'slowly › but surely',
    'on a database',
  ])('are found: %s', (name) => {
    expect(isThere(name)).toBe(true);
  });

  it.each([
    ['another name', 'the list of %s › count'],
    ['a part of a name', 'the list of %s › cou'],
    ['the title alone', 'counts'],
    ['the suite alone', 'the list of %s'],
    ['another suite', 'the card of %s › counts'],
    ['a case that the file does not have', 'the list of %s › says a phone'],
    ['no case at all', 'the list of %s › says '],
    ['another end', 'an answer that is late is not waited for'],
    ['a test that is skipped', 'the list of %s › is not run'],
    ['a test that is not written', 'the list of %s › is not written'],
    ['a test of a suite that is skipped', 'the list of %s › for now › sleeps'],
    ['a test that its options skip', 'the list of %s › is off'],
    ['a test that is a comment', 'the list of %s › is a comment'],
    ['what is no test', 'no test'],
  ])('are not found by %s', (_, name) => {
    expect(isThere(name)).toBe(false);
  });

  it('are told apart from those that never run', () => {
    expect(neverRunIn('tests/x.test.ts', suite)).toEqual([
      'is not run',
      'is not written',
      'for now',
      'is off',
    ]);
  });

  it('are those of the suites that it imports as well, and of no other import', () => {
    const files: Readonly<Record<string, string>> = {
      'tests/a/b.test.ts':
        "import { suite } from '../support/suite.ts';\nimport { x } from '../../src/x.ts';\nsuite();",
      'tests/support/suite.ts': "export function suite() { it('keeps the contract', () => {}); }",
      'src/x.ts': "it('is elsewhere', () => {});",
    };
    const found = testsIn('tests/a/b.test.ts', (file) => files[file] ?? '');
    expect(found.map(({ titles }) => titles)).toEqual([['keeps the contract']]);
  });
});

/** A page with these rows in section 1, and one decision. */
function aPage(...lines: readonly string[]): ReturnType<typeof rowsIn> {
  const table = ['| Id | The specification says | Decision | Proof |', '| --- | --- | --- | --- |', ...lines];
  const decisions = [
    '| Id | What is built | Proof |',
    '| --- | --- | --- |',
    '| D1.1 | b | `tests/a.test.ts › works` |',
  ];
  return rowsIn(
    ['# Page', '', '## 1. First', '', ...table, '', '## D1. Decisions', '', ...decisions].join('\n'),
  );
}

describe('the check can fail', () => {
  const works = '`tests/a.test.ts › works`';
  const testsOf = (file: string) =>
    file === 'tests/a.test.ts'
      ? testsInText(file, "it('works', () => {});\nit('works too', () => {});")
      : null;
  const problems = (...lines: readonly string[]) => {
    const page = aPage(...lines);
    return [misnumbered(page), unproved(page), unknownDecisions(page), brokenProofs(page, testsOf)];
  };

  test('and does not where all is well', () => {
    expect(
      problems(
        `| 1.1 | a | - | ${works} |`,
        `| 1.2 | a | D1.1 | ${works}<br>\`tests/a.test.ts › works too\` |`,
        '| 1.3 | a | D1.1 | - |',
      ),
    ).toEqual([[], [], [], []]);
  });

  test.each<[what: string, lines: readonly string[], expected: readonly (readonly string[])[]]>([
    ['a gap', [`| 1.1 | a | - | ${works} |`, `| 1.3 | a | - | ${works} |`], [['1.3'], [], [], []]],
    ['an id twice', [`| 1.1 | a | - | ${works} |`, `| 1.1 | a | - | ${works} |`], [['1.1'], [], [], []]],
    ['an id of another section', [`| 2.1 | a | - | ${works} |`], [['2.1'], [], [], []]],
    ['neither proof nor decision', ['| 1.1 | a | - | - |'], [[], ['1.1'], [], []]],
    ['an empty cell', ['| 1.1 | a | - | |'], [[], ['1.1'], [], []]],
    ['a cell too few', [`| 1.1 | a | ${works} |`], [[], ['1.1'], [], []]],
    ['a cell too many', [`| 1.1 | a | D1.1 | ${works} | b |`], [[], ['1.1'], [], []]],
    ['a decision that is none', [`| 1.1 | a | D1.2 | ${works} |`], [[], [], ['1.1: D1.2'], []]],
    ['a proof that is to come', ['| 1.1 | a | - | TODO |'], [[], [], [], ['1.1: TODO']]],
    [
      'a file that is not there',
      ['| 1.1 | a | - | `tests/b.test.ts › works` |'],
      [[], [], [], ['1.1: tests/b.test.ts › works']],
    ],
    [
      'a test that is not there',
      ['| 1.1 | a | - | `tests/a.test.ts › fails` |'],
      [[], [], [], ['1.1: tests/a.test.ts › fails']],
    ],
    [
      'a file without a test',
      ['| 1.1 | a | - | `tests/a.test.ts` |'],
      [[], [], [], ['1.1: tests/a.test.ts']],
    ],
    [
      'one of two proofs',
      [`| 1.1 | a | - | ${works}<br>\`tests/a.test.ts › work\` |`],
      [[], [], [], ['1.1: tests/a.test.ts › work']],
    ],
  ])('for %s', (_, lines, expected) => {
    expect(problems(...lines)).toEqual(expected);
  });

  test('for a file on disk that no runner runs', () => {
    const testsOfDisk = testsOnDisk();
    expect(testsOfDisk('tests/support/contract/resource-contract.ts')).toBeNull();
    expect(testsOfDisk('tests/gone.test.ts')).toBeNull();
    expect(testsOfDisk('tests/specification.test.ts')).not.toEqual([]);
  });
});
