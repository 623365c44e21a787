import type { Locator, Page } from '@playwright/test';
import { offlineReady } from '../../tests/e2e/support/customers.ts';
import { submitSignIn } from '../../tests/e2e/support/sign-in.ts';
import type { MeasuredPage } from './app-browser.ts';
import type { BookProcess } from './book-process.ts';

const DOWNLOAD_LIMIT_MS = 600_000;

/** The sign-in page of the app, installed: a person's password takes longer to type than the worker to come. */
export async function openSignIn({ page }: MeasuredPage, { app }: Pick<BookProcess, 'app'>): Promise<void> {
  await page.goto(`${app}/login?next=%2Fcustomers`);
  await offlineReady(page);
}

/** Signs in from the sign-in page. With a book, every name is a user of its own, and any password will do. */
export async function signInAs(
  { page }: MeasuredPage,
  { username, password = 'any' }: { readonly username: string; readonly password?: string },
): Promise<void> {
  await submitSignIn(page, { username, password });
  await page.waitForURL('**/customers');
}

/** Waits until all kinds have been fetched, nothing waits, and the last pull is over. */
export async function upToDate(page: Page): Promise<void> {
  const status = page.getByTitle('Open Sync');
  await status.getByText(/Up to date as of/).waitFor({ timeout: DOWNLOAD_LIMIT_MS });
}

/**
 * Waits until the whole of every collection is in memory: only then does the app load its engine. Returns when that was, in
 * ms since the navigation.
 */
export async function allInMemory(page: Page): Promise<number> {
  const begun = await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/sync-engine'))?.startTime,
    null,
    { timeout: DOWNLOAD_LIMIT_MS, polling: 200 },
  );
  return Number(await begun.jsonValue());
}

/** Signs somebody in and fetches everything; then the app is as it is on any other day. */
export async function download(app: MeasuredPage, book: BookProcess, username: string): Promise<void> {
  await openSignIn(app, book);
  await signInAs(app, { username });
  await upToDate(app.page);
}

/** Opens a screen anew, as from an icon on the desktop, and waits until the device's copy is in memory. */
export async function openScreen(
  { page }: MeasuredPage,
  { app }: Pick<BookProcess, 'app'>,
  path: string,
): Promise<void> {
  await page.goto(`${app}${path}`);
  await allInMemory(page);
}

export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox');
}
