import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { z } from 'zod';
import { CUSTOMERS_PATH, offlineReady, rowOf, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';

/** The server sends an amount as an object with its decimal text. */
function centsOf(sent: unknown): bigint {
  const { amount } = z.object({ amount: z.string().regex(/^\d+\.\d\d$/) }).parse(sent);
  return BigInt(amount.replace('.', ''));
}

async function openReport(page: Page, id: string, title: string) {
  await page.goto(`/reports?report=${id}`);
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('figure').waitFor();
  return dialog;
}

/** Presses the button and answers the file that the browser was given. */
async function exported(page: Page, name = 'Export Report'): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name }).first().click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);
  return readFile(await download.path());
}

// @spec 2.65 D1.4
test('an export holds every record that the server has, and the same bytes without a connection', {
  tag: INSTALLED,
}, async ({ page, context, server, signIn }) => {
  const odd = {
    first_name: 'Zoë "Zo"',
    last_name: 'Ångström, jr.',
    email: 'zoe@example.com',
    city: '=1+1',
    company_name: '👩🏽‍🔧 Söhne',
    customer_type: 'commercial',
  };
  expect((await server.api(CUSTOMERS_PATH, { method: 'POST', body: odd })).status).toBe(201);
  await signIn();
  // The device says that it is up to date as of when it was last used, which was before she was added.
  await expect(rowOf(page, 'zoe@example.com')).toBeVisible();
  await offlineReady(page);
  await openReport(page, 'customer-summary', 'Customer Summary');
  const online = await exported(page);

  await context.setOffline(true);
  await page.reload();
  await openReport(page, 'customer-summary', 'Customer Summary');
  const offline = await exported(page);
  expect(offline.equals(online)).toBe(true);

  expect([...online.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = online.toString('utf8').slice(1).split('\r\n');
  const held = await recordsOn(server, 'customers');
  expect(lines).toHaveLength(held.length + 2);
  expect(lines[1]).toBe(
    '"Zoë ""Zo""","Ångström, jr.",Commercial,Active,\'=1+1,zoe@example.com,,👩🏽‍🔧 Söhne,,,',
  );
  const emails = held.map(({ email }) => String(email));
  expect(emails.filter((email) => !online.includes(email))).toEqual([]);
});

test('an Excel file is written under the page’s own rules, without a connection, with each ZIP code as it is', {
  tag: INSTALLED,
}, async ({ page, context, server, signIn }) => {
  const body = { first_name: 'Ann', last_name: 'Zero', email: 'zero@example.com', postal_code: '02134' };
  expect((await server.api(CUSTOMERS_PATH, { method: 'POST', body })).status).toBe(201);
  await signIn();
  await expect(rowOf(page, 'zero@example.com')).toBeVisible();
  await offlineReady(page);
  await context.setOffline(true);
  await page.goto('/customers');
  await page.getByRole('button', { name: 'List options' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as Excel (.xlsx)' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^customers-\d{4}-\d\d-\d\d\.xlsx$/);
  const files = unzipSync(await readFile(await download.path()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet.match(/<row /g)).toHaveLength((await recordsOn(server, 'customers')).length + 1);
  expect(sheet).toMatch(/t="inlineStr"><is><t xml:space="preserve">02134</);
});

// @spec 0.4 2.70 9.12
test('the figures are those of the server’s own records', async ({ page, server, signIn }) => {
  await signIn();
  await upToDate(page);
  const estimates = await recordsOn(server, 'estimates');
  const having = (status: string): number => estimates.filter((one) => one['status'] === status).length;
  const total = estimates.reduce((sum, one) => sum + centsOf(one['total_amount']), 0n);
  const decided = having('accepted') + having('rejected') + having('expired');
  const dollars = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

  const worth = await openReport(page, 'financial-analysis', 'Financial Analysis');
  await expect(worth.getByRole('definition')).toHaveText([
    String(estimates.length),
    String(having('accepted')),
    `$${dollars.format(Number(total) / 100)}`,
    `$${dollars.format(Number(total) / 100 / estimates.length)}`,
  ]);
  const conversion = await openReport(page, 'estimate-conversion', 'Estimate Conversion');
  await expect(conversion.getByRole('definition')).toHaveText([
    String(estimates.length),
    String(having('sent')),
    String(having('accepted')),
    `${((100 * having('accepted')) / decided).toFixed(1)}%`,
  ]);
});
