import { test as base, expect, type Page } from '@playwright/test';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { ownDatabase, startPostgres } from '../support/postgres.ts';
import { Balancer } from './support/balancer.ts';
import { Companion, DEMO_USER } from './support/companion.ts';
import { addCustomer, CUSTOMERS_PATH, customersOn, madeOn, rowOf, upToDate } from './support/customers.ts';
import { submitSignIn } from './support/sign-in.ts';

interface Site {
  readonly first: Companion;
  readonly second: Companion;
  readonly url: string;
}

/** Two servers on one PostgreSQL behind a balancer, with the demo data. */
const test = base.extend<{ site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
    async ({}, provide) => {
      const programs = findPostgres();
      if (programs === undefined) throw new Error('PostgreSQL is not installed');
      const postgres = await startPostgres(programs);
      const env = {
        DATABASE_URL: await ownDatabase(postgres),
        JWT_SECRET: 'a secret that both servers share, long enough',
        EXTENSIONS: 'all',
      };
      const first = await Companion.create({ env });
      const second = await Companion.create({ env });
      const balancer = await Balancer.create([first.port, second.port]);
      await provide({ first, second, url: balancer.url });
      await balancer.close();
      await Promise.all([first.remove(), second.remove()]);
      await postgres.stop();
    },
    { timeout: 90_000 },
  ],
});

test.skip(findPostgres() === undefined, 'PostgreSQL is not installed');

async function atTheCustomers(page: Page, url: string): Promise<void> {
  const listens = page.waitForResponse('**/api/v1/sync/events/', { timeout: 60_000 });
  await page.goto(`${url}/login?next=%2Fcustomers`);
  await submitSignIn(page, DEMO_USER);
  await upToDate(page);
  await listens;
}

test('a change that one server takes shows on a screen that the other one serves', async ({ page, site }) => {
  await atTheCustomers(page, site.second.url);
  const [newest] = await customersOn(site.first);
  const row = rowOf(page, newest?.email ?? '');
  await expect(row).toBeVisible();
  const body = { company_name: 'Galveston Dry-Out' };
  await site.first.api(`${CUSTOMERS_PATH}${newest?.id}/`, { method: 'PATCH', body });
  await expect(row).toContainText('Galveston Dry-Out', { timeout: 10_000 });
});

test('one of two servers is killed half-way, and nothing is lost', async ({ page, site }) => {
  test.setTimeout(180_000);
  await atTheCustomers(page, site.url);
  const emails = Array.from({ length: 10 }, (_, n) => `nora.vance.${n}@example.com`);
  for (const [n, email] of emails.entries()) {
    await addCustomer(page, { first: 'Nora', last: `Vance ${n}`, email });
    if (n === 4) await site.first.kill();
  }
  await upToDate(page);
  await expect.poll(async () => (await madeOn(site.second)).sort(), { timeout: 90_000 }).toEqual(emails);
  await expect(page.getByText('Waiting to sync')).toHaveCount(0);
});
