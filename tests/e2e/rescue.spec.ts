import { expect } from '@playwright/test';
import { stopClocks } from './support/clocks.ts';
import { fillNewCustomer, isUpToDate, madeOn, upToDate } from './support/customers.ts';
import { SERVER_KINDS, test } from './support/fixtures.ts';
import { runOnce } from './support/run-once.ts';
import { signIn as signInOn } from './support/sign-in.ts';

runOnce();

for (const [kind, serverEnv] of SERVER_KINDS)
  test.describe(kind, () => {
    test.use({ serverEnv });

    test('[R1, R6, R7] unsent changes move to another device in a file, and are once on the server', async ({
      page,
      browser,
      baseURL,
      server,
      signIn,
    }) => {
      await signIn();
      await upToDate(page);
      await page.route('**/api/**', (route) => route.abort());
      const emails = [1, 2, 3].map((n) => `nora.vance.${n}@example.com`);
      for (const [n, email] of emails.entries()) {
        await fillNewCustomer(page, { first: `Nora ${n}`, last: 'Vance', email });
        await expect(page.getByRole('dialog', { name: 'Add New Customer' })).toBeHidden();
      }
      await page.getByRole('link', { name: 'Sync', exact: true }).first().click();
      await page.getByRole('button', { name: 'Save unsent work as a file' }).click();
      const saving = page.getByRole('dialog', { name: 'Save unsent work as a file' });
      await saving.getByLabel(/^Passphrase/).fill('two wet carpets');
      const download = page.waitForEvent('download');
      await saving.getByRole('button', { name: 'Save file' }).click();
      const file = await (await download).path();
      await expect(saving.getByText(/^3 changes were put into/)).toBeVisible();

      const context = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block' });
      const other = await context.newPage();
      await signInOn(other);
      await upToDate(other);
      await other.goto('/sync');
      await other.getByRole('button', { name: 'Load a file' }).click();
      const loading = other.getByRole('dialog', { name: 'Load a file with unsent work' });
      await loading.getByLabel('Choose the file').setInputFiles(file);
      await loading.getByLabel('Passphrase of the file').fill('two wet carpets');
      await loading.getByRole('button', { name: 'Load', exact: true }).click();
      await expect(loading.getByText(/^3 changes from .* are loaded/)).toBeVisible();
      await loading.getByRole('button', { name: 'Done' }).click();
      expect(await madeOn(server)).toEqual([]);
      // A server is searched, twice if it is plain, before a change that another device may have sent is sent.
      const clockOfOther = await stopClocks(other);
      await other.getByRole('button', { name: 'Send all 3' }).click();
      await clockOfOther.until(async () => (await madeOn(server)).length === emails.length);
      await upToDate(other);
      expect((await madeOn(server)).sort()).toEqual(emails);
      await context.close();

      await page.unroute('**/api/**');
      await saving.getByRole('button', { name: 'Done' }).click();
      const clock = await stopClocks(page);
      await page.getByRole('button', { name: 'Sync now' }).first().click();
      await clock.until(() => isUpToDate(page));
      expect((await madeOn(server)).sort()).toEqual(emails);
    });
  });
