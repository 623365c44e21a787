import type { Tab } from '../driver/tab.ts';

/** A page that has come back loads itself anew after a second where a part of it does not go on. */
const DECIDED_MS = 1500;

/** Waits, after a step back to a page that the browser had kept, until that page stays. What is pressed before may be lost. */
export async function pageStays(tab: Tab): Promise<void> {
  // By the page's own clock, which may lag. A page that goes meanwhile answers nothing, and the next one is asked.
  await tab.until(
    () =>
      tab.evaluate(
        (ms) =>
          new Promise<boolean>((resolve) => {
            setTimeout(resolve, ms, true);
          }),
        DECIDED_MS,
      ),
    'for the page to stay',
  );
}
