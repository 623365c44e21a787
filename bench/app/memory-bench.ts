import { medianOf } from '../frame/rounds.ts';
import { AppBrowser, DESKTOP, type MeasuredPage } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { handsOn } from './hands.ts';
import { EVERY_SCREEN } from './journeys.ts';
import { changesScript } from './replay.ts';
import { download, openScreen, upToDate } from './screens.ts';

// `npm run bench -- memory 30`: what the app holds after each of so many minutes of use. `BENCH_MINUTE_S` shortens a
// minute, which the report then says.

const CUSTOMERS = 5_000;
const MINUTES = Number(process.argv[3] ?? 30);
const EDITS_A_MINUTE = Math.ceil(1_000 / MINUTES);
const MINUTE_S = Number(process.env['BENCH_MINUTE_S'] ?? 60);
/** What has not been opened yet still comes into memory. */
const WARM_UP = 0.2;
/** Of what is held: more over the whole time is a trend. */
const TREND = 0.05;

interface Sample {
  readonly minute: number;
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

type Figure = Exclude<keyof Sample, 'minute'>;

export async function run(): Promise<void> {
  const book = await BookProcess.open({ customers: CUSTOMERS, others: CUSTOMERS });
  const browser = await AppBrowser.start();
  try {
    const app = await browser.open();
    await download(app, book, 'worker');
    await openScreen(app, book, '/customers');
    await app.page.evaluate(`(() => {${await changesScript()}})()`);
    const samples: Sample[] = [];
    for (let minute = 1; minute <= MINUTES; minute += 1) samples.push(await oneMinute(app, minute));
    tell(samples);
  } finally {
    await browser.close();
    await book.close();
  }
}

async function oneMinute(app: MeasuredPage, minute: number): Promise<Sample> {
  const { page } = app;
  const over = page.waitForTimeout(MINUTE_S * 1000);
  await page.evaluate((count) => globalThis.benchMakeChanges(count), {
    creates: 0,
    editsOfNew: 0,
    edits: EDITS_A_MINUTE,
    edited: CUSTOMERS,
  });
  const hands = handsOn(app, DESKTOP);
  for (const { act } of EVERY_SCREEN) await act(hands);
  await upToDate(page);
  await over;
  const heapMb = await app.heapMb();
  const { nodes, jsEventListeners } = await app.cdp.send('Memory.getDOMCounters');
  console.log(`minute ${minute}: ${heapMb.toFixed(2)} MB, ${nodes} nodes, ${jsEventListeners} listeners`);
  return { minute, heapMb, nodes, listeners: jsEventListeners };
}

function tell(samples: readonly Sample[]): void {
  const edits = MINUTES * EDITS_A_MINUTE;
  console.log(
    `\n${MINUTES} minutes of ${MINUTE_S} s with ${edits} edits; in each every screen and a sync; ${CUSTOMERS} records of each kind.`,
  );
  const settled = samples.filter(({ minute }) => minute > MINUTES * WARM_UP);
  for (const [figure, unit] of [
    ['heapMb', 'MB'],
    ['nodes', 'nodes'],
    ['listeners', 'listeners'],
  ] as const) {
    const slope = slopeOf(settled, figure);
    const held = medianOf(settled.map((sample) => sample[figure]));
    const grown = slope * settled.length;
    const trend = grown > TREND * held;
    console.log(
      `${figure}: ${held.toFixed(1)} ${unit} in the middle, ${slope >= 0 ? '+' : ''}${slope.toFixed(3)} a minute: ` +
        (trend ? `GROWS by ${((100 * grown) / held).toFixed(1)} %` : 'no trend'),
    );
    if (trend) process.exitCode = 1;
  }
}

/** Of the straight line that fits best (least squares), by minute. */
function slopeOf(samples: readonly Sample[], figure: Figure): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean((sample) => sample[figure])];
  const covariance = mean((sample) => (sample.minute - x) * (sample[figure] - y));
  return covariance / mean(({ minute }) => (minute - x) ** 2);
}
