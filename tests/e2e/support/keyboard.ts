import { expect, type Locator, type Page } from '@playwright/test';
import type { NewCustomer } from './customers.ts';
import type { Credentials } from './sign-in.ts';

/** More tab stops than any screen has before an element that a test looks for. */
const MOST_PRESSES = 60;

/** Presses Tab, or another key, until the element with this role and name has the focus, as a person would. */
export async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string,
  key = 'Tab',
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await target.waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reaches ${role} ${name}`);
}

/** Goes to a control with Tab and presses Enter on it. */
export async function enterOn(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string,
  key = 'Tab',
): Promise<void> {
  await tabTo(page, role, name, key);
  await page.keyboard.press('Enter');
}

/** Goes back to the account menu, opens it, and chooses its last entry. */
export async function logOutByKeys(page: Page): Promise<void> {
  await enterOn(page, 'button', 'Account menu', 'Shift+Tab');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await expect(page.getByRole('menuitem', { name: 'Log out', disabled: false })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Expects that Tab cycles inside a dialog: it comes back to the current element without leaving the dialog. */
export async function expectTrapped(page: Page, dialog: Locator): Promise<void> {
  const start = await page.evaluateHandle(() => document.activeElement);
  for (let presses = 1; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    if (await start.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab never comes back to where it began');
}

/** Fills in and submits the sign-in form on the page. */
export async function typeSignIn(page: Page, { username, password }: Credentials): Promise<void> {
  await tabTo(page, 'textbox', 'Username');
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

/** Opens the add dialog and fills it in. Leaves the focus on the last field. */
export async function typeNewCustomer(page: Page, { first, last, email }: NewCustomer): Promise<void> {
  await enterOn(page, 'button', 'Add Customer');
  await expect(page.getByRole('dialog').getByLabel('First Name')).toBeFocused();
  await page.keyboard.type(first);
  await page.keyboard.press('Tab');
  await page.keyboard.type(last);
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
}
