import { expect, type Page } from '@playwright/test';

/** Longer than any pause before the app looks for a create whose answer was lost. */
const ASLEEP_MS = 35_000;

/**
 * Makes a device sleep whenever the page has nothing to do but wait, so that minutes take a test only seconds. Call
 * this before the page is opened.
 */
export async function sleepyDevice(
  page: Page,
): Promise<{ until(done: () => Promise<boolean>): Promise<void> }> {
  let underWay = 0;
  page.on('request', () => {
    underWay += 1;
  });
  const ended = (): void => {
    underWay -= 1;
  };
  page.on('requestfinished', ended).on('requestfailed', ended);
  await page.clock.install();
  return {
    until: (done) =>
      expect(async () => {
        const isDone = await done();
        // A sleep would make requests under way time out.
        if (!isDone && underWay === 0) await page.clock.fastForward(ASLEEP_MS);
        expect(isDone).toBe(true);
      }).toPass({ intervals: [300] }),
  };
}
