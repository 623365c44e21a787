import type { Page } from '@playwright/test';

/** Logs out where nothing waits. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL('**/login');
}

/** Logs out where changes wait: the app asks, and they stay on the device. */
export async function logOutAndKeep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('button', { name: 'Log out and keep changes' }).click();
  await page.waitForURL('**/login');
}
