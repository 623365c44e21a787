import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../src/domain/ports.ts';
import type { FaultyProxy } from '../../e2e/support/faulty-proxy.ts';
import { recordsOn } from '../../e2e/support/held-records.ts';
import type { Server } from '../../e2e/support/server.ts';
import type { Engine } from '../driver/engine.ts';
import type { Tab } from '../driver/tab.ts';
import { signIn } from '../support/sign-in.ts';
import { transactionsEnd } from '../support/transactions-end.ts';
import { Device } from './device.ts';
import { Ledger } from './ledger.ts';
import { median } from './median.ts';
import { MOMENTS, type Moment, STEPS } from './moments.ts';

/** A page that does not work by then hangs: nothing that it does by itself takes half as long. */
const HUNG_MS = 90_000;
/** Leaves come a little after the work would be done as well. */
const RANGE = 1.2;
/** Time in ms that somebody is at the other address at most before they go back. */
const AWAY_MS = 300;
/** A step back that has not begun by then has been dropped. */
const BACK_MS = 20_000;
const STARTS = 3;
const LIST = '/projects';
/** Where who goes back comes from: no moment begins there. */
const ELSEWHERE = '/customers';

export interface LeaveTrials {
  readonly engine: Engine;
  /** With the demo data, and the same keys for creates as it ships with: without them a lost answer takes a minute. */
  readonly server: Server;
  readonly proxy: FaultyProxy;
  readonly times: number;
  readonly random: Random;
}

export interface Leave {
  readonly moment: Moment;
  /** To another address, or to another one and back. */
  readonly way: 'typed' | 'back';
  /** Time in ms from the leave until the next page has its list, and everything is up to date; null where it hung. */
  readonly tookMs: number | null;
  /** How it hung, in words; null where it did not. */
  readonly problem: string | null;
}

export interface LeaveOutcome {
  readonly leaves: readonly Leave[];
  /** Time in ms of a start of a page where nothing was left: the median of a few. */
  readonly startMs: number;
  /** Time in ms that the work takes where nobody leaves. */
  readonly undisturbedMs: Readonly<Record<Moment, number>>;
  /** How many saves the app accepted, on devices that worked to the end. */
  readonly accepted: number;
  /** The same of devices that hung: nobody sends those. */
  readonly leftBehind: number;
  /** Titles of those of them that the server does not have in the end. */
  readonly lost: readonly string[];
  /** Titles that the server has more than once. */
  readonly doubled: readonly string[];
}

/** Leaves pages of the app at random moments of their work, by turns, and looks what becomes of the next page. */
export async function leaveTrials({
  engine,
  server,
  proxy,
  times,
  random,
}: LeaveTrials): Promise<LeaveOutcome> {
  const [first] = await recordsOn(server, 'customers');
  const customer = `${String(first?.['first_name'])} ${String(first?.['last_name'])}`;
  const start = () => Device.start(engine, { proxy, customer });
  const ledger = new Ledger();
  const leaves: Leave[] = [];
  let device = await start();
  try {
    const { startMs, undisturbedMs } = await ordinary(device);
    for (let n = 0; n < times; n += 1) {
      const moment = MOMENTS[n % MOMENTS.length] ?? 'save';
      const hung = leaves.at(-1)?.tookMs === null;
      if (hung || STEPS[moment].fresh) {
        await device.close();
        ledger.add(device, hung);
        device = await start();
        if (!STEPS[moment].fresh) await firstVisit(device);
      }
      const way = random() < 0.5 ? 'typed' : 'back';
      // Early ones are more frequent: that is when most is under way.
      const afterMs = random() ** 2 * undisturbedMs[moment] * RANGE;
      const awayMs = random() * AWAY_MS;
      leaves.push(await leave({ device, moment, way, afterMs, awayMs, name: `Leave ${n}` }));
    }
    ledger.add(device, leaves.at(-1)?.tookMs === null);
    return { leaves, startMs, undisturbedMs, ...(await ledger.compare(server)) };
  } finally {
    await device.close();
  }
}

interface OneLeave {
  readonly device: Device;
  readonly moment: Moment;
  readonly way: Leave['way'];
  readonly afterMs: number;
  readonly awayMs: number;
  readonly name: string;
}

async function leave({ device, moment, way, afterMs, awayMs, name }: OneLeave): Promise<Leave> {
  const { tab } = device;
  await STEPS[moment].prepare(device, name);
  await STEPS[moment].begin(device, name);
  await delay(afterMs);
  const left = performance.now();
  const leftAt = Date.now();
  try {
    await tab.open(way === 'back' ? ELSEWHERE : LIST);
    if (way === 'back') {
      await delay(awayMs);
      await goBack(tab);
      // A page that the browser had kept loads itself anew: what is pressed before is lost.
      await tab.until(
        async () => (await tab.evaluate(() => performance.timeOrigin)) > leftAt,
        'for a new page',
      );
      if ((await tab.address()) !== LIST) await tab.press('link', 'Projects');
    }
    await device.noteAccepted(name);
    await works(tab);
    const tookMs = performance.now() - left;
    await transactionsEnd(tab, HUNG_MS);
    return { moment, way, tookMs, problem: null };
  } catch (problem) {
    const words = `${moment}, left after ${Math.round(afterMs)} ms: ${String(problem)}`;
    return { moment, way, tookMs: null, problem: words };
  }
}

/** Goes back, and once more where nothing comes of it: Firefox drops a step that meets one of the page's own. */
async function goBack(tab: Tab): Promise<void> {
  const isBack = new RegExp(`^(?!${ELSEWHERE})`);
  await tab.back();
  // The step back may not have begun yet.
  await tab.isAt(isBack, BACK_MS).catch(async () => {
    await tab.back();
    await tab.isAt(isBack);
  });
}

/** Waits until the list of projects is there, and everything is up to date. */
async function works(tab: Tab): Promise<void> {
  await tab.until(
    async () => {
      const text = await tab.text();
      return /\d projects/.test(text) && /Up to date as of/.test(text) && !text.includes('Waiting to sync');
    },
    'for the list, up to date',
    HUNG_MS,
  );
}

async function firstVisit({ tab }: Device): Promise<void> {
  await signIn(tab, LIST);
  await works(tab);
}

/** What a page takes that nobody leaves, on a device that is left as one that is used. */
async function ordinary(device: Device): Promise<Pick<LeaveOutcome, 'startMs' | 'undisturbedMs'>> {
  const { tab } = device;
  const undisturbedMs = { 'first download': 0, replay: 0, save: 0 };
  for (const moment of MOMENTS) {
    await STEPS[moment].prepare(device, `Ordinary ${moment}`);
    await STEPS[moment].begin(device, `Ordinary ${moment}`);
    const begun = performance.now();
    await tab.seesNo({ role: 'dialog' });
    await tab.reads(/Up to date as of/);
    await tab.readsNo('Waiting to sync');
    undisturbedMs[moment] = performance.now() - begun;
    await device.noteAccepted(`Ordinary ${moment}`);
    await tab.open(LIST);
  }
  const starts: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const begun = performance.now();
    await tab.open(LIST);
    await works(tab);
    starts.push(performance.now() - begun);
  }
  return { startMs: median(starts), undisturbedMs };
}
