import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import type { Keystrokes, Searched } from '../page/search.ts';
import { type Measured, onModules } from './on-modules.ts';

// A keystroke in a list's search box: `npm run bench -- search`.

const ROUNDS = roundsOr(9);
const SIZES = [10_000, 50_000, 100_000] as const;
const WORDS: Readonly<Record<Searched, string>> = {
  customers: 'customers',
  workOrders: 'work orders and their customers',
};
const SEARCHES = (['customers', 'workOrders'] as const).flatMap((searched) =>
  SIZES.map((count) => ({ searched, count })),
);

export function run(): Promise<Measured> {
  return onModules(async (page) => {
    const lines: Line[] = [];
    for (const search of SEARCHES) {
      const of = `${search.count.toLocaleString('en')} ${WORDS[search.searched]}`;
      const wrong = await page.call('wrongSearches', search);
      const [ours, limit] = await measured([
        () => page.call('keystrokes', search),
        () => page.call('joinedKeystrokes', search),
      ]);
      for (const share of ['p50', 'p95'] as const) {
        lines.push({
          budget: 'B7',
          name: `search keystroke over ${of}, ${share}`,
          unit: 'ms',
          ours: ours.map((keystrokes) => keystrokes[share]),
          limit: { name: 'joined text, indexOf', values: limit.map((keystrokes) => keystrokes[share]) },
          bounds: 'limit',
          atMost: 1.5,
        });
      }
      lines.push({
        budget: 'B7',
        name: `terms over ${of} that find something else`,
        unit: 'wrong',
        ours: [wrong],
        bounds: 'itself',
        atMost: 0,
      });
    }
    return lines;
  });
}

/** Both figures of each round, where the frame knows one. */
async function measured(
  contestants: readonly [() => Promise<Keystrokes>, () => Promise<Keystrokes>],
): Promise<readonly [readonly Keystrokes[], readonly Keystrokes[]]> {
  const all: [Keystrokes[], Keystrokes[]] = [[], []];
  await interleaved(
    ROUNDS,
    contestants.map((contestant, index) => async (round) => {
      const keystrokes = await contestant();
      if (round >= 0) all[index]?.push(keystrokes);
      return keystrokes.p50;
    }),
  );
  return all;
}
