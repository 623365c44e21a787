import type { Line } from '../frame/line.ts';
import { interleaved, medianOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { type LinkOptions, SLOW_LINK } from './link.ts';
import { rawMirror } from './raw-mirror.ts';
import { openSignIn, signInAs } from './screens.ts';

// The first download of the real app, from its first request for a list to the last commit.

const CUSTOMERS = 10_000;
const ROUNDS = roundsOr(5);

/** One first download, in ms since the app's first request for a list. */
interface Download {
  readonly firstRowMs: number;
  readonly completeMs: number;
  readonly longestTaskMs: number;
  /** From the end of the sign-in to that first request. */
  readonly beforeMs: number;
}

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  const book = await BookProcess.open({ customers: CUSTOMERS, others: 0 });
  const browser = await AppBrowser.start();
  try {
    const near = await compare(browser, book, null);
    const far = await compare(browser, book, SLOW_LINK);
    const limit = (values: readonly number[]) => ({ name: 'one response, raw put', values });
    const of = ({ ours }: typeof near, pick: keyof Download) => ours.map((one) => one[pick]);
    const before = medianOf(of(near, 'beforeMs'));
    console.log(
      `From the end of the sign-in to the first request for a list, loopback: ${before.toFixed(0)} ms`,
    );
    console.log(`First rows, loopback: ${medianOf(of(near, 'firstRowMs')).toFixed(0)} ms`);
    const lines: readonly Line[] = [
      {
        budget: 'B1',
        name: `first download of ${CUSTOMERS} customers, loopback`,
        unit: 'ms',
        ours: of(near, 'completeMs'),
        limit: limit(near.raw),
        bounds: 'limit',
        atMost: 1.6,
      },
      {
        budget: 'B1',
        name: 'longest task meanwhile',
        unit: 'ms',
        ours: of(near, 'longestTaskMs'),
        bounds: 'itself',
        atMost: 50,
      },
      {
        budget: 'B2',
        name: 'the same over 400 ms, 5 Mbit/s',
        unit: 'ms',
        ours: of(far, 'completeMs'),
        limit: limit(far.raw),
        bounds: 'limit',
        atMost: 1.5,
      },
      {
        budget: 'B2',
        name: 'its first rows on the screen',
        unit: 'ms',
        ours: of(far, 'firstRowMs'),
        limit: limit(far.raw),
        bounds: 'limit',
        atMost: 0.6,
      },
    ];
    return { browser: browser.version, lines };
  } finally {
    await browser.close();
    await book.close();
  }
}

async function compare(
  browser: AppBrowser,
  book: BookProcess,
  link: LinkOptions | null,
): Promise<{ ours: readonly Download[]; raw: readonly number[] }> {
  const ours: Download[] = [];
  const [app, bare] = [await browser.open(), await browser.open()];
  await bare.page.goto(`${book.plain}/blank.html`);
  const whole = `/api/v1/customers/customers/?page_size=${CUSTOMERS}`;
  const [, raw = []] = await interleaved(ROUNDS, [
    async (round) => {
      const download = await downloadOnce(app, book, link);
      if (round >= 0) ours.push(download);
      return download.completeMs;
    },
    async () => {
      await book.setLink(link);
      return rawMirror(bare.page, whole);
    },
  ]);
  await book.setLink(null);
  await Promise.all([app.close(), bare.close()]);
  return { ours, raw };
}

let users = 0;

/** As somebody whom the device has never seen. */
async function downloadOnce(
  app: MeasuredPage,
  book: BookProcess,
  link: LinkOptions | null,
): Promise<Download> {
  // Behind the other page it would be drawn once a second.
  await app.page.bringToFront();
  await app.page.goto('about:blank');
  await app.cdp.send('Storage.clearDataForOrigin', {
    origin: book.app,
    storageTypes: 'indexeddb,local_storage',
  });
  await book.setLink(null);
  await openSignIn(app, book);
  await book.setLink(link);
  await app.clearProbe();
  users += 1;
  await signInAs(app, { username: `user${users}` });
  const complete = await app.mark('stored:customers');
  const { marks, longTasks } = await app.probe();
  const begun = marks['list'] ?? Number.NaN;
  const during = longTasks.filter(({ start, ms }) => start + ms > begun && start < complete);
  return {
    firstRowMs: (marks['row'] ?? Number.NaN) - begun,
    completeMs: complete - begun,
    longestTaskMs: Math.max(0, ...during.map(({ ms }) => ms)),
    beforeMs: begun - (marks['signedIn'] ?? Number.NaN),
  };
}
