import type { Page } from '@playwright/test';

/** Fires the 'online' event, as when a signal returns. The app then checks the connection at once. */
export async function connectionBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}
