import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { DEMO_USER } from './support/companion.ts';
import {
  addCustomer,
  customersOn,
  fillNewCustomer,
  newCustomer,
  offlineReady,
  rowOf,
  searchBox,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import { enterOn, logOutByKeys, tabTo, typeNewCustomer, typeSignIn } from './support/keyboard.ts';
import { askToLogOut, openAccountMenu } from './support/log-out.ts';
import { BERT } from './support/people.ts';
import { signIn as signInAs } from './support/sign-in.ts';
import { accessExpired, endSession, expiredBanner, expiredDialog, SHORT_ACCESS } from './support/tokens.ts';

// The other two of scheme and width are looked at in accessibility-kinds.spec.ts.
for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1440],
] as const) {
  test(`axe finds nothing on any screen or dialog, ${colorScheme}, ${width} px wide`, {
    tag: width === 390 ? INSTALLED : [INSTALLED, VARIANT],
  }, async ({ page, context, server, signIn }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const found: Record<string, string[]> = {};
    const look = async (where: string): Promise<void> => {
      found[where] = await findings(page);
    };

    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await look('login');
    await signIn();
    await upToDate(page);
    await look('list');
    await page.getByRole('button', { name: 'Add Customer' }).first().click();
    await page.getByRole('dialog').getByLabel('First Name').fill('Nora');
    await look('add dialog');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Discard your changes?').waitFor();
    await look('discard question');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByText('Are you sure').waitFor();
    await look('delete question');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await offlineReady(page);
    const [taken] = await customersOn(server);
    await context.setOffline(true);
    await fillNewCustomer(page, { first: 'Nora', last: 'Vance', email: taken?.email ?? '' });
    await page.getByText('Waiting to sync').first().waitFor();
    await look('list with a waiting change');
    await page.getByRole('link', { name: /Nora Vance/ }).click();
    await page.getByRole('heading', { name: 'Nora Vance' }).waitFor();
    await look('detail');
    await syncStatus(page).click();
    await page.getByText('Waiting to be sent').waitFor();
    await look('sync screen, waiting');
    await context.setOffline(false);
    await page.getByText('Discard my change').waitFor({ timeout: 45_000 });
    await look('sync screen, needs attention');
    await openAccountMenu(page);
    await look('account menu');
    await page.keyboard.press('Escape');
    await askToLogOut(page);
    await page.getByText('Log out and keep changes').waitFor();
    await look('log-out question');
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, []])));
    expect(Object.keys(found)).toHaveLength(11);
  });
}

for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1440],
] as const) {
  test.describe('with a session that expires', () => {
    test.use({ serverEnv: SHORT_ACCESS });

    test(`axe finds nothing on the rarer screens either, ${colorScheme}, ${width} px wide`, {
      tag: width === 390 ? [] : [VARIANT],
    }, async ({ page, context, server }) => {
      test.setTimeout(120_000);
      const found: Record<string, string[]> = {};
      const look = async (where: string, at = page): Promise<void> => {
        found[where] = await findings(at);
      };
      const dress = async (which: Page): Promise<void> => {
        await which.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await which.setViewportSize({ width, height: 900 });
      };

      await dress(page);
      await signInAs(page, BERT);
      await page.getByText('No customers yet').waitFor();
      await look('list without customers');
      await addCustomer(page, newCustomer(1));
      await upToDate(page);
      if (width === 390) {
        await page.getByRole('button', { name: 'Open navigation' }).click();
        await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
        await look('navigation drawer');
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: /^Edit / }).click();
      await page.getByRole('dialog', { name: 'Edit Customer' }).waitFor();
      await look('edit dialog');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await searchBox(page).fill('nobody is called this');
      await page.getByText('No customers match').waitFor();
      await look('search without a match');
      await syncStatus(page).click();
      await page.getByText('All changes sent').waitFor();
      await look('sync screen, nothing waiting');
      await page.goto('/customers/no-such-record');
      await page.getByText('This record is not on this device.').waitFor();
      await look('unknown record');

      await upToDate(page);
      await endSession(server, page);
      await accessExpired(server, page);
      await page.getByRole('main').getByRole('link', { name: 'Customers' }).click();
      await expiredDialog(page).waitFor();
      await look('session expired, dialog');
      await expiredDialog(page).getByRole('button', { name: 'Not now' }).click();
      await expect(expiredDialog(page)).toHaveCount(0);
      await expect(expiredBanner(page)).toBeVisible();
      await look('session expired, banner');

      const refused = await context.newPage();
      await dress(refused);
      await refused.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        };
      });
      await refused.goto('/login');
      await refused.getByRole('alert').waitFor();
      await look('storage refused', refused);
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, []])));
      expect(Object.keys(found)).toHaveLength(width === 390 ? 9 : 8);
    });
  });
}

test('everything works by keyboard alone: sign in, add, edit, delete, log out', async ({ page, server }) => {
  await page.goto('/login');
  await typeSignIn(page, DEMO_USER);
  await upToDate(page);
  await enterOn(page, 'link', 'Customers', 'Shift+Tab');

  await typeNewCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Customer' })).toBeFocused();
  await expect(rowOf(page, 'Nora Vance')).toBeVisible();

  await tabTo(page, 'searchbox', 'Search customers');
  await page.keyboard.type('nora.vance');
  await expect(page.getByRole('row')).toHaveCount(2);
  await enterOn(page, 'button', 'Edit Nora Vance');
  await tabTo(page, 'textbox', 'City');
  await page.keyboard.type('Galveston');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit Nora Vance' })).toBeFocused();
  await expect.poll(async () => (await customersOn(server))[0]?.city).toBe('Galveston');

  await enterOn(page, 'button', 'Delete Nora Vance');
  await enterOn(page, 'button', 'Delete');
  await expect(rowOf(page, 'Nora Vance')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, 'searchbox', 'Search customers', 'Shift+Tab');
  await page.keyboard.press('Escape');
  await upToDate(page);
  expect((await customersOn(server)).length).toBe(200);
  await logOutByKeys(page);
  await page.waitForURL('**/login');
});
