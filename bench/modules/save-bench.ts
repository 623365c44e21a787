import type { Line, Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import { onModules } from './on-modules.ts';

// P4, the time from a save until the list shows the record: `npm run bench -- save`.

const SIZES = [10_000, 50_000] as const;

export function run(): Promise<Measured> {
  return onModules(async (page) => {
    const figures = await interleaved(
      rounds(),
      SIZES.flatMap((size) => [() => page.call('save', size), () => page.call('rawCommit', size)]),
    );
    return SIZES.map(
      (size, index): Line => ({
        goal: 'P4',
        name: `save to the new row in a list of ${size}`,
        unit: 'ms',
        ours: figures[2 * index] ?? [],
        against: { name: 'raw commit', values: figures[2 * index + 1] ?? [] },
        atMost: 4,
      }),
    );
  });
}
