import { mustBeBuilt } from '../frame/install.ts';
import type { Measured } from '../frame/line.ts';
import { AppBrowser } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { allInMemory, download, openScreen } from './screens.ts';

// P10, the heap of the app with a large company in memory: `npm run bench -- memory`. After a garbage collection, the
// size varies by less than 1 %, so one round is enough.

const OF_EACH = 50_000;

export async function run(): Promise<Measured> {
  mustBeBuilt();
  const book = await BookProcess.open({ customers: OF_EACH, others: OF_EACH });
  const browser = await AppBrowser.start();
  try {
    const app = await browser.open();
    await download(app, book, `of${OF_EACH}`);
    await openScreen(app, book, '/customers');
    await allInMemory(app.page);
    const heap = await app.heapMb();
    return {
      browser: browser.version,
      lines: [{ goal: 'P10', name: `memory, ${4 * OF_EACH} records`, unit: 'MB', ours: [heap], atMost: 200 }],
    };
  } finally {
    await browser.close();
    await book.close();
  }
}
