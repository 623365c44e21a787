import type { Locator, Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { customersOn, editCompany, offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

function card(page: Page): Locator {
  return page.getByRole('region', { name: /[Rr]eady/ });
}

function receipt(page: Page): Locator {
  return page.getByRole('region', { name: 'Receipt' });
}

for (const [kind, serverEnv] of SERVER_KINDS)
  test.describe(kind, { tag: INSTALLED }, () => {
    test.use({ serverEnv });

    test('the receipt says what the server has, and the check what to do before the signal is gone', async ({
      page,
      context,
      server,
      signIn,
    }) => {
      await signIn();
      await upToDate(page);
      await offlineReady(page);
      const [first, second] = await customersOn(server);
      await editCompany(page, first?.email ?? '', 'Sent Roofing');
      await upToDate(page);
      await context.setOffline(true);
      await editCompany(page, second?.email ?? '', 'Waiting Roofing');
      await page.getByRole('link', { name: 'Sync', exact: true }).first().click();
      await expect(receipt(page)).toContainText(
        '1 of 2 changes of today are on the server; 1 waits for a signal',
      );
      expect(await companiesOf(server)).toEqual(['Sent Roofing']);
      await page.getByRole('button', { name: 'Check now' }).click();
      await expect(card(page)).toContainText('There is no connection.');

      await context.setOffline(false);
      await expect(syncStatus(page)).toHaveText(/Up to date as of/);
      await expect(receipt(page)).toContainText(/All 2 changes of today are on the server, \d/);
      expect(await companiesOf(server)).toEqual(['Sent Roofing', 'Waiting Roofing']);
      await receipt(page).getByRole('button', { name: 'Show the list' }).click();
      await expect(receipt(page).getByRole('listitem')).toHaveCount(2);

      await page.getByRole('button', { name: 'Check now' }).click();
      await expect(card(page)).toContainText(/Ready for no signal, \d.*, \d+ records/);
      await card(page).getByRole('button', { name: 'What was checked' }).click();
      await expect(card(page)).toContainText('the server has no newer version');
      await expect(card(page)).toContainText(/Until .*, as far as the sign-in itself says/);
      expect(await findings(page)).toEqual([]);
      await page.goto('/today');
      await expect(card(page)).toContainText('Ready for no signal');
    });
  });

async function companiesOf(server: Parameters<typeof customersOn>[0]): Promise<string[]> {
  const names = (await customersOn(server)).map(({ company_name: name }) => name);
  return names.filter((name) => name.endsWith('Roofing')).sort();
}
