import { interleaved, medianOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { type Point, type Series, SIZES } from '../growth/series.ts';
import { AppBrowser } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { download, openScreen } from './screens.ts';
import { worstKey } from './typing.ts';

const ROUNDS = roundsOr(5);

/** How the worst key and the heap of the whole app grow with its customers, three others to each of them. */
export async function appSeries(): Promise<readonly Series[]> {
  const browser = await AppBrowser.start();
  const keys: Point[] = [];
  const heaps: Point[] = [];
  try {
    for (const records of SIZES) {
      const book = await BookProcess.open({ customers: records, others: records });
      const app = await browser.open();
      await download(app, book, `of${records}`);
      await openScreen(app, book, '/customers');
      heaps.push({ records, value: await app.heapMb() });
      const [worst = []] = await interleaved(ROUNDS, [(round) => worstKey(app, round)]);
      keys.push({ records, value: medianOf(worst) });
      await app.close();
      await book.close();
    }
  } finally {
    await browser.close();
  }
  return [
    { name: 'Worst key of a search, in the app', unit: 'ms', points: keys },
    { name: 'Heap, three others to each', unit: 'MB', points: heaps },
  ];
}
