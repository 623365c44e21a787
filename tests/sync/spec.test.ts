import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { neverRunIn, testsInText } from '../support/sources/test-titles.ts';

const CITED = /^\[([A-Z]\d+(?:, [A-Z]\d+)*)\] /;

const spec = readFileSync('src/sync/SPEC.md', 'utf8');
const rules = [...spec.matchAll(/^- \*\*([A-Z]\d+)\*\*( \(later\))?/gm)].map(([, id = '', later]) => ({
  id,
  later: later !== undefined,
}));

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
  .map((name) => join('tests', name));

/** The rules that the names of the tests begin with that a file runs, or those of the suites around them. */
function citedIn(file: string): string[] {
  const titles = testsInText(file, readFileSync(file, 'utf8')).flatMap((one) => one.titles);
  return titles.flatMap((title) => CITED.exec(title)?.[1]?.split(', ') ?? []);
}

const cited = new Map(files.map((file) => [file, citedIn(file)]));
const proved = new Set([...cited.values()].flat());

it('SPEC.md has rules, each with a number of its own', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(50);
  expect(new Set(ids).size).toBe(ids.length);
});

it('no rule of SPEC.md has more than 40 words', () => {
  const texts = [...spec.matchAll(/^- \*\*([A-Z]\d+)\*\*(.*(?:\n {2}.*)*)/gm)];
  expect(texts).toHaveLength(rules.length);
  const long = texts.filter(([, , text = '']) => text.trim().split(/\s+/).length > 40);
  expect(long.map(([, id]) => id)).toEqual([]);
});

it('every rule of SPEC.md that is carried out has a test that cites it', () => {
  expect(rules.filter(({ id, later }) => !later && !proved.has(id)).map(({ id }) => id)).toEqual([]);
});

it('no test is left out: what cites a rule proves it', () => {
  const unit = files.filter((file) => /\.test\.tsx?$/.test(file));
  expect(unit.length).toBeGreaterThan(100);
  const off = unit.flatMap((file) =>
    neverRunIn(file, readFileSync(file, 'utf8')).map((title) => `${file}: ${title}`),
  );
  expect(off).toEqual([]);
});

it('every test that cites a rule cites one that SPEC.md has', () => {
  const known = new Set(rules.map(({ id }) => id));
  const strangers = [...cited].flatMap(([file, ids]) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
  );
  expect(strangers).toEqual([]);
});
