import type { Page } from '@playwright/test';
import { DEMO_USER } from './companion.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Signs a user in, the demo user unless another is given, and waits for the first signed-in screen. */
export async function signIn(page: Page, user: Credentials = DEMO_USER): Promise<void> {
  await page.goto('/login?next=%2Fcustomers');
  await submitSignIn(page, user);
  await page.waitForURL('**/customers');
}

/** Fills in the sign-in form that is on the page and presses its button; what happens then is the test's business. */
export async function submitSignIn(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
