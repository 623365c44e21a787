import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { DEMO_USER } from './support/companion.ts';
import {
  customersOn,
  fillNewCustomer,
  offlineReady,
  rowOf,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';

/** What axe finds serious or critical on the screen as it stands, as 'rule: element'. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`axe finds nothing serious on any screen or dialog, ${colorScheme}, ${width} px wide`, async ({
      page,
      context,
      server,
      signIn,
    }) => {
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
      const [taken] = await customersOn(server);
      await fillNewCustomer(page, { first: 'Nora', last: 'Vance', email: taken?.email ?? '' });
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await look('dialog with an error');
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
      await context.setOffline(true);
      await fillNewCustomer(page, { first: 'Nora', last: 'Vance', email: taken?.email ?? '' });
      await page.getByText('Waiting to sync').first().waitFor();
      await look('list with a waiting change');
      await page.getByRole('link', { name: /Nora Vance/ }).click();
      await page.getByRole('heading', { name: 'Nora Vance' }).waitFor();
      await look('detail');
      await syncStatus(page).click();
      await page.getByText('Waiting to be sent').waitFor();
      await look('sync centre, waiting');
      await context.setOffline(false);
      await page.getByText('Discard my change').waitFor({ timeout: 45_000 });
      await look('sync centre, needs attention');
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByText('Log out and keep changes').waitFor();
      await look('log-out question');
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, []])));
      expect(Object.keys(found)).toHaveLength(10);
    });
  }
}

test('everything works by keyboard alone: sign in, add, edit, delete, log out', async ({ page, server }) => {
  /** Presses Tab until the element with this role and name has the focus, as a person would. */
  async function tabTo(role: Parameters<Page['getByRole']>[0], name: string, key = 'Tab'): Promise<void> {
    const target = page.getByRole(role, { name, exact: true }).first();
    await target.waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`Tab never reaches ${role} ${name}`);
  }

  await page.goto('/login');
  await tabTo('textbox', 'Username');
  await page.keyboard.type(DEMO_USER.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_USER.password);
  await page.keyboard.press('Enter');
  await upToDate(page);

  await tabTo('button', 'Add Customer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('First Name')).toBeFocused();
  await page.keyboard.type('Nora');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Vance');
  await page.keyboard.press('Tab');
  await page.keyboard.type('nora.vance@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Customer' })).toBeFocused();
  await expect(rowOf(page, 'Nora Vance')).toBeVisible();

  await tabTo('searchbox', 'Search customers');
  await page.keyboard.type('nora.vance');
  await expect(page.getByRole('row')).toHaveCount(2);
  await tabTo('button', 'Edit Nora Vance');
  await page.keyboard.press('Enter');
  await tabTo('textbox', 'City');
  await page.keyboard.type('Galveston');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await customersOn(server))[0]?.city).toBe('Galveston');

  await tabTo('button', 'Delete Nora Vance');
  await page.keyboard.press('Enter');
  await tabTo('button', 'Delete');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Nora Vance')).toHaveCount(0);
  await tabTo('searchbox', 'Search customers', 'Shift+Tab');
  await page.keyboard.press('Escape');
  await upToDate(page);
  expect((await customersOn(server)).length).toBe(200);
  await tabTo('button', 'Log out', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
});
