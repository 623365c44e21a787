import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { CUSTOMERS_PATH, customersOn, syncStatus, upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { clientRows, openImport, toRows } from './support/imports.ts';
import { runOnce } from './support/run-once.ts';

runOnce();
test.use({ throughProxy: true });

const COUNT = 30;
const REFUSAL = {
  kind: 'answer',
  status: 400,
  body: { phone: ["Phone number must be entered in the format: '+1-555-123-4567'."] },
} as const;

/** Imports the rows, each of which the server refuses, and opens the Sync screen. */
async function importRefused(page: Page): Promise<void> {
  const dialog = await openImport(page);
  await toRows(dialog, clientRows(COUNT));
  await dialog.getByRole('button', { name: `Import ${COUNT} customers` }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(syncStatus(page)).toHaveText(new RegExp(`refused ${COUNT} changes|^${COUNT} refused$`));
  await syncStatus(page).click();
}

test('an import that the server refuses is one group, sent again or discarded by one press', async ({
  page,
  faultyProxy,
  server,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn();
  await upToDate(page);
  faultyProxy.inject({ fault: REFUSAL, method: 'POST', path: CUSTOMERS_PATH, times: 2 * COUNT });
  await importRefused(page);
  const group = page.getByRole('listitem').filter({ hasText: `${COUNT} new customers` });
  await expect(group).toContainText('Ida0 Import, Ida1 Import, Ida2 Import and 27 more');
  await expect(page.getByRole('region', { name: /Needs attention/ }).getByRole('listitem')).toHaveCount(1);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findings(page)).toEqual([]);
  }

  // Refused once more, it is one group again.
  await group.getByRole('button', { name: 'Try all again' }).click();
  await expect.poll(() => faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(2 * COUNT);
  await expect(group).toBeVisible();
  await group.getByRole('button', { name: 'Try all again' }).click();
  await expect(page.getByText('All changes sent')).toBeVisible();
  await upToDate(page);
  expect(await customersOn(server)).toHaveLength(200 + COUNT);
});

test('a refused import is discarded as a whole, and corrected one by one on a phone', async ({
  page,
  faultyProxy,
  server,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await upToDate(page);
  faultyProxy.inject({ fault: REFUSAL, method: 'POST', path: CUSTOMERS_PATH, times: COUNT });
  await importRefused(page);
  await page.getByRole('button', { name: 'Edit one by one' }).click();
  for (const left of [COUNT - 1, COUNT - 2]) {
    await expect(page.getByText(`${COUNT - left} of ${COUNT}`, { exact: true })).toBeVisible();
    const form = page.getByRole('dialog', { name: 'Edit Customer' });
    await form.getByLabel('Phone').fill('+1-555-123-4567');
    await form.getByRole('button', { name: 'Save and next' }).click();
  }
  await expect(page.getByText(`3 of ${COUNT}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Discard all ${COUNT - 2}` }).click();
  const question = page.getByRole('dialog', { name: `Discard ${COUNT - 2} changes` });
  await expect(question).toContainText('Ida2 Import, Ida3 Import, Ida4 Import and 25 more');
  expect(await findings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('All changes sent')).toBeVisible();
  expect(await customersOn(server)).toHaveLength(202);
});
