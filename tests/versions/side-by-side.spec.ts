import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { Companion } from '../e2e/support/companion.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  editCompany,
  madeOn,
  newCustomer,
  openCustomers,
  rowOf,
  syncStatus,
  upToDate,
} from '../e2e/support/customers.ts';
import type { Server } from '../e2e/support/server.ts';
import { signIn } from '../e2e/support/sign-in.ts';

/** Set by `npm run versions`. */
const before = process.env['VERSION_BEFORE'] ?? '';
const NOW = '.';
/** Time in ms after which every tab shows what the other has written. */
const LOOKED_AGAIN_MS = 10_000;
const LIST = `**${CUSTOMERS_PATH}`;

/** Which version the tab is of that is open first, and sends; and which one the tab that joins it. */
const TABS: Readonly<Record<string, readonly [opened: string, joined: string]>> = {
  'a tab of the version before that stays open, and one of this version beside it': [before, NOW],
  'a tab of this version, and one of the version before that is opened beside it': [NOW, before],
};

const test = base.extend<{ server: Server }>({
  // A worker of either version would give its own app to both tabs.
  serviceWorkers: 'block',
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
    async ({}, provide) => {
      const server = await Companion.create({ env: { SEED: 'demo' } });
      await provide(server);
      await server.remove();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ server }, provide) => provide(server.url),
});

for (const [name, [opened, joined]] of Object.entries(TABS)) {
  test(`${name}: what either saves is sent once`, async ({ context, server }) => {
    const first = await tabOf(context, opened);
    await signIn(first);
    await openCustomers(first);
    await upToDate(first);
    const second = await tabOf(context, joined);
    await second.goto('/customers');
    await upToDate(second);

    await addCustomer(second, newCustomer(1));
    await expect.poll(() => madeOn(server)).toEqual([newCustomer(1).email]);
    await upToDate(second);

    // Each changes what the other has saved and nobody has sent yet.
    await context.setOffline(true);
    await addCustomer(first, newCustomer(2));
    await addCustomer(second, newCustomer(3));
    // A tab of one version tells the other in words that it does not know: it finds out when it looks again.
    await expect(rowOf(second, newCustomer(2).email)).toBeVisible({ timeout: LOOKED_AGAIN_MS });
    await expect(rowOf(first, newCustomer(3).email)).toBeVisible({ timeout: LOOKED_AGAIN_MS });
    await editCompany(second, newCustomer(2).email, 'Vance Drying');
    await editCompany(first, newCustomer(3).email, 'Vance Roofing');
    await editCompany(second, newCustomer(1).email, 'Vance Pumps');
    await context.setOffline(false);
    await upToDate(first);
    await upToDate(second);
    expect(await companiesOn(server)).toEqual(['1 Vance Pumps', '2 Vance Drying', '3 Vance Roofing']);

    // What somebody else has changed is read by the tab that sends, and shows in the other one.
    const changed = (await customersOn(server)).find(({ email }) => email === newCustomer(1).email);
    const body = { company_name: 'Vance Lamps' };
    await server.api(`${CUSTOMERS_PATH}${changed?.id}/`, { method: 'PATCH', body });
    for (const tab of [first, second])
      await expect(rowOf(tab, newCustomer(1).email)).toContainText('Vance Lamps', { timeout: 90_000 });

    // The tab that sends is closed before it hears that its create was carried out.
    const carriedOut = loseAnswer(first);
    await addCustomer(second, newCustomer(4));
    await carriedOut;
    await editCompany(second, newCustomer(4).email, 'Vance Fans');
    await first.close();
    await expect(syncStatus(second)).toHaveText(/Up to date as of/, { timeout: 180_000 });
    const all = ['1 Vance Lamps', '2 Vance Drying', '3 Vance Roofing', '4 Vance Fans'];
    expect(await companiesOn(server)).toEqual(all);

    // And the version whose tab was closed comes back, beside the one that sends now.
    const third = await tabOf(context, opened);
    await third.goto('/customers');
    await upToDate(third);
    await expect(rowOf(third, newCustomer(4).email)).toHaveCount(1);
    await addCustomer(third, newCustomer(5));
    await upToDate(third);
    expect(await companiesOn(server)).toEqual([...all, '5 ']);
  });
}

/** Has the answer to the next create never arrive. Resolves when the server has carried it out. */
function loseAnswer(page: Page): Promise<void> {
  return new Promise((resolve) => {
    void page.route(LIST, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      resolve();
    });
  });
}

/** A tab with the app of a version, whichever one the server has. */
async function tabOf(context: BrowserContext, version: string): Promise<Page> {
  const page = await context.newPage();
  const dist = join(version, 'dist');
  const shell = await readFile(join(dist, 'index.html'), 'utf8');
  await page.route(
    ({ pathname }) => !pathname.startsWith('/api/'),
    async (route) => {
      const file = join(dist, new URL(route.request().url()).pathname);
      if (/\.\w+$/.test(file) && existsSync(file)) await route.fulfill({ path: file });
      else await route.fulfill({ body: shell, contentType: 'text/html' });
    },
  );
  return page;
}

/** '1 Vance Pumps': the customers that the tests have made, each as often as it is there. */
async function companiesOn(server: Server): Promise<string[]> {
  const made = (await customersOn(server)).filter(({ email }) => email.startsWith('nora.vance.'));
  return made
    .map(({ email, company_name }) => `${email.split('.')[2]?.split('@')[0]} ${company_name}`)
    .sort();
}
