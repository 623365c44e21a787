import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { type Measured, onModules } from './on-modules.ts';

// The list's rows from the disk, the first ones and all, each time by a browser that has just been started:
// `npm run bench -- reading`.

const ROUNDS = roundsOr(9);
const FIRST = { budget: 'B5', unit: 'ms', bounds: 'limit' } as const;
const WHOLE = { budget: 'B6', unit: 'ms', bounds: 'limit', atMost: 1.25 } as const;
type Reading = 'firstRows' | 'rawFirstRows' | 'wholeMirror' | 'rawWholeMirror';

export function run(): Promise<Measured> {
  return onModules(async (page) => {
    const names = [await page.call('fill', 10_000), await page.call('fill', 50_000)];
    const cold = (reading: Reading, name: string) => async (): Promise<number> => {
      await page.restart();
      return page.call(reading, name);
    };
    const [first10 = [], raw10 = [], first50 = [], raw50 = []] = await interleaved(
      ROUNDS,
      names.flatMap((name) => [cold('firstRows', name), cold('rawFirstRows', name)]),
    );
    const [whole10 = [], all10 = [], whole50 = [], all50 = []] = await interleaved(
      ROUNDS,
      names.flatMap((name) => [cold('wholeMirror', name), cold('rawWholeMirror', name)]),
    );
    return [
      ...[
        { of: '10,000', ours: first10, values: raw10 },
        { of: '50,000', ours: first50, values: raw50 },
      ].map(
        ({ of, ours, values }): Line => ({
          ...FIRST,
          name: `first 50 of ${of} rows from disk`,
          ours,
          limit: { name: 'getAll of 50', values },
          atMost: 2,
        }),
      ),
      {
        ...FIRST,
        name: 'first 50 of 50,000 rows beside those of 10,000',
        ours: first50,
        limit: { name: 'of 10,000', values: first10 },
        atMost: 1.5,
      },
      ...[
        { of: '10,000', ours: whole10, values: all10 },
        { of: '50,000', ours: whole50, values: all50 },
      ].map(
        ({ of, ours, values }): Line => ({
          ...WHOLE,
          name: `${of} rows into memory`,
          ours,
          limit: { name: 'getAll', values },
        }),
      ),
    ];
  });
}
