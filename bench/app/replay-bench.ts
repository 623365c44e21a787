import type { Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { AppBrowser } from './app-browser.ts';
import { batchLine } from './batch-replay.ts';
import type { SeenRequest } from './book-orders.ts';
import { BookProcess } from './book-process.ts';
import type { Changes } from './changes-page.ts';
import { SLOW_LINK } from './link.ts';
import { changesScript, type Replay, replay, roundTripMs } from './replay.ts';
import { download } from './screens.ts';

// P7, how long the real app takes to send a morning's changes over a slow link when the connection comes back: `npm run
// bench -- replay`.

const CUSTOMERS = 1_000;
/** Chromium's connections per server. */
const AT_ONCE = 6;
const CHANGES: Changes = { creates: 200, editsOfNew: 0, edits: 300, edited: 300 };
const ITEM = /\/\d+\/$/;

export async function run(): Promise<Measured> {
  const script = await changesScript();
  const browser = await AppBrowser.start();
  try {
    const plain = await onThePlainContract(script, browser);
    const name = 'replay of 500 changes over 400 ms';
    return {
      browser: browser.version,
      lines: [
        {
          goal: 'P7',
          name: `${name}, plain`,
          unit: 'ms',
          ours: plain.map(({ ms }) => ms),
          against: { name: '(changes + merge reads) / 6 round trips', values: plain.map(leastMs) },
          atMost: 1.25,
        },
        await batchLine(
          { script, changes: CHANGES, link: SLOW_LINK },
          { goal: 'P7', name: `${name}, by batches`, atMost: 7 },
        ),
      ],
    };
  } finally {
    await browser.close();
  }
}

interface PlainReplay extends Replay {
  /** Reads of single records before the last change was sent. Pulls of lists do not count. */
  readonly mergeReads: number;
  readonly roundTripMs: number;
}

/** Returns the minimum time in ms. The connections open at the same time, and the requests are shared among them. */
function leastMs({ sent, mergeReads, roundTripMs: trip }: PlainReplay): number {
  return (1 + Math.ceil((sent + mergeReads) / AT_ONCE)) * trip;
}

async function onThePlainContract(script: string, browser: AppBrowser): Promise<readonly PlainReplay[]> {
  const replays: PlainReplay[] = [];
  for (let round = 0; round < rounds(); round += 1) {
    const book = await BookProcess.open({ customers: CUSTOMERS, others: 0 });
    const [app, bare] = [await browser.open(), await browser.open()];
    await bare.page.goto(`${book.plain}/blank.html`);
    await app.page.bringToFront();
    await download(app, book, 'traveller');
    const replayed = await replay(browser, app, {
      script,
      changes: CHANGES,
      online: async () => {
        await book.setLink(SLOW_LINK);
        await book.takeSeen();
      },
    });
    const mergeReads = readsBefore(await book.takeSeen());
    const trip = await roundTripMs(bare, '/api/v1/customers/customers/1/');
    replays.push({ ...replayed, mergeReads, roundTripMs: trip });
    await Promise.all([app.close(), bare.close()]);
    await book.close();
  }
  return replays;
}

function readsBefore(seen: readonly SeenRequest[]): number {
  const lastChange = seen.findLastIndex(({ method }) => method !== 'GET');
  return seen.slice(0, lastChange).filter(({ method, path }) => method === 'GET' && ITEM.test(path)).length;
}
