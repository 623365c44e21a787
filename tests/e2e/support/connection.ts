import type { Page } from '@playwright/test';

/** The device says that it is connected again, as it does when a signal returns: the app looks at once. */
export async function connectionBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}
