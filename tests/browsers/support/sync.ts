import type { Tab } from '../driver/tab.ts';

/** Waits until the first download is done and no change is waiting. */
export async function upToDate(tab: Tab, patienceMs = 120_000): Promise<void> {
  await tab.reads(/Up to date as of/, patienceMs);
}

/** Waits until the service worker has everything that the app needs without a connection. */
export async function offlineReady(tab: Tab): Promise<void> {
  await tab.until(
    () => tab.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
    'for the service worker to control the page',
  );
}

/** Fires the 'online' event, as when a signal returns. The app then checks the connection at once. */
export async function connectionBack(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    window.dispatchEvent(new Event('online'));
  });
}

/** In ms, longer than any wait of the app between two checks. */
const STEP_MS = 35_000;

/** Puts the page's clock forward, and lets the app look at what is due. */
export async function passTime(tab: Tab): Promise<void> {
  await tab.evaluate((ms) => {
    const before = Date.now.bind(Date);
    Date.now = () => before() + ms;
  }, STEP_MS);
  await connectionBack(tab);
}
