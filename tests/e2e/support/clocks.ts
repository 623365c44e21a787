import { expect, type Page } from '@playwright/test';
import { UNDO_MS } from '../../../src/outbox/retry-policy.ts';
import { connectionBack } from './connection.ts';

/** In ms, longer than any wait of the app between two tries or two checks. */
const STEP_MS = 35_000;

interface Clocks {
  /** Sets the clock of another tab to the same time. */
  stop(tab: Page): Promise<void>;
  /** Puts the clocks forward until this is so. */
  until(done: () => boolean | Promise<boolean>): Promise<void>;
}

/**
 * Puts the clocks of tabs forward, so that taps and deletions can no longer be undone and are sent now. Call it only once
 * they are on the disk: one saved later waits its eight seconds. A `goto` or reload puts the clock back.
 */
export async function undoIsOver(...tabs: Page[]): Promise<void> {
  for (const tab of tabs) {
    await tab.evaluate((ms) => {
      const before = Date.now.bind(Date);
      Date.now = () => before() + ms;
    }, UNDO_MS);
    await connectionBack(tab);
  }
}

/** Stops the clocks of tabs: what waits for its time waits as long as the test looks at it. Timers go on. */
export async function stopClocks(...tabs: Page[]): Promise<Clocks> {
  let now = Date.now();
  const set = (tab: Page): Promise<void> =>
    tab.evaluate((ms) => {
      Date.now = () => ms;
    }, now);
  for (const tab of tabs) await set(tab);
  return {
    stop: async (tab) => {
      await set(tab);
      tabs.push(tab);
    },
    until: (done) =>
      expect(async () => {
        const isDone = await done();
        if (!isDone) {
          now += STEP_MS;
          for (const tab of tabs) {
            await set(tab);
            // The app looks at what is due.
            await connectionBack(tab);
          }
        }
        expect(isDone).toBe(true);
      }).toPass({ intervals: [500] }),
  };
}
