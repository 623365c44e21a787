import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { type Measured, onModules } from './on-modules.ts';

// The list screen from nothing to laid out: `npm run bench -- mount`.

const ROUNDS = roundsOr(15);
const SIZES = [5_000, 50_000] as const;

export function run(): Promise<Measured> {
  return onModules(async (page) => {
    const figures = await interleaved(ROUNDS, [
      ...SIZES.map((size) => () => page.call('mountList', size)),
      () => page.call('mountPlainRows', SIZES[0]),
    ]);
    return SIZES.map(
      (size, index): Line => ({
        budget: 'B12',
        name: `list mount, ${size.toLocaleString('en')} rows`,
        unit: 'ms',
        ours: figures[index] ?? [],
        limit: { name: 'as many plain rows', values: figures.at(-1) ?? [] },
        bounds: 'limit',
        atMost: 2,
      }),
    );
  });
}
