import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { connectionBack } from './support/connection.ts';
import { customersOn, offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import {
  CLIENTS,
  clientRows,
  importDialog,
  longestTasks,
  openImport,
  toRows,
  watchTasks,
} from './support/imports.ts';
import { askToLogOut } from './support/log-out.ts';

test.describe.configure({ timeout: 240_000 });

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}

/** Reads off how many rows an import of `many` that is shown as stopped has made. */
async function stoppedAfter(page: Page, many: number): Promise<number> {
  const words = page.getByText(/^An import of clients\.csv was stopped after/);
  await words.waitFor({ timeout: 30_000 });
  const [, done = ''] =
    new RegExp(`after ([\\d,]+) of ${inWords(many)} rows`).exec((await words.textContent()) ?? '') ?? [];
  return Number(done.replaceAll(',', ''));
}

for (const many of [2000, 10_000]) {
  test(`${inWords(many)} rows are imported without a connection, over a stop and a reload, each once`, {
    tag: many < 10_000 ? INSTALLED : [INSTALLED, VARIANT],
  }, async ({ page, context, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn();
    await upToDate(page);
    await offlineReady(page);
    await context.setOffline(true);
    await watchTasks(page);
    const dialog = await openImport(page);
    await toRows(dialog, clientRows(many));
    console.log(
      `tasks of more than 50 ms until the rows were checked: ${(await longestTasks(page)).join(', ')}`,
    );
    await dialog.getByRole('button', { name: `Import ${inWords(many)} customers` }).click();
    await expect(dialog.getByText(new RegExp(`^[1-9][\\d,]* of ${inWords(many)} rows$`))).toBeVisible({
      timeout: 30_000,
    });
    await dialog.getByRole('button', { name: 'Stop' }).click();
    const first = await stoppedAfter(page, many);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(many);
    console.log(`tasks of more than 50 ms until it was stopped: ${(await longestTasks(page)).join(', ')}`);

    await askToLogOut(page);
    await expect(page.getByText('1 import of customers is not finished.')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();

    await page.reload();
    expect(await stoppedAfter(page, many)).toBe(first);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog.getByText(new RegExp(`^[1-9][\\d,]* of ${inWords(many)} rows$`))).toBeVisible({
      timeout: 30_000,
    });
    // The page is gone in the middle of it.
    await page.reload();
    expect(await stoppedAfter(page, many)).toBeGreaterThanOrEqual(first);
    await watchTasks(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(dialog.getByText(`Imported ${inWords(many)} customers from clients.csv.`)).toBeVisible({
      timeout: 180_000,
    });
    console.log(`tasks of more than 50 ms in the rest: ${(await longestTasks(page)).join(', ')}`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(syncStatus(page)).toHaveText(
      new RegExp(`${many.toLocaleString('en-US').replace(',', ',?')} changes waiting`),
    );
    await expect(page.getByText(`${inWords(many + 200)} customers`)).toBeVisible({ timeout: 30_000 });

    await watchTasks(page);
    await page.getByRole('searchbox', { name: 'Search customers' }).fill(`ida.${many - 1}@clients.test`);
    await expect(page.getByRole('row').filter({ hasText: `Ida${many - 1}` })).toBeVisible({
      timeout: 30_000,
    });
    await syncStatus(page).click();
    await expect(page.getByText(`and ${inWords(many - 50)} more`)).toBeVisible({ timeout: 30_000 });
    console.log(`tasks of more than 50 ms while they wait: ${(await longestTasks(page)).join(', ')}`);
  });
}

test('rows are corrected, duplicates are left out, and the server has each row once', async ({
  page,
  context,
  server,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await upToDate(page);
  const [taken] = await customersOn(server);
  const wrong = [
    `Double,Again,${taken?.email},,,,,,,`,
    'Nomail,Import,,,,,,,,',
    'Bad,Type,bad.type@clients.test,,,,,,Martian,',
  ];
  const dialog = await openImport(page);
  expect(await findings(page)).toEqual([]);
  await dialog.getByLabel('Choose a CSV file').setInputFiles({
    name: 'clients.xlsx',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0]),
  });
  await expect(dialog.getByText('clients.xlsx is an Excel workbook.')).toBeVisible();
  await toRows(dialog, [...clientRows(299), ...wrong]);
  expect(await findings(page)).toEqual([]);
  await expect(dialog.getByText('299 rows are ready.')).toBeVisible();
  await expect(dialog.getByText(/^Same email as .*, who is on this device\.$/)).toBeVisible();
  await dialog.getByLabel('Email', { exact: true }).fill('nomail@clients.test');
  await dialog.getByLabel('Email', { exact: true }).press('Enter');
  await dialog.getByLabel('Customer Type').selectOption('Commercial');
  await dialog.getByRole('button', { name: 'Leave out row 303' }).click();
  await dialog.getByRole('button', { name: 'Import 300 customers' }).click();
  await expect(dialog.getByText(`Imported 300 customers from ${CLIENTS}; 2 left out.`)).toBeVisible({
    timeout: 60_000,
  });
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the rows left out' }).click();
  expect((await saving).suggestedFilename()).toBe('clients-left-out.csv');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(importDialog(page)).toHaveCount(0);
  await context.setOffline(false);
  await connectionBack(page);
  await expect(syncStatus(page)).toHaveText(/Up to date as of/, { timeout: 180_000 });
  const held = (await customersOn(server))
    .map(({ email }) => email)
    .filter((email) => email.endsWith('@clients.test'));
  const wanted = [...Array.from({ length: 299 }, (_, n) => `ida.${n}@clients.test`), 'nomail@clients.test'];
  expect(held.sort()).toEqual(wanted.sort());
});
