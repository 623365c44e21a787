import { type Browser, expect, type Page } from '@playwright/test';
import { databaseOf } from './kept.ts';

/** How long a page computes, in ms, so that its process can be identified. */
const BUSY_MS = 500;
const ENOUGH_S = 0.05;
const TIMES_MORE = 4;
/** A page that stays busy would let the search go on until the test's time is over. */
const MOST_TURNS = 60;
/** Time in ms for a transaction that nothing blocks. */
const FREE_MS = 3000;

/** The processes that are still stopped. */
const stopped = new Set<number>();

export interface StoppedPage {
  goOn(): void;
}

/** Call this in `afterEach`, because a context with a stopped page does not close. */
export function letAllGoOn(): void {
  for (const pid of stopped) signal(pid, 'SIGCONT');
}

/**
 * Stops a page's process without warning, as a system may to save memory or battery: between two transactions, with its
 * locks held and its connections open. Chromium itself does not freeze a page under a test's control.
 * @param page its process must not be the service worker's, which the app's first page shares
 * @param witness another tab, which checks that the database is free
 */
export async function stopPage(page: Page, witness: Page): Promise<StoppedPage> {
  const [pid, database] = [await rendererOf(page), await databaseOf(witness)];
  await expect(async () => {
    signal(pid, 'SIGSTOP');
    const free = await isFree(witness, database);
    if (!free) signal(pid, 'SIGCONT');
    expect(free, 'stopped between two transactions').toBe(true);
  }).toPass();
  return { goOn: () => signal(pid, 'SIGCONT') };
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  process.kill(pid, name);
  if (name === 'SIGSTOP') stopped.add(pid);
  else stopped.delete(pid);
}

/**
 * Returns the id of a page's process: the one that uses CPU time while the page computes. On a busy machine another
 * page may get more of it, so this computes until one process has had far more than any other.
 */
async function rendererOf(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This context does not tell its browser.');
  let spent: Spent[] = [];
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    spent = await spentWhileBusy(page, browser);
    const [busiest, next] = spent;
    if (!busiest) throw new Error('No process of a page is there.');
    if (busiest.seconds > ENOUGH_S && busiest.seconds > TIMES_MORE * (next?.seconds ?? 0)) return busiest.pid;
  }
  throw new Error(`No process of a page is far busier than the others: ${JSON.stringify(spent)}`);
}

interface Spent {
  readonly pid: number;
  /** CPU time. */
  readonly seconds: number;
}

async function spentWhileBusy(page: Page, browser: Browser): Promise<Spent[]> {
  const before = await renderers(browser);
  await page.evaluate((ms) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  }, BUSY_MS);
  const after = await renderers(browser);
  const spent = [...after].map(([pid, seconds]) => ({ pid, seconds: seconds - (before.get(pid) ?? 0) }));
  return spent.sort((one, other) => other.seconds - one.seconds);
}

/** Returns the CPU time of each page process, in seconds. */
async function renderers(browser: Browser): Promise<ReadonlyMap<number, number>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const own = processInfo.filter(({ type }) => type === 'renderer');
  return new Map(own.map(({ id, cpuTime }) => [id, cpuTime]));
}

/** Resolves with true if a transaction on all tables completes in time. */
function isFree(page: Page, database: string): Promise<boolean> {
  return page.evaluate(
    ([name, ms]) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'));
        opening.onsuccess = () => {
          const db = opening.result;
          const end = (free: boolean): void => {
            db.close();
            resolve(free);
          };
          const tx = db.transaction([...db.objectStoreNames], 'readwrite');
          tx.objectStore('meta').count();
          tx.oncomplete = () => end(true);
          setTimeout(() => end(false), ms);
        };
      }),
    [database, FREE_MS] as const,
  );
}
