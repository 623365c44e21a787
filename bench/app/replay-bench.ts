import type { Line } from '../frame/line.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { AppBrowser } from './app-browser.ts';
import { batchLine } from './batch-replay.ts';
import type { SeenRequest } from './book-orders.ts';
import { BookProcess } from './book-process.ts';
import type { Changes } from './changes-page.ts';
import { type LinkOptions, SLOW_LINK } from './link.ts';
import { changesScript, type Replay, replay, roundTripMs } from './replay.ts';
import { download } from './screens.ts';

// A morning's changes without a connection, sent when it comes back: the real app, its real database, a slow link.

const CUSTOMERS = 1_000;
const ROUNDS = roundsOr(3);
/** Browsers have so many connections to a server. */
const AT_ONCE = 6;
const ONE_EACH: Changes = { creates: 200, editsOfNew: 0, edits: 300, edited: 300 };
/** Half of what is new is looked over once more, and eighty records are changed two or three times. */
const MIXED: Changes = { creates: 200, editsOfNew: 100, edits: 200, edited: 80 };
const MADE = 500;
const ITEM = /\/\d+\/$/;
const A_FEW: Changes = { creates: 20, editsOfNew: 0, edits: 30, edited: 30 };
/** A good signal. */
const NEAR_LINK: LinkOptions = { roundTripMs: 100, bitsPerSecond: 20_000_000 };

export async function run(): Promise<{ browser: string; lines: readonly Line[] }> {
  const script = await changesScript();
  const browser = await AppBrowser.start();
  try {
    const each = await onThePlainContract(script, browser, ONE_EACH);
    const mixed = await onThePlainContract(script, browser, MIXED);
    const lines: readonly Line[] = [
      {
        budget: 'B9',
        name: `replay of ${MADE} changes over 400 ms`,
        unit: 'ms',
        ours: each.map(({ ms }) => ms),
        limit: { name: 'a handshake and (changes + merge reads) / 6 round trips', values: each.map(leastMs) },
        bounds: 'limit',
        atMost: 1.1,
      },
      {
        budget: 'B9',
        name: `${MADE} edits of which some are merged`,
        unit: 'ms',
        ours: mixed.map(({ ms }) => ms),
        limit: {
          name: 'a request an edit',
          values: mixed.map((one) => leastMs({ ...one, sent: MADE, mergeReads: 0 })),
        },
        bounds: 'limit',
        atMost: 0.65,
      },
      await batchLine(
        { script, changes: ONE_EACH, link: SLOW_LINK, rounds: ROUNDS },
        { budget: 'B10', name: 'the same 500 by batches', atMost: 2 },
      ),
      await batchLine(
        { script, changes: A_FEW, link: NEAR_LINK, rounds: roundsOr(9) },
        { budget: 'C8', name: '50 changes by batches over 100 ms', atMost: 1.5 },
      ),
    ];
    for (const [name, [first]] of Object.entries({ 'one each': each, merged: mixed }))
      console.log(`${name}: ${first?.sent} changes sent, ${first?.mergeReads} reads among them`);
    return { browser: browser.version, lines };
  } finally {
    await browser.close();
  }
}

interface PlainReplay extends Replay {
  /** Records that were read by themselves before the last change was sent: a list's pull is no part of the least. */
  readonly mergeReads: number;
  readonly roundTripMs: number;
}

/** The connections open at the same time, and each takes its share. */
function leastMs({ sent, mergeReads, roundTripMs: trip }: PlainReplay): number {
  return (1 + Math.ceil((sent + mergeReads) / AT_ONCE)) * trip;
}

async function onThePlainContract(
  script: string,
  browser: AppBrowser,
  changes: Changes,
): Promise<readonly PlainReplay[]> {
  const replays: PlainReplay[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const book = await BookProcess.open({ customers: CUSTOMERS, others: 0 });
    const [app, bare] = [await browser.open(), await browser.open()];
    await bare.page.goto(`${book.plain}/blank.html`);
    await app.page.bringToFront();
    await download(app, book, 'traveller');
    const replayed = await replay(browser, app, {
      script,
      changes,
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
