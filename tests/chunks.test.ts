import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CHUNKS } from '../scripts/vite/chunks.ts';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`);
const patterns = (CHUNKS.groups ?? []).flatMap(({ name, test }) =>
  test instanceof RegExp ? [{ name: String(name), pattern: test.source }] : [],
);

/** 'a/(b|c)' as 'a/b' and 'a/c', the innermost parentheses first. Lookaheads count as part of the text. */
function alternativesOf(pattern: string): string[] {
  const found = /\((?!\?)([^()]*)\)/.exec(pattern);
  if (!found) return /[()]/.test(pattern) ? [pattern] : pattern.split('|');
  const [whole, inner = ''] = found;
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + whole.length)];
  return inner.split('|').flatMap((one) => alternativesOf(`${before}${one}${after}`));
}

it.each(patterns)('the chunk $name names no module that is gone', ({ pattern }) => {
  const own = alternativesOf(pattern).filter((one) => !one.startsWith('node_modules'));
  const gone = own.filter((one) => !files.some((file) => new RegExp(one).test(file)));
  expect([...new Set(gone)]).toEqual([]);
});

/** A missing style sheet stops every part that loads later. */
it('a part that nobody misses if it does not load has no style sheet of its own', () => {
  const own = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const silent = text.matchAll(/import\('(\.[^']+)'\)\.then\(/g);
      return Array.from(silent, ([, path = '']) => join(dirname(file), path));
    })
    .flatMap((part) => {
      const text = readFileSync(part, 'utf8');
      return Array.from(text.matchAll(/from '(\.[^']+\.css)'/g), ([, path = '']) =>
        join(dirname(part), path),
      );
    });
  expect(own).not.toEqual([]);
  expect(own.filter((sheet) => !patterns.some(({ pattern }) => new RegExp(pattern).test(sheet)))).toEqual([]);
});

it('the alternatives of a pattern are found', () => {
  expect(alternativesOf(String.raw`x\/(a|b(c|d))\.`)).toEqual([
    String.raw`x\/a\.`,
    String.raw`x\/bc\.`,
    String.raw`x\/a\.`,
    String.raw`x\/bd\.`,
  ]);
  expect(alternativesOf('a|b')).toEqual(['a', 'b']);
});
