import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { type Page, type Proof, pageOf } from './page.ts';
import { TAG, tagsIn } from './tags.ts';

const SENTENCES = 'docs/specification-sentences.md';

/** The texts of files by their paths. */
type Files = ReadonlyMap<string, string>;

const TEST_FILE = /\.(test|spec)\.tsx?$/;

/** The page of the sentences and tests on disk. */
export function generate(): Page {
  const names = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const paths = names.map((name) => posix.join('tests', name)).sort();
  const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const { proofs, problems } = proofsIn(files);
  const { text, problems: others } = pageOf(readFileSync(SENTENCES, 'utf8'), proofs);
  return { text, problems: [...problems, ...others] };
}

/** The tests with tags, and messages about tags that are wrong. */
export function proofsIn(files: Files): { proofs: readonly Proof[]; problems: readonly string[] } {
  const proofs: Proof[] = [];
  const problems: string[] = [];
  for (const [file, text] of files) {
    if (!text.includes(TAG)) continue;
    const tagged = tagsIn(file, text);
    problems.push(...tagged.problems);
    if (tagged.tests.length === 0) continue;
    const runners = runnersOf(file, files);
    if (runners.length === 0) problems.push(`${file}: has tests with a tag, and no test file imports it`);
    proofs.push(...tagged.tests.map((test) => ({ ...test, runners })));
  }
  return { proofs, problems };
}

/** The file itself where it is a test file, or the test files that import it, directly or through others. */
function runnersOf(file: string, files: Files): string[] {
  if (TEST_FILE.test(file)) return [file];
  const reached = new Set([file]);
  for (const one of reached) for (const importer of importersOf(one, files)) reached.add(importer);
  return [...reached].filter((one) => TEST_FILE.test(one)).sort();
}

function importersOf(file: string, files: Files): string[] {
  const mayImport = [...files].filter(([, text]) => text.includes(posix.basename(file)));
  return mayImport.filter(([path, text]) => importsIn(path, text).includes(file)).map(([path]) => path);
}

/** The files that a file imports more than types from. */
function importsIn(file: string, text: string): string[] {
  const { staticImports } = parseSync(file, text).module;
  return staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => posix.join(posix.dirname(file), moduleRequest.value));
}
