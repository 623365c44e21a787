import type { Locator, Page } from '@playwright/test';

/** Opens the menu behind the user icon. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  const menu = page.getByRole('menu', { name: 'Account' });
  await menu.waitFor();
  return menu;
}

/** The entry that logs out, once it is known whether anything waits. */
export async function logOutEntry(page: Page): Promise<Locator> {
  const menu = await openAccountMenu(page);
  return menu.getByRole('menuitem', { name: 'Log out', disabled: false });
}

/** Chooses 'Log out'; what happens then is the test's business. */
export async function askToLogOut(page: Page): Promise<void> {
  await (await logOutEntry(page)).click();
}

/** Logs out where nothing waits. */
export async function logOut(page: Page): Promise<void> {
  await askToLogOut(page);
  await page.waitForURL('**/login');
}

/** Logs out where changes wait: the app asks, and they stay on the device. */
export async function logOutAndKeep(page: Page): Promise<void> {
  await askToLogOut(page);
  await page.getByRole('button', { name: 'Log out and keep changes' }).click();
  await page.waitForURL('**/login');
}
