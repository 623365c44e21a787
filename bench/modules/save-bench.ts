import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { type Measured, onModules } from './on-modules.ts';

// From a person's save to the list that shows it: `npm run bench -- save`.

const ROUNDS = roundsOr(9);
const SIZES = [1_000, 10_000, 50_000] as const;

export function run(): Promise<Measured> {
  return onModules(async (page) => {
    const figures = await interleaved(
      ROUNDS,
      SIZES.flatMap((size) => [() => page.call('save', size), () => page.call('rawCommit', size)]),
    );
    const lines = SIZES.map(
      (size, index): Line => ({
        budget: 'B8',
        name: `save to new row in the list, ${size.toLocaleString('en')} rows`,
        unit: 'ms',
        ours: figures[2 * index] ?? [],
        limit: { name: 'raw commit', values: figures[2 * index + 1] ?? [] },
        bounds: 'limit',
        atMost: 4,
      }),
    );
    const [small, large] = [lines[0], lines.at(-1)];
    if (!small || !large) return lines;
    const beside: Line = {
      ...large,
      name: 'save among 50,000 rows beside one among 1,000',
      limit: { name: 'among 1,000', values: small.ours },
      atMost: 1.5,
    };
    return [...lines, beside];
  });
}
