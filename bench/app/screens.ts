import type { Locator, Page } from '@playwright/test';
import { offlineReady } from '../../tests/e2e/support/customers.ts';
import { submitSignIn } from '../../tests/e2e/support/sign-in.ts';
import type { MeasuredPage } from './app-browser.ts';
import type { BookProcess } from './book-process.ts';

const DOWNLOAD_LIMIT_MS = 600_000;

/**
 * Opens the sign-in page of the installed app. Waits for the service worker, which is ready before a person could type
 * a password.
 */
export async function openSignIn({ page }: MeasuredPage, { app }: Pick<BookProcess, 'app'>): Promise<void> {
  await page.goto(`${app}/login?next=%2Fcustomers`);
  await offlineReady(page);
}

/** With a BookProcess, every name is its own user, with any password. */
export async function signInAs(
  { page }: MeasuredPage,
  { username, password = 'any' }: { readonly username: string; readonly password?: string },
): Promise<void> {
  await submitSignIn(page, { username, password });
  await page.waitForURL('**/customers');
}

/** Waits until all kinds are fetched, no change is waiting, and the last pull is over. */
export async function upToDate(page: Page): Promise<void> {
  const status = page.getByTitle('Open Sync');
  await status.getByText(/Up to date as of/).waitFor({ timeout: DOWNLOAD_LIMIT_MS });
}

/**
 * Waits until every collection is in memory, which is when the app loads its engine. Returns the time in ms since the
 * navigation.
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

/** Signs in and fetches everything, so that the app is in its everyday state. */
export async function download(app: MeasuredPage, book: BookProcess, username: string): Promise<void> {
  await openSignIn(app, book);
  await signInAs(app, { username });
  await upToDate(app.page);
}

/** Opens a screen as a desktop icon would, and waits until the records are in memory. */
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
