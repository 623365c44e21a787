import type { Line, Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import type { Keystrokes, Searched } from '../page/search.ts';
import { onModules } from './on-modules.ts';

// P3, the time that a key press in a list's search box takes: `npm run bench -- search`.

const SIZES = [10_000, 100_000] as const;
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
      const of = `${search.count} ${WORDS[search.searched]}`;
      const wrong = await page.call('wrongSearches', search);
      const [ours, scan] = await measured([
        () => page.call('keystrokes', search),
        () => page.call('joinedKeystrokes', search),
      ]);
      for (const share of ['p50', 'p95'] as const) {
        lines.push({
          goal: 'P3',
          name: `key in search, ${of}, ${share}`,
          unit: 'ms',
          ours: ours.map((keystrokes) => keystrokes[share]),
          against: {
            name: 'one scan of a joined string',
            values: scan.map((keystrokes) => keystrokes[share]),
          },
          atMost: 1.5,
        });
      }
      lines.push({
        goal: 'P3',
        name: `terms over ${of} that find something else`,
        unit: 'wrong',
        ours: [wrong],
        atMost: 0,
      });
    }
    return lines;
  });
}

/** Keeps both figures of each round, because `interleaved` keeps only one. */
async function measured(
  contestants: readonly [() => Promise<Keystrokes>, () => Promise<Keystrokes>],
): Promise<readonly [readonly Keystrokes[], readonly Keystrokes[]]> {
  const all: [Keystrokes[], Keystrokes[]] = [[], []];
  await interleaved(
    rounds(),
    contestants.map((contestant, index) => async (round) => {
      const keystrokes = await contestant();
      if (round >= 0) all[index]?.push(keystrokes);
      return keystrokes.p50;
    }),
  );
  return all;
}
