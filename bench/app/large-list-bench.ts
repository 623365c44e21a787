import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { download, openScreen } from './screens.ts';
import { framesIn, framesWhileScrolling } from './scrolling.ts';
import { worstKey } from './typing.ts';

// The list of customers with a whole company behind it: what a key costs, whether it scrolls, what it holds in memory.

const SIZES = [5_000, 50_000] as const;
const ROUNDS = roundsOr(6);
const SLOW = 4;

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  const browser = await AppBrowser.start();
  try {
    const lines: Line[] = [];
    for (const customers of SIZES) lines.push(...(await measure(browser, customers)));
    lines.sort((a, b) => a.budget.localeCompare(b.budget));
    return { browser: browser.version, lines };
  } finally {
    await browser.close();
  }
}

/** The devices' worst keys and heaps, for the picture of growth. */
export async function measure(browser: AppBrowser, customers: number): Promise<readonly Line[]> {
  const book = await BookProcess.open({ customers, others: customers });
  const [app, empty] = [await browser.open(), await browser.open()];
  try {
    await download(app, book, `of${customers}`);
    await openScreen(app, book, '/customers');
    const heap = await app.heapMb();
    await empty.page.goto(`${book.plain}/blank.html`);
    return [
      ...(await keys(app, customers)),
      ...(await scrolls(app, empty, customers)),
      {
        budget: 'B17',
        name: `heap with ${customers} customers, ${3 * customers} others`,
        unit: 'MB',
        ours: [heap],
        bounds: 'itself',
        atMost: 200,
      },
    ];
  } finally {
    await Promise.all([app.close(), empty.close()]);
    await book.close();
  }
}

async function keys(app: MeasuredPage, customers: number): Promise<readonly Line[]> {
  await app.page.bringToFront();
  const lines: Line[] = [];
  for (const [rate, atMost, where] of [
    [1, 50, ''],
    [SLOW, 100, ', 4 x CPU'],
  ] as const) {
    await app.slowDown(rate);
    const [ours = []] = await interleaved(ROUNDS, [(round) => worstKey(app, round)]);
    const name = `worst key, ${customers} customers${where}`;
    lines.push({ budget: 'B13', name, unit: 'ms', ours, bounds: 'itself', isWorst: true, atMost });
  }
  await app.slowDown(1);
  return lines;
}

async function scrolls(app: MeasuredPage, empty: MeasuredPage, customers: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const [rate, atLeast, where] of [
    [1, 0.95, ''],
    [SLOW, 0.7, ', 4 x CPU'],
  ] as const) {
    const [ours = [], rates = []] = await interleaved(Math.ceil(ROUNDS / 2), [
      async () => {
        await app.page.bringToFront();
        await app.slowDown(rate);
        return framesWhileScrolling(app);
      },
      async () => {
        await app.slowDown(1);
        await empty.page.bringToFront();
        return framesIn(empty);
      },
    ]);
    lines.push({
      budget: 'B14',
      name: `scroll, ${customers} customers${where}`,
      unit: 'frames/s',
      ours,
      limit: { name: 'an empty page', values: rates },
      bounds: 'limit',
      atLeast,
    });
  }
  await app.slowDown(1);
  return lines;
}
