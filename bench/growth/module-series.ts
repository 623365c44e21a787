import { interleaved, medianOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { BenchPage } from '../modules/bench-page.ts';
import type { ModuleFunctions } from '../page/modules.ts';
import { type Series, SIZES } from './series.ts';

const ROUNDS = roundsOr(5);

type Page = BenchPage<ModuleFunctions>;

/** What grows in the app's own modules, each figure the median of rounds over all sizes in turn. */
const FIGURES: readonly {
  readonly name: string;
  readonly measure: (page: Page, records: number) => Promise<number>;
}[] = [
  {
    name: 'First 50 rows from disk',
    measure: async (page, n) => page.call('firstRows', await page.call('fill', n)),
  },
  {
    name: 'All records into memory',
    measure: async (page, n) => page.call('wholeMirror', await page.call('fill', n)),
  },
  {
    name: 'Search keystroke, median',
    measure: async (page, count) => (await page.call('keystrokes', { searched: 'customers', count })).p50,
  },
  { name: 'Save to new row in the list', measure: (page, n) => page.call('save', n) },
  { name: 'List screen mounted', measure: (page, n) => page.call('mountList', n) },
];

export async function moduleSeries(): Promise<readonly Series[]> {
  const page = await BenchPage.open<ModuleFunctions>('page/modules.html');
  try {
    const series: Series[] = [];
    for (const { name, measure } of FIGURES) {
      const figures = await interleaved(
        ROUNDS,
        SIZES.map((records) => () => measure(page, records)),
      );
      const points = SIZES.map((records, n) => ({ records, value: medianOf(figures[n] ?? []) }));
      series.push({ name, unit: 'ms', points });
    }
    return series;
  } finally {
    await page.close();
  }
}
