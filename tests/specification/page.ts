import { posix } from 'node:path';
import { isSentence, type Part, partsOf, problemsOf } from './sentences.ts';
import { TAG, type TaggedTest } from './tags.ts';

/** A test with the test files that run it: its own, or those that import the suite in which it stands. */
export interface Proof extends TaggedTest {
  readonly runners: readonly string[];
}

/** The page, with a message for each reason not to believe it. */
export interface Page {
  readonly text: string;
  readonly problems: readonly string[];
}

/** Git ignores it. */
export const PAGE = 'build/specification.md';

const HEAD = `# The specification, and what proves it

Below each sentence are the tests that fail when it is no longer true, with the beginnings of their titles. \`…\` in a title
stands for what differs between its cases. In a sentence, \`…\` marks the parts of one with several promises, and \`→\`
names the decision (D1 to D4) that it yields to.

\`npm run docs:specification\` writes this page from [the sentences](../docs/specification-sentences.md) and from the comments above
the tests that name them: \`// ${TAG} 2.23 D1.4\`.
`;

/** The page of these sentences and proofs. What is above the first section of `sentences` is left out. */
export function pageOf(sentences: string, proofs: readonly Proof[]): Page {
  const parts = partsOf(sentences);
  const first = parts.findIndex(({ text }) => text.startsWith('## '));
  const body = parts.slice(first).flatMap((part) => {
    if (!isSentence(part)) return part.text;
    return [part.text, ...linesOf(proofs.filter(({ ids }) => ids.includes(part.id)))];
  });
  const text = [
    HEAD,
    body.join('\n').trimEnd(),
    '',
    ...sharedSuites(proofs),
    ...linkTargets(proofs),
    '',
  ].join('\n');
  return { text, problems: [...problemsOf(parts), ...unproved(parts, proofs), ...unknownIds(parts, proofs)] };
}

/** A line for each file: '  - [x.test.ts] › title · title'. */
function linesOf(proofs: readonly Proof[]): string[] {
  return [...byFile(proofs)].map(
    ([file, own]) => `  - ${linkTo(file)} › ${own.map(({ titles }) => shortTitle(titles)).join(' · ')}`,
  );
}

/** Says which files run a suite, so that a file that no longer does changes the page. */
function sharedSuites(proofs: readonly Proof[]): string[] {
  const lines = [...byFile(proofs)].flatMap(([file, [one]]) => {
    const runners = one?.runners.filter((runner) => runner !== file) ?? [];
    return runners.length > 0 ? `- ${linkTo(file)} is run by ${runners.map(linkTo).join(', ')}.` : [];
  });
  return lines.length > 0 ? ['## Suites that several test files run', '', ...lines, ''] : [];
}

function linkTargets(proofs: readonly Proof[]): string[] {
  const files = new Set(proofs.flatMap(({ file, runners }) => [file, ...runners]));
  return [...files].sort().map((file) => `${linkTo(file)}: ${posix.relative(posix.dirname(PAGE), file)}`);
}

/** The files in order of their paths, and in each the tests in the order of the file. */
function byFile(proofs: readonly Proof[]): Map<string, readonly Proof[]> {
  const files = [...new Set(proofs.map(({ file }) => file))].sort();
  return new Map(files.map((file) => [file, proofs.filter((proof) => proof.file === file)]));
}

function linkTo(file: string): string {
  return `[${posix.relative('tests', file)}]`;
}

/** What Vitest fills in from a row, and what a loop fills in: `%s`, `$sent`, `${name}`. */
const PLACEHOLDER = /\$\{[^}]*\}|%[sdifjoO]|\$[a-z][\w.]*/g;
/** As far as the first comma, semicolon or colon after five words. */
const BEGINNING = /^(?:\S+ ){4}.*?\S(?=[,;:] )/;

/** The beginning of a test's own title, as Markdown. A title of one or two words follows that of its suite. */
function shortTitle(titles: readonly string[]): string {
  const [own = '', suite] = titles.toReversed().map((title) => title.replaceAll(PLACEHOLDER, '…'));
  const words = own.split(' ').filter((word) => word.length > 1);
  const title = words.length < 3 && suite !== undefined ? `${suite} › ${own}` : own;
  return (BEGINNING.exec(title)?.[0] ?? title).replaceAll(/[<>*_`$\\|]/g, '\\$&');
}

/** Sentences with neither a test nor a decision, and decisions without a test. */
function unproved(parts: readonly Part[], proofs: readonly Proof[]): string[] {
  const proved = new Set(proofs.flatMap(({ ids }) => ids));
  const open = parts
    .filter(isSentence)
    .filter(({ id, decisions }) => !proved.has(id) && (id.startsWith('D') || decisions.length === 0));
  return open.map(({ id }) => {
    const decision = id.startsWith('D') ? '' : ', or name the decision that it yields to';
    return `${id} has no test: write '// ${TAG} ${id}' above one that proves it${decision}`;
  });
}

function unknownIds(parts: readonly Part[], proofs: readonly Proof[]): string[] {
  const known = new Set(parts.filter(isSentence).map(({ id }) => id));
  return proofs.flatMap(({ file, titles, ids }) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => `${file}: '${titles.at(-1)}' is tagged with ${id}, and no sentence has that id`),
  );
}
