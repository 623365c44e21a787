import { expect } from '@playwright/test';
import { upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { test } from './support/fixtures.ts';
import { askToLogOut } from './support/log-out.ts';
import { runOnce } from './support/run-once.ts';
import { fillSigning, openSigning } from './support/signing.ts';

runOnce();

test('[F36, F38] a customer signs where the server keeps no files, and the document survives a reload', async ({
  page,
  server,
  signIn,
}) => {
  const [id = 0] = await planDay(server);
  await signIn();
  await upToDate(page);
  const dialog = await openSigning(page, id);
  await fillSigning(page, dialog, 'Cy Young');
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText('The document is signed, and kept on this device.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Open Work authorization/ }).click();
  await expect(page.getByText('This document is as it was signed.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const file = Buffer.concat(chunks).toString('latin1');
  expect(file.slice(0, 5)).toBe('%PDF-');
  await page.keyboard.press('Escape');
  await askToLogOut(page);
  await expect(page.getByText(/^1 signed document is on this device only/)).toBeVisible();
});
