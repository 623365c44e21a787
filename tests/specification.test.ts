import { describe, expect, it, test } from 'vitest';
import { generate, proofsIn } from './specification/generate.ts';
import { pageOf } from './specification/page.ts';
import { neverRunIn, testsInText } from './support/sources/test-titles.ts';

describe('the page of proofs', () => {
  const { text, problems } = generate();

  it('can be made: every sentence has its number, and a proof or a decision', () => {
    expect(problems).toEqual([]);
    expect(text.match(/^- \*\*/gm)?.length).toBeGreaterThan(300);
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
  const isThere = (name: string): boolean => tests.some(({ titles }) => titles.join(' › ') === name);

  it.each([
    'the list of %s › counts',
    'the list of %s › says %s',
    'an answer that ${what} is waited for',
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
});

const SENTENCES = `# Sentences

What they are.

## 1. First

- **1.1** One that is
  carried on. → D1.1
- **1.2** Another.

## D1. Decisions

- **D1.1** A decision.

## What no test can say

- Nothing.
`;

const TESTS = `
import { it } from 'vitest';
describe('a list', () => {
  // Why it matters.
  // @spec 1.2 D1.1
  it('has all its rows at once, and their order', () => {});

  it('is of no sentence', () => {});
});
`;

/** The page of these sentences and files, and what is wrong with it. */
function made(sentences: string, files: Readonly<Record<string, string>>) {
  const { proofs, problems } = proofsIn(new Map(Object.entries(files)));
  const page = pageOf(sentences, proofs);
  return { text: page.text, problems: [...problems, ...page.problems] };
}

const problemsWith = (sentences: string, tests: string): readonly string[] =>
  made(sentences, { 'tests/a.test.ts': tests }).problems;

describe('the page', () => {
  const bodyOf = (text: string): string => text.slice(text.indexOf('## '));

  it('has every sentence with its tests, and links to their files', () => {
    const { text, problems } = made(SENTENCES, { 'tests/a.test.ts': TESTS });
    expect(problems).toEqual([]);
    expect(bodyOf(text)).toBe(`## 1. First

- **1.1** One that is
  carried on. → D1.1
- **1.2** Another.
  - [a.test.ts] › has all its rows at once

## D1. Decisions

- **D1.1** A decision.
  - [a.test.ts] › has all its rows at once

## What no test can say

- Nothing.

[a.test.ts]: ../tests/a.test.ts
`);
  });

  it.each([
    [
      'the end of a long one',
      "it('is kept for as long as it takes: a year', f)",
      'is kept for as long as it takes',
    ],
    [
      'what differs from case to case',
      "it.each(ROWS)('shows the %s of $a.b in a ${c}', f)",
      'shows the … of … in a …',
    ],
    ['nothing of a short one', "it('shows rows, all of them', f)", 'shows rows, all of them'],
    [
      'nothing that Markdown would take',
      "it('shows a_b *and* <c> | d', f)",
      String.raw`shows a\_b \*and\* \<c\> \| d`,
    ],
  ])('leaves out of a title %s', (_, call, title) => {
    expect(made(SENTENCES, { 'tests/a.test.ts': `// @spec 1.2 D1.1\n${call};` }).text).toContain(
      `  - [a.test.ts] › ${title}\n`,
    );
  });

  it('puts the title around it before a title that says little', () => {
    const tests = "describe('a cell', () => {\n// @spec 1.2 D1.1\nit.each(ROWS)('%s', f); });";
    expect(made(SENTENCES, { 'tests/a.test.ts': tests }).text).toContain('› a cell › …\n');
  });

  it('has tests of several lines of tags, of several files, and two tests of one file', () => {
    const { text, problems } = made(SENTENCES, {
      'tests/b.spec.ts': '// @spec 1.2\n// @spec D1.1\ntest("opens in a browser", f);',
      'tests/a.test.ts': `${TESTS}\n// @spec 1.2\nit('shows the second of them', f);`,
    });
    expect(problems).toEqual([]);
    expect(text).toContain(
      '- **1.2** Another.\n' +
        '  - [a.test.ts] › has all its rows at once · shows the second of them\n' +
        '  - [b.spec.ts] › opens in a browser\n',
    );
  });

  it('names the test files that run a suite, however they come by it', () => {
    const { text, problems } = made(SENTENCES, {
      'tests/a/x.test.ts': "import { every } from '../support/every.ts';",
      'tests/y.test.ts': "import { suite } from './support/suite.ts';",
      'tests/z.test.ts': "import type { Target } from './support/suite.ts';",
      'tests/support/every.ts': "import { suite, type Target } from './suite.ts';",
      'tests/support/suite.ts': `export function suite() {\n// @spec 1.2 D1.1\nit('keeps the contract', f);\n}`,
    });
    expect(problems).toEqual([]);
    expect(text).toContain('- [support/suite.ts] is run by [a/x.test.ts], [y.test.ts].\n');
  });
});

describe('no page is made, and it is said why', () => {
  test.each<[what: string, tests: string, expected: string]>([
    [
      'a tag on no test',
      `${TESTS}\n// @spec 1.2\nconst x = 1;`,
      "tests/a.test.ts:11: '@spec 1.2' is above no test: write it directly above a call of test or it that is not skipped",
    ],
    [
      'a tag on a suite',
      `${TESTS}\n// @spec 1.2\ndescribe('a list', () => {});`,
      "tests/a.test.ts:11: '@spec 1.2' is above no test: write it directly above a call of test or it that is not skipped",
    ],
    [
      'a tag on a test that is skipped',
      `${TESTS}\n// @spec 1.2\nit.skip('has rows', () => {});`,
      "tests/a.test.ts:11: '@spec 1.2' is above no test: write it directly above a call of test or it that is not skipped",
    ],
    [
      'a tag that a removed test has left behind',
      `${TESTS}\n// @spec 1.2\n\nit('has rows', () => {});`,
      "tests/a.test.ts:11: '@spec 1.2' is above no test: write it directly above a call of test or it that is not skipped",
    ],
    [
      'a tag at the end of a file',
      `${TESTS}\n// @spec 1.2`,
      "tests/a.test.ts:11: '@spec 1.2' is above no test: write it directly above a call of test or it that is not skipped",
    ],
    [
      'a tag with a typing error',
      `${TESTS}\n// @spec 1.2, D1.1\nit('has rows', () => {});`,
      "tests/a.test.ts:11: '@spec 1.2, D1.1' is no tag: write '// @spec 2.23 D1.4' in a line of its own",
    ],
    [
      'a tag in another comment',
      `${TESTS}\n/** @spec 1.2 */\nit('has rows', () => {});`,
      "tests/a.test.ts:11: '* @spec 1.2' is no tag: write '// @spec 2.23 D1.4' in a line of its own",
    ],
    [
      'an id twice at one test',
      `${TESTS}\n// @spec 1.2\n// @spec D1.1 1.2\nit('has rows', () => {});`,
      'tests/a.test.ts:12: 1.2 is there twice',
    ],
    [
      'a tag with an id that no sentence has',
      `${TESTS}\n// @spec 1.3\nit('has rows', () => {});`,
      "tests/a.test.ts: 'has rows' is tagged with 1.3, and no sentence has that id",
    ],
    [
      'a sentence without proof and decision',
      TESTS.replace('1.2 ', ''),
      "1.2 has no test: write '// @spec 1.2' above one that proves it, or name the decision that it yields to",
    ],
    [
      'a decision without proof',
      TESTS.replace(' D1.1', ''),
      "D1.1 has no test: write '// @spec D1.1' above one that proves it",
    ],
  ])('for %s', (_, tests, expected) => {
    expect(problemsWith(SENTENCES, tests)).toEqual([expected]);
  });

  test('for tests with a tag in a file that no test file imports', () => {
    const suite = "// @spec 1.1\nit('keeps the contract', f);";
    expect(made(SENTENCES, { 'tests/a.test.ts': TESTS, 'tests/support/suite.ts': suite }).problems).toEqual([
      'tests/support/suite.ts: has tests with a tag, and no test file imports it',
    ]);
  });

  test.each<[what: string, was: string, is: string, expected: string]>([
    [
      'a gap',
      '- **1.2** ',
      '- **1.2** A.\n- **1.4** ',
      '1.4 stands where 1.3 is due: the ids of a section have no gap',
    ],
    [
      'a section that begins late',
      '## 1. First',
      '## 1. First\n\n- **1.3** A. → D1.1',
      '1.3 stands where 1.1 is due: the ids of a section have no gap',
    ],
    ['an id twice', '- **1.2** ', '- **1.2** A.\n- **1.2** ', '1.2 is there twice'],
    [
      'an id in another section',
      '- **1.2** ',
      '- **2.1** A. → D1.1\n- **1.2** ',
      '2.1 is not in a section of its number',
    ],
    ['an id in no section', '- Nothing.', '- **1.3** A. → D1.1', '1.3 is not in a section of its number'],
    ['a decision that is not there', '→ D1.1', '→ D1.1, D1.2', '1.1 yields to D1.2, which is not there'],
    [
      'an item without an id',
      '- **1.2** ',
      '- A.\n- **1.2** ',
      "'- A.' is no sentence: write '- **2.3** Text.' or '- **2.3** Text. → D1.4'",
    ],
  ])('for %s', (_, was, is, expected) => {
    expect(problemsWith(SENTENCES.replace(was, is), TESTS)).toContain(expected);
  });
});
