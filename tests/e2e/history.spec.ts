import type { Locator, Page } from '@playwright/test';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  newCustomer,
  offlineReady,
  upToDate,
} from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

test.use({ viewport: { width: 390, height: 844 } });

const nora = newCustomer(1);

async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'History' }).click();
  return page.getByRole('region', { name: 'History' }).getByRole('listitem');
}

test('[H1, H2, H5, H12] what another device and this one changed stands in the history, after a reload without a connection as well', {
  tag: INSTALLED,
}, async ({ page, context, server, signIn }) => {
  await signIn();
  await addCustomer(page, nora);
  await upToDate(page);
  await offlineReady(page);
  const made = (await customersOn(server)).find(({ email }) => email === nora.email);
  await page.goto(`/customers/${made?.id}`);
  const none = 'Nothing has changed since this device first saw the record.';
  await openHistory(page);
  await expect(page.getByText(none)).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Customer' });
  await dialog.getByLabel('City').fill('Reno');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
  // What waits is told above, and is no history yet.
  await expect(page.getByText(none)).toBeVisible();
  const body = { phone: '+1-555-999-9999' };
  await server.api(`${CUSTOMERS_PATH}${made?.id}/`, { method: 'PATCH', body });

  const entries = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await context.setOffline(false);
  await upToDate(page);
  await expect(entries).toHaveCount(2);
  await expect(entries.filter({ hasText: 'this device' })).toContainText(/City.*nothing.*Reno/);
  await expect(entries.filter({ hasText: 'another device or person' })).toContainText(
    /Phone.*nothing.*999-9999/,
  );
  await expect(entries.filter({ hasText: 'this device' })).not.toContainText('Phone');

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Nora Vance1' }).waitFor();
  await expect(await openHistory(page)).toHaveCount(2);
  await expect(entries.filter({ hasText: 'another device or person' })).toContainText('Phone');
});
