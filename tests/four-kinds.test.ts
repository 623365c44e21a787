import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Two kinds of record may share this many like lines in a row; what is longer belongs into common code. */
const LONGEST = 15;

const KINDS = ['customer', 'project', 'estimate', 'work-order'] as const;

/** Where each kind has files of its own: they hold its name, or lie in its folder. */
const PLACES = [
  'src/domain',
  'src/features/customers',
  'src/features/projects',
  'src/features/estimates',
  'src/features/work-orders',
  'server/resources',
  'server/seed',
  'tests/support/contract',
  'tests/support/kinds',
  'tests/features',
];

const filesByKind = KINDS.map((kind) => ({
  kind,
  files: PLACES.flatMap((place) => filesIn(place)).filter((file) => file.includes(kind)),
}));

/** The files of a folder, and of those in it. */
function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** A file's lines of code, alike for every kind: without its name, blanks, imports and lone punctuation. */
function likeLines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replaceAll(/customers?|projects?|estimates?|work[- _]?orders?/gi, 'kind').trim())
    .filter((line) => /\w/.test(line) && !/^(import|export \{|\/\/|\/?\*)/.test(line));
}

/** Length of the longest run of lines that stands in both. */
function longestRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0;
  let above: number[] = [];
  for (const line of one) {
    const here = other.map((twin, index) => (twin === line ? (above[index - 1] ?? 0) + 1 : 0));
    longest = Math.max(longest, ...here);
    above = here;
  }
  return longest;
}

describe('the kinds of record', () => {
  it('have files of their own', () => {
    for (const { files } of filesByKind) expect(files.length).toBeGreaterThan(4);
  });

  it('share no run of more than 15 like lines', () => {
    const copied: string[] = [];
    for (const [at, one] of filesByKind.entries()) {
      for (const other of filesByKind.slice(at + 1)) {
        for (const a of one.files) {
          for (const b of other.files) {
            if (a === b) continue;
            const run = longestRun(likeLines(a), likeLines(b));
            if (run > LONGEST) copied.push(`${a} ~ ${b}: ${run} lines`);
          }
        }
      }
    }
    expect(copied).toEqual([]);
  });
});

describe('the check can fail', () => {
  it('counts like lines in a row', () => {
    expect(longestRun(['a', 'b', 'c', 'd'], ['x', 'b', 'c', 'y'])).toBe(2);
    expect(longestRun([], ['a'])).toBe(0);
  });
});
