import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { connectionBack } from './support/connection.ts';
import { customersOn, offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
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

const MANY = 10_000;

/** Reads off how many rows an import that is shown as stopped has made. */
async function stoppedAfter(page: Page): Promise<number> {
  const words = page.getByText(/^An import of clients\.csv was stopped after/);
  await words.waitFor({ timeout: 30_000 });
  const [, done = ''] = /after ([\d,]+) of 10,000 rows/.exec((await words.textContent()) ?? '') ?? [];
  return Number(done.replaceAll(',', ''));
}

test('10,000 rows are imported without a connection, over a stop and a reload, each once', {
  tag: INSTALLED,
}, async ({ page, context, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  await watchTasks(page);
  const dialog = await openImport(page);
  await toRows(dialog, clientRows(MANY));
  console.log(
    `tasks of more than 50 ms until the rows were checked: ${(await longestTasks(page)).join(', ')}`,
  );
  await dialog.getByRole('button', { name: 'Import 10,000 customers' }).click();
  await expect(dialog.getByText(/^[1-9][\d,]* of 10,000 rows$/)).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Stop' }).click();
  const first = await stoppedAfter(page);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(MANY);
  console.log(`tasks of more than 50 ms until it was stopped: ${(await longestTasks(page)).join(', ')}`);

  await askToLogOut(page);
  await expect(page.getByText('1 import of customers is not finished.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();

  await page.reload();
  expect(await stoppedAfter(page)).toBe(first);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText(/^[1-9][\d,]* of 10,000 rows$/)).toBeVisible({ timeout: 30_000 });
  // The page is gone in the middle of it.
  await page.reload();
  expect(await stoppedAfter(page)).toBeGreaterThanOrEqual(first);
  await watchTasks(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('Imported 10,000 customers from clients.csv.')).toBeVisible({
    timeout: 180_000,
  });
  console.log(`tasks of more than 50 ms in the rest: ${(await longestTasks(page)).join(', ')}`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(syncStatus(page)).toHaveText(/10,?000 changes waiting/);
  await expect(page.getByText('10,200 customers')).toBeVisible({ timeout: 30_000 });

  await watchTasks(page);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('ida.9999@clients.test');
  await expect(page.getByRole('row').filter({ hasText: 'Ida9999' })).toBeVisible({ timeout: 30_000 });
  await syncStatus(page).click();
  await expect(page.getByText('and 9,950 more')).toBeVisible({ timeout: 30_000 });
  console.log(`tasks of more than 50 ms while 10,000 changes wait: ${(await longestTasks(page)).join(', ')}`);
});

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
