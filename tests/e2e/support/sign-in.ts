import type { Page } from '@playwright/test';
import { DEMO_USER } from './companion.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Signs a user in, by default the demo user, and waits for the first signed-in screen. */
export async function signIn(page: Page, user: Credentials = DEMO_USER): Promise<void> {
  await page.goto('/login?next=%2Fcustomers');
  await submitSignIn(page, user);
  await page.waitForURL('**/customers');
}

/** Fills in and submits the sign-in form on the page. Does not wait for the result. */
export async function submitSignIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
