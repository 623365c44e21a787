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
import { heldRows } from './held-rows.ts';
import { Ledger } from './ledger.ts';
import { median } from './median.ts';
import { MOMENTS, type Moment, STEPS } from './moments.ts';

/** A page that does not work by then counts as hung. Nothing that it does itself takes half as long. */
const HUNG_MS = 90_000;
/** Some leaves come a little after the work would be done. */
const RANGE = 1.2;
/** The maximum time in ms on the other page before going back. */
const AWAY_MS = 300;
/** If a step back has not begun by then, the browser has dropped it. */
const BACK_MS = 20_000;
const STARTS = 3;
const LIST = '/projects';
/** The page from which 'back' returns. No moment begins there. */
const ELSEWHERE = '/customers';

export interface LeaveTrials {
  readonly engine: Engine;
  /** Has the demo data and, as shipped, all extensions. Without keys for creates, a lost answer would take a minute. */
  readonly server: Server;
  readonly proxy: FaultyProxy;
  readonly times: number;
  readonly random: Random;
}

export interface Leave {
  readonly moment: Moment;
  /** 'typed' goes to the list, 'back' to another page and back. */
  readonly way: 'typed' | 'back';
  /** Time in ms until the next page shows its list and everything is up to date, or null if it hung. */
  readonly tookMs: number | null;
  /** A description of the hang, or null. */
  readonly problem: string | null;
}

export interface LeaveOutcome {
  readonly leaves: readonly Leave[];
  /** Time in ms of an ordinary start of a page: the median of a few. */
  readonly startMs: number;
  /** Time in ms that the work takes if the page is not left. */
  readonly undisturbedMs: Readonly<Record<Moment, number>>;
  /** The number of saves that the app accepted, on devices that did not hang. */
  readonly accepted: number;
  /** The number of accepted saves on devices that hung. These are never sent. */
  readonly leftBehind: number;
  /** The titles of accepted saves that the server does not have in the end. */
  readonly lost: readonly string[];
  /** The titles that the server has more than once. */
  readonly doubled: readonly string[];
}

/** Leaves pages of the app at random times during each kind of work in turn, and checks the next page. */
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
      // Early leaves are more frequent, because most work is under way then.
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
      // A page from the browser's page cache reloads, and a press before that is lost.
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
    const when = `${moment}, ${way}, left after ${Math.round(afterMs)} ms`;
    const words = `${when}: ${String(problem)}\nOn the device: ${await heldRows(tab, name)}`;
    return { moment, way, tookMs: null, problem: words };
  }
}

/** Goes back, and tries once more if nothing happens: Firefox drops a step during one of the page's own. */
async function goBack(tab: Tab): Promise<void> {
  const isBack = new RegExp(`^(?!${ELSEWHERE})`);
  await tab.back();
  // The step back may not have begun yet.
  await tab.isAt(isBack, BACK_MS).catch(async () => {
    await tab.back();
    await tab.isAt(isBack);
  });
}

/** Waits until the list of projects is shown and everything is up to date. */
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

/** Measures pages that are not left, and leaves the device in everyday use. */
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
