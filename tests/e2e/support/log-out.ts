import type { Locator, Page } from '@playwright/test';

/** Opens the account menu. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  const menu = page.getByRole('menu', { name: 'Account' });
  await menu.waitFor();
  return menu;
}

/** Returns the entry that logs out. It is enabled once the app knows whether anything is waiting. */
export async function logOutEntry(page: Page): Promise<Locator> {
  const menu = await openAccountMenu(page);
  return menu.getByRole('menuitem', { name: 'Log out', disabled: false });
}

/** Chooses 'Log out'. Does not wait for the result. */
export async function askToLogOut(page: Page): Promise<void> {
  await (await logOutEntry(page)).click();
}

/** Logs out. Nothing may be waiting. */
export async function logOut(page: Page): Promise<void> {
  await askToLogOut(page);
  await page.waitForURL('**/login');
}

/** Logs out while changes are waiting. The app asks, and the changes stay on the device. */
export async function logOutAndKeep(page: Page): Promise<void> {
  await askToLogOut(page);
  await page.getByRole('button', { name: 'Log out and keep changes' }).click();
  await page.waitForURL('**/login');
}
