import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { mustBeBuilt } from '../frame/install.ts';
import type { Line } from '../frame/line.ts';
import { interleaved } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser, PHONE } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { allInMemory, download } from './screens.ts';

// What the page's process holds of the machine's memory: `npm run bench -- process-memory`. On Linux alone.

/** Of each of the four kinds. */
const OF_EACH = 25_000;
const SETTLE_MS = 5000;
const MIB = 1024 * 1024;

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  mustBeBuilt();
  const [full, empty] = [await Installed.open(OF_EACH), await Installed.open(0)];
  try {
    const json = await full.jsonMb();
    const contestants = [() => full.privateMb(), () => empty.privateMb()];
    const [withAll = [], without = []] = await interleaved(roundsOr(3), contestants, { warmsUp: false });
    return {
      browser: full.version,
      lines: [
        {
          budget: 'C9',
          name: `memory of the page's process with ${4 * OF_EACH} records, less that of the empty app`,
          unit: 'MB',
          ours: withAll.map((mb, round) => mb - (without[round] ?? Number.NaN)),
          limit: { name: 'their JSON', values: withAll.map(() => json) },
          bounds: 'limit',
          atMost: 1.5,
        },
      ],
    };
  } finally {
    await full.close();
    await empty.close();
  }
}

/** The installed app with so many records of each kind, in a browser of its own. */
class Installed {
  readonly #browser: AppBrowser;
  readonly #book: BookProcess;

  private constructor(browser: AppBrowser, book: BookProcess) {
    this.#browser = browser;
    this.#book = book;
  }

  static async open(ofEach: number): Promise<Installed> {
    const book = await BookProcess.open({ customers: ofEach, others: ofEach });
    const browser = await AppBrowser.start(PHONE);
    await download(await browser.open(), book, 'keeper');
    return new Installed(browser, book);
  }

  get version(): string {
    return this.#browser.version;
  }

  /** All records as the server sends them, in MB of JSON. */
  async jsonMb(): Promise<number> {
    let bytes = 0;
    for (const name of RESOURCE_NAMES) {
      const answer = await fetch(`${this.#book.app}${resourceSpecs[name].path}?page_size=${OF_EACH}`);
      bytes += (await answer.arrayBuffer()).byteLength;
    }
    return bytes / MIB;
  }

  /** What a page of it holds for itself in MB, started anew without a connection, when all of it has been read. */
  async privateMb(): Promise<number> {
    await this.#browser.restart();
    await this.#browser.setOffline(true);
    const app = await this.#browser.open();
    await app.page.goto(`${this.#book.app}/customers`);
    await allInMemory(app.page);
    await app.page.waitForTimeout(SETTLE_MS);
    // Collects what can go.
    await app.heapMb();
    return this.#browser.largestPageMb();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#book.close();
  }
}
