import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

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

describe('the week of the schedule, in rem', () => {
  const sheet = read('features/work-orders/schedule/week-view.module.css');
  const remOf = (rule: RegExp): number => Number(rule.exec(sheet)?.[1]);
  const least = remOf(/^\.week \{[^}]*min-width: ([\d.]+)rem/m);
  /** The navigation, the padding of the screen, and the list of jobs to schedule with the gap beside it. */
  const [side, padding, list] = [15, 3, 18.5];

  it('fits beside the list on a screen of 1440 px with a scroll bar of 15 px', () => {
    expect(least).toBeLessThanOrEqual((1440 - 15) / 16 - side - padding - list);
  });

  it('keeps its weekdays below the top bar as soon as it fits', () => {
    expect(sheet).toContain(`@container (min-width: ${least}rem) {\n  .scroll {\n    overflow: visible;`);
  });

  it('has its wide names beside the list on the widest screen', () => {
    const frame = read('app/shell/app-layout.module.css');
    const [, widest] = /\.main \{\s*max-width: ([\d.]+)rem/.exec(frame) ?? [];
    const wide = remOf(/@container \(min-width: ([\d.]+)rem\) \{\s*\.corner \{\s*width: 9rem/);
    expect(wide).toBeLessThanOrEqual(Number(widest) - padding - list);
  });
});

it('a phone ends at 48em in every style sheet and in the code', () => {
  expect(nearby.length).toBeGreaterThan(10);
  expect(nearby.filter((query) => !/ \((?:min-width: 48|max-width: 47\.99)em\)$/.test(query))).toEqual([]);
  expect(read('ui/use-window-size.ts')).toContain('const MEDIUM = 48;');
  expect(read('ui/kit/theme.ts')).toContain("sm: '48em'");
});
