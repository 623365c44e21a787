import { mustBeBuilt } from '../frame/install.ts';
import type { Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import { AppBrowser, type MeasuredPage, PHONE } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { installPlainPage } from './plain-page.ts';
import { download } from './screens.ts';
import { startProfile } from './start-profile.ts';

// P1, the offline start of the installed app on a phone, from the navigation to the first row: `npm run bench --
// start`. It also prints when each phase ended, and what the main thread did.

const OF_EACH = 10_000;

export async function run(): Promise<Measured> {
  mustBeBuilt();
  const book = await BookProcess.open({ customers: OF_EACH, others: OF_EACH });
  const browser = await AppBrowser.start(PHONE);
  try {
    await installBoth(browser, book);
    const list = `${book.app}/customers`;
    const [ours = [], values = []] = await interleaved(rounds(), [
      async () => (await coldStart(browser, list)).mark('row'),
      async () => (await coldStart(browser, `${book.plain}/customers`)).mark('row'),
    ]);
    await browser.restart();
    await browser.setOffline(true);
    console.log(await startProfile(browser, await browser.open(), list));
    return {
      browser: browser.version,
      lines: [
        {
          goal: 'P1',
          name: `start offline to the first row, phone (${PHONE.cpu} x CPU), ${OF_EACH} of each kind`,
          unit: 'ms',
          ours,
          against: { name: 'a page without framework', values },
          atMost: 3.3,
        },
      ],
    };
  } finally {
    await browser.close();
    await book.close();
  }
}

/** Installs the app and the page without a framework, each with its worker and the same customers. */
async function installBoth(browser: AppBrowser, book: BookProcess): Promise<void> {
  const [app, plain] = [await browser.open(), await browser.open()];
  await app.page.bringToFront();
  await download(app, book, 'starter');
  await installPlainPage(plain.page, book, OF_EACH);
  await Promise.all([app.close(), plain.close()]);
}

/** Opens a page in a freshly started browser, and waits for its first row. */
async function coldStart(browser: AppBrowser, url: string): Promise<MeasuredPage> {
  await browser.restart();
  await browser.setOffline(true);
  const app = await browser.open();
  await app.slowDown(PHONE.cpu);
  await app.page.goto(url);
  await app.mark('row');
  return app;
}
