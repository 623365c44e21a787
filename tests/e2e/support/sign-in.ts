import type { Page } from '@playwright/test';
import { DEMO_USER } from './companion.ts';

/** Signs the demo user in through the login screen and waits for the first signed-in screen. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(DEMO_USER.username);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_USER.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/customers');
}
