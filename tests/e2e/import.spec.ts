import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { connectionBack } from './support/connection.ts';
import { customersOn, offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { CLIENTS, clientRows, importDialog, openImport, toRows } from './support/imports.ts';
import { askToLogOut } from './support/log-out.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

const MANY = 2000;

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}

/** Reads off how many rows an import that is shown as stopped has made. */
async function stoppedAfter(page: Page): Promise<number> {
  const words = page.getByText(/^An import of clients\.csv was stopped after/);
  await words.waitFor();
  const [, done = ''] =
    new RegExp(`after ([\\d,]+) of ${inWords(MANY)} rows`).exec((await words.textContent()) ?? '') ?? [];
  return Number(done.replaceAll(',', ''));
}

test('2,000 rows are imported without a connection, over a stop and a reload, each once', {
  tag: INSTALLED,
}, async ({ page, context, signIn }) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  const dialog = await openImport(page);
  await toRows(dialog, clientRows(MANY));
  await dialog.getByRole('button', { name: `Import ${inWords(MANY)} customers` }).click();
  await expect(dialog.getByText(new RegExp(`^[1-9][\\d,]* of ${inWords(MANY)} rows$`))).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  const first = await stoppedAfter(page);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(MANY);

  await askToLogOut(page);
  await expect(page.getByText('1 import of customers is not finished.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();

  await page.reload();
  expect(await stoppedAfter(page)).toBe(first);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText(new RegExp(`^[1-9][\\d,]* of ${inWords(MANY)} rows$`))).toBeVisible();
  // The page is gone in the middle of it.
  await page.reload();
  expect(await stoppedAfter(page)).toBeGreaterThanOrEqual(first);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText(`Imported ${inWords(MANY)} customers from clients.csv.`)).toBeVisible({
    timeout: 300_000,
  });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(syncStatus(page)).toHaveText(
    new RegExp(`${MANY.toLocaleString('en-US').replace(',', ',?')} changes waiting`),
  );
  await expect(page.getByText(`${inWords(MANY + 200)} customers`)).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search customers' }).fill(`ida.${MANY - 1}@clients.test`);
  await expect(page.getByRole('row').filter({ hasText: `Ida${MANY - 1}` })).toBeVisible();
  await syncStatus(page).click();
  await expect(page.getByText(`and ${inWords(MANY - 50)} more`)).toBeVisible();
});

test('rows are corrected by their causes, duplicates are left out, and the server has each row once', async ({
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
    `${taken?.first_name},${taken?.last_name},${taken?.email},,,,,,,`,
    'Nomail,Import,,,,,,,,',
    'Bad,Type,bad.type@clients.test,,,,,,Martian,',
    'Has,Extension,extension@clients.test,(208) 555-0101 ext. 5,,,,,,',
    'Not,Wanted,not.wanted@clients.test,,,,,,,',
  ];
  const dialog = await openImport(page);
  expect(await findings(page)).toEqual([]);
  await toRows(dialog, [...clientRows(299), ...wrong]);
  expect(await findings(page)).toEqual([]);
  await expect(dialog.getByText('301 rows are ready.')).toBeVisible();
  await expect(dialog.getByText('3 rows need a decision and are left out until then.')).toBeVisible();
  await expect(dialog.getByText(/^Same email as .*, who is on this device\.$/).first()).toBeVisible();
  await dialog.getByLabel('“Martian” in 1 row means').selectOption('Commercial');
  const extension = dialog.getByRole('region', { name: 'A phone number has an extension' });
  await extension.getByRole('button', { name: 'Correct it' }).click();
  await expect(dialog.getByText('303 rows are ready.')).toBeVisible();
  await dialog.getByLabel('Rows shown').selectOption({ label: 'All 304 rows' });
  const unwanted = dialog.getByRole('checkbox', { name: /Not Wanted$/ });
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(unwanted).toBeVisible({ timeout: 500 });
  }).toPass();
  // The rows are checked again between frames before the box changes.
  await unwanted.click();
  await expect(unwanted).not.toBeChecked();
  await expect(dialog.getByText('302 rows are ready.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 302 customers' }).click();
  await expect(dialog.getByText(`Imported 302 customers from ${CLIENTS}; 2 left out.`)).toBeVisible();
  await expect(dialog.getByText('1 row: Left out by you.')).toBeVisible();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the rows left out' }).click();
  expect((await saving).suggestedFilename()).toBe('clients-left-out.csv');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(importDialog(page)).toHaveCount(0);
  await context.setOffline(false);
  await connectionBack(page);
  await upToDate(page);
  const held = (await customersOn(server)).filter(
    ({ email, last_name }) => email.endsWith('@clients.test') || last_name === 'Import',
  );
  const wanted = [
    ...Array.from({ length: 299 }, (_, n) => `ida.${n}@clients.test`),
    '',
    'bad.type@clients.test',
    'extension@clients.test',
  ];
  expect(held.map(({ email }) => email).sort()).toEqual(wanted.sort());
  expect(held.find(({ first_name }) => first_name === 'Has')?.phone).toBe('(208) 555-0101');
});
