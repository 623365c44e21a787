import type { Page } from '@playwright/test';
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

/** Signs in from the sign-in page. Every name is a user of its own, with a device's copy of its own. */
export async function signInAs({ page }: MeasuredPage, username: string): Promise<void> {
  await submitSignIn(page, { username, password: 'any' });
  await page.waitForURL('**/customers');
}

/** Waits until all kinds have been fetched, nothing waits, and the last reading is over. */
export async function upToDate(page: Page): Promise<void> {
  const status = page.getByTitle('Open the sync centre');
  await status.getByText(/Up to date as of/).waitFor({ timeout: DOWNLOAD_LIMIT_MS });
}
