import type { Tab } from '../driver/tab.ts';

/** Waits until the first download is done, and nothing waits. */
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

/** The device says that it is connected again, as it does when a signal returns: the app looks at once. */
export async function connectionBack(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    window.dispatchEvent(new Event('online'));
  });
}
