import { expect } from '@playwright/test';
import { upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { test } from './support/fixtures.ts';
import { askToLogOut } from './support/log-out.ts';
import { runOnce } from './support/run-once.ts';
import { fillSigning, openSigning, stopAt } from './support/signing.ts';

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

/** Where the page stops: in the worker's work, at a write of the transaction, or not at all. */
const STOPS = ['postMessage', 2, 5, 'done'] as const;

test('[F36] a page that dies at any step of signing leaves the whole document, or nothing', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const [id = 0] = await planDay(server);
  await signIn();
  await upToDate(page);
  let current = page;
  let signed = 0;
  for (const stop of STOPS) {
    const dialog = await openSigning(current, id);
    await fillSigning(current, dialog, `Signer ${stop}`);
    const stopped = stop === 'done' ? null : await stopAt(current, stop);
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    if (stopped) await stopped.die();
    else await current.getByText('The document is signed, and kept on this device.').waitFor();
    await current.close();
    current = await context.newPage();
    await current.goto(`/work-orders/${id}?tab=documents`);
    await current.getByRole('heading', { name: 'Signed documents' }).waitFor();
    if (stop === 'done') signed += 1;
    await expect(current.getByRole('button', { name: /^Open Work authorization/ })).toHaveCount(signed);
    await current.goto(`/work-orders/${id}`);
    await current.getByText('Call before arriving.').first().waitFor();
    await expect(current.getByText(new RegExp(`signed by Signer ${stop}, document`))).toHaveCount(
      stop === 'done' ? 1 : 0,
    );
    await expect(current.getByRole('checkbox', { name: 'Work authorization signed' })).toHaveCount(signed);
  }
});
