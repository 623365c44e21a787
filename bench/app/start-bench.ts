import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { installPlainPage } from './plain-page.ts';
import { download } from './screens.ts';
import { startProfile } from './start-profile.ts';

// The cold start of the installed app without a connection: `npm run bench -- start` also says what it consists of.

const CUSTOMERS = 10_000;
const ROUNDS = roundsOr(9);

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  const book = await BookProcess.open({ customers: CUSTOMERS, others: CUSTOMERS });
  const browser = await AppBrowser.start();
  try {
    await prepare(browser, book);
    const [ours = [], plain = []] = await interleaved(ROUNDS, [
      () => coldStart(browser, `${book.app}/customers`),
      () => coldStart(browser, `${book.plain}/customers`),
    ]);
    console.log(await profileOf(browser, `${book.app}/customers`));
    const line: Line = {
      budget: 'B15',
      name: `cold start, offline, ${CUSTOMERS} customers, to the first row`,
      unit: 'ms',
      ours,
      limit: { name: 'a page without framework', values: plain },
      bounds: 'limit',
      atMost: 2.5,
    };
    return { browser: browser.version, lines: [line] };
  } finally {
    await browser.close();
    await book.close();
  }
}

/** Both are installed, with their workers, and hold the same customers. */
async function prepare(browser: AppBrowser, book: BookProcess): Promise<void> {
  const [app, plain] = [await browser.open(), await browser.open()];
  await download(app, book, 'starter');
  await installPlainPage(plain.page, book, CUSTOMERS);
  await Promise.all([app.close(), plain.close()]);
}

/** From the navigation to the first painted row, in ms, by a browser that has just been started. */
async function coldStart(browser: AppBrowser, url: string): Promise<number> {
  await browser.restart();
  await browser.setOffline(true);
  const app = await browser.open();
  await app.page.goto(url);
  return app.mark('row');
}

async function profileOf(browser: AppBrowser, url: string): Promise<string> {
  await browser.restart();
  await browser.setOffline(true);
  return startProfile(browser, await browser.open(), url);
}
