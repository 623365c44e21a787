import type { Locator, Page } from '@playwright/test';
import { undoIsOver } from './support/clocks.ts';
import { DEMO_USER } from './support/companion.ts';
import {
  CUSTOMERS_PATH,
  customersOn,
  newCustomer,
  offlineReady,
  rowOf,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import {
  enterOn,
  expectTrapped,
  logOutByKeys,
  tabTo,
  typeNewCustomer,
  typeSignIn,
} from './support/keyboard.ts';
import { awaitAnswers } from './support/timers.ts';
import {
  accessExpired,
  endSession,
  expiredBanner,
  expiredDialog,
  SHORT_ACCESS,
  stillSignedIn,
} from './support/tokens.ts';

/** Where the focus goes when what had it is gone. */
function mainOf(page: Page): Locator {
  return page.getByRole('main');
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

async function startSignedIn(page: Page): Promise<void> {
  await page.goto('/login?next=%2Fcustomers');
  await typeSignIn(page, DEMO_USER);
  await upToDate(page);
}

test.describe('with a session that expires', () => {
  test.use({ serverEnv: SHORT_ACCESS });

  test('an expired session is put off, taken up again and signed in over by keyboard alone', {
    tag: INSTALLED,
  }, async ({ page, context, server }) => {
    await startSignedIn(page);
    await offlineReady(page);
    await context.setOffline(true);
    await tabTo(page, 'searchbox', 'Search customers');
    await endSession(server, page);
    await accessExpired(server, page);
    await context.setOffline(false);

    const dialog = expiredDialog(page);
    const password = dialog.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await expectTrapped(page, dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeFocused();

    await enterOn(page, 'button', 'Sign in', 'Shift+Tab');
    await expect(password).toBeFocused();
    await enterOn(page, 'button', 'Not now');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Sign in')).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(password).toBeFocused();
    await page.keyboard.type('not the password');
    await enterOn(page, 'button', 'Sign In');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(button(page, 'Sign In')).toBeFocused();
    await tabTo(page, 'textbox', 'Password', 'Shift+Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(DEMO_USER.password);
    await enterOn(page, 'button', 'Sign In');
    await stillSignedIn(page);
    await expect(expiredBanner(page)).toHaveCount(0);
    await expect(mainOf(page)).toBeFocused();
    await upToDate(page);
  });
});

test('the log-out question is answered by keyboard alone, either way, and the change is still there', {
  tag: INSTALLED,
}, async ({ page, context }) => {
  await startSignedIn(page);
  await offlineReady(page);
  await context.setOffline(true);
  await typeNewCustomer(page, newCustomer(1));
  await page.keyboard.press('Enter');
  await expect(syncStatus(page)).toHaveText('No connection · 1 change waiting');

  const question = page.getByRole('dialog', { name: 'Log out' });
  await logOutByKeys(page);
  await expect(button(page, 'Stay')).toBeFocused();
  await expectTrapped(page, question);
  await enterOn(page, 'button', 'Stay');
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Account menu')).toBeFocused();
  await logOutByKeys(page);
  await expect(button(page, 'Stay')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(button(page, 'Account menu')).toBeFocused();

  await logOutByKeys(page);
  await expect(button(page, 'Stay')).toBeFocused();
  await enterOn(page, 'button', 'Log out and keep changes');
  await page.waitForURL('**/login');
  await expect(mainOf(page)).toBeFocused();
  await context.setOffline(false);
  await typeSignIn(page, DEMO_USER);
  await page.waitForURL('**/dashboard');
  await expect(mainOf(page)).toBeFocused();
  await enterOn(page, 'link', 'Customers', 'Shift+Tab');
  await expect(mainOf(page)).toBeFocused();
  await expect(rowOf(page, newCustomer(1).email)).toBeVisible();
});

test.describe('through a proxy', () => {
  test.use({ throughProxy: true });

  test('a refused change is discarded, sent again and mended on the Sync screen by keyboard alone', {
    tag: INSTALLED,
  }, async ({ page, context, server, faultyProxy }) => {
    await startSignedIn(page);
    await offlineReady(page);
    await context.setOffline(true);
    for (const [n, field] of ['email', 'phone', 'city'].entries()) {
      // Each for another reason: what is refused alike is one group.
      const fault = { kind: 'answer', status: 400, body: { [field]: ['Not this one.'] } } as const;
      faultyProxy.inject({ fault, method: 'POST', path: CUSTOMERS_PATH, times: 1 });
      await typeNewCustomer(page, newCustomer(n));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(button(page, 'Add Customer')).toBeFocused();
    }
    await context.setOffline(false);
    await tabTo(page, 'button', 'Find', 'Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(syncStatus(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(mainOf(page)).toBeFocused();
    const changes = page.getByRole('main').getByRole('listitem');
    const ways = button(page, 'Discard my change');
    await expect(ways).toHaveCount(3);

    const question = page.getByRole('dialog', { name: 'Discard my change' });
    await enterOn(page, 'button', 'Discard my change');
    await expect(button(page, 'Keep')).toBeFocused();
    await expectTrapped(page, question);
    await enterOn(page, 'button', 'Keep');
    await expect(question).toHaveCount(0);
    await expect(ways.first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Keep')).toBeFocused();
    await enterOn(page, 'button', 'Discard');
    await expect(changes).toHaveCount(2);
    await expect(mainOf(page)).toBeFocused();

    await enterOn(page, 'button', 'Try again');
    await expect(changes).toHaveCount(1);
    await expect(mainOf(page)).toBeFocused();

    await enterOn(page, 'button', 'Edit and try again');
    const form = page.getByRole('dialog', { name: 'Edit Customer' });
    // The field that was refused.
    await expect(form.getByLabel('City')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(button(page, 'Edit and try again')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('City')).toBeFocused();
    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('mended@example.com');
    await page.keyboard.press('Enter');
    await expect(form).toHaveCount(0);
    await expect(page.getByText('All changes sent')).toBeVisible();
    await expect(mainOf(page)).toBeFocused();
    const emails = (await customersOn(server)).map(({ email }) => email);
    expect(emails).toHaveLength(202);
    expect(emails).toEqual(expect.arrayContaining(['mended@example.com', newCustomer(1).email]));
  });
});

test('a form that the server refuses keeps the focus, and its questions give it back', async ({ page }) => {
  await awaitAnswers(page);
  await startSignedIn(page);
  await typeNewCustomer(page, { ...newCustomer(1), email: 'nobody@nowhere' });
  await enterOn(page, 'button', 'Create');
  const form = page.getByRole('dialog', { name: 'Add New Customer' });
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(button(page, 'Create')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Keep editing')).toBeFocused();
  await expectTrapped(page, page.getByRole('dialog', { name: 'Discard your changes?' }));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(button(page, 'Create')).toBeFocused();
  await expectTrapped(page, form);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Keep editing')).toBeFocused();
  await enterOn(page, 'button', 'Discard');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Add Customer')).toBeFocused();
});

test('on a phone the navigation opens, closes and leads on by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSignedIn(page);
  await tabTo(page, 'button', 'Find', 'Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(syncStatus(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sync', exact: true })).toBeVisible();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await enterOn(page, 'button', 'Open navigation', 'Shift+Tab');
  for (const _ of ['opened for the first time', 'opened again']) {
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeFocused();
    await expectTrapped(page, drawer);
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(button(page, 'Open navigation')).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await enterOn(page, 'link', 'Customers');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(mainOf(page)).toBeFocused();
});

test('the list is sorted, and a record opened and left, by keyboard alone', async ({ page }) => {
  await startSignedIn(page);
  const header = page.getByRole('columnheader').first();
  const sorter = header.getByRole('button');
  const name = (await sorter.textContent()) ?? '';
  const topName = () => page.getByRole('row').nth(1).getByRole('link').textContent();
  await enterOn(page, 'button', name);
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(sorter).toBeFocused();
  const first = await topName();
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(sorter).toBeFocused();
  expect(await topName()).not.toBe(first);

  const top = (await topName()) ?? '';
  await enterOn(page, 'link', top);
  await expect(page.getByRole('heading', { name: top })).toBeVisible();
  await expect(mainOf(page)).toBeFocused();
  await enterOn(page, 'button', 'More actions');
  await expect(page.getByRole('menuitem', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'More actions')).toBeFocused();
  await enterOn(page, 'link', 'Customers', 'Shift+Tab');
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeVisible();
  await expect(mainOf(page)).toBeFocused();

  // On a phone, where no headings are, with the picker beside the search.
  await page.setViewportSize({ width: 390, height: 844 });
  await tabTo(page, 'combobox', 'Sort by');
  await page.keyboard.type('Name, d');
  await expect(page).toHaveURL(/\?sort=-last_name$/);
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') })
      .first(),
  ).toContainText(top);
});

test('an estimate is added, changed and deleted between sign-in and log-out, all by keyboard', async ({
  page,
  server,
}) => {
  await startSignedIn(page);
  const [newest] = await recordsOn(server, 'customers');
  const name = `${String(newest?.['first_name'])} ${String(newest?.['last_name'])}`;
  await enterOn(page, 'link', 'Estimates', 'Shift+Tab');
  await enterOn(page, 'button', 'Add Estimate');
  const dialog = page.getByRole('dialog', { name: 'Add New Estimate' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Attic dry-out');
  await page.keyboard.press('Tab');
  const picker = dialog.getByLabel('Customer', { exact: true });
  await expect(picker).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).not.toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(name);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(picker).toHaveValue(name);

  await tabTo(page, 'textbox', 'Valid Until');
  await page.keyboard.type('12/31/2027');
  await tabTo(page, 'textbox', 'Subtotal');
  await page.keyboard.type('1,000');
  await tabTo(page, 'textbox', 'Tax Rate (%)');
  await page.keyboard.type('7.5');
  await expect(dialog.getByLabel('Total Amount')).toHaveValue('1,075.00');
  await enterOn(page, 'button', 'Create');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Estimate' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: 'Attic dry-out' })).toBeInViewport();
  await upToDate(page);
  expect((await recordsOn(server, 'estimates'))[0]).toMatchObject({
    title: 'Attic dry-out',
    customer: newest?.id,
    valid_until: '2027-12-31',
    total_amount: { amount: '1075.00' },
  });

  await tabTo(page, 'searchbox', 'Search estimates', 'Shift+Tab');
  await page.keyboard.type('Attic dry-out');
  await expect(page.getByRole('row')).toHaveCount(2);
  await enterOn(page, 'button', 'Edit Attic dry-out');
  await tabTo(page, 'combobox', 'Status');
  await page.keyboard.press('s');
  await enterOn(page, 'button', 'Update');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Attic dry-out' })).toContainText('Sent');
  await expect(button(page, 'Edit Attic dry-out')).toBeFocused();
  await enterOn(page, 'button', 'Delete Attic dry-out');
  await enterOn(page, 'button', 'Delete');
  await expect(page.getByRole('row')).toHaveCount(0);
  await expect(mainOf(page)).toBeFocused();
  await undoIsOver(page);
  // Right after the key the status may still say what it said before.
  await expect
    .poll(async () => (await recordsOn(server, 'estimates')).filter(({ title }) => title === 'Attic dry-out'))
    .toEqual([]);
  await upToDate(page);
  await logOutByKeys(page);
  await page.waitForURL('**/login');
});
