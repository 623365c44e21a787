import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string): string => readFileSync(`src/${file}`, 'utf8');
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(css|tsx)$/.test(name),
);

/** 'list-tools.module.css (min-width: 48em)', for every media query near the end of a phone. */
const nearby = sources.flatMap((file) =>
  [...read(file).matchAll(/^.*(?:@media|useMediaQuery|matchMedia).*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/\((min|max)-width: ([\d.]+)em\)/g)]
      .filter(([, , em]) => Number(em) > 44 && Number(em) < 51)
      .map(([query]) => `${file} ${query}`),
  ),
);

it('a phone ends at 48em in every style sheet and in the code', () => {
  expect(nearby.length).toBeGreaterThan(10);
  expect(nearby.filter((query) => !/ \((?:min-width: 48|max-width: 47\.99)em\)$/.test(query))).toEqual([]);
  expect(read('ui/use-window-size.ts')).toContain('const MEDIUM = 48;');
  expect(read('ui/kit/theme.ts')).toContain("sm: '48em'");
});
