import { test as base, expect, type Page } from '@playwright/test';
import { DEMO_USER } from './support/companion.ts';
import { addCustomer, CUSTOMERS_PATH, customersOn, madeOn, rowOf, upToDate } from './support/customers.ts';
import { runOnce } from './support/run-once.ts';
import { submitSignIn } from './support/sign-in.ts';
import { TwoServers, whyNotTwoServers } from './support/two-servers.ts';

runOnce();

const test = base.extend<{ servers: TwoServers }>({
  servers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
    async ({}, provide) => {
      const servers = await TwoServers.create();
      await provide(servers);
      await servers.remove();
    },
    { timeout: 240_000 },
  ],
});

test.skip(whyNotTwoServers() !== undefined, whyNotTwoServers());

async function atTheCustomers(page: Page, url: string): Promise<void> {
  const listens = page.waitForResponse(/\/api\/v1\/sync\/events\//);
  await page.goto(`${url}/login?next=%2Fcustomers`);
  await submitSignIn(page, DEMO_USER);
  await upToDate(page);
  await listens;
}

test('a change that one server takes shows on a screen that the other one serves, by its message', async ({
  page,
  servers,
}) => {
  await atTheCustomers(page, servers.second.url);
  const [newest] = await customersOn(servers.first);
  const row = rowOf(page, newest?.email ?? '');
  await expect(row).toBeVisible();
  const body = { company_name: 'Galveston Dry-Out' };
  await servers.first.api(`${CUSTOMERS_PATH}${newest?.id}/`, { method: 'PATCH', body });
  // Lists are read once a minute as well.
  await expect(row).toContainText('Galveston Dry-Out', { timeout: 45_000 });
});

test('one of two servers is killed half-way, and nothing is lost', async ({ page, servers }) => {
  await atTheCustomers(page, servers.url);
  const emails = Array.from({ length: 10 }, (_, n) => `nora.vance.${n}@example.com`);
  for (const [n, email] of emails.entries()) {
    await addCustomer(page, { first: 'Nora', last: `Vance ${n}`, email });
    if (n === 4) await servers.first.kill();
  }
  await upToDate(page);
  await expect.poll(async () => (await madeOn(servers.second)).sort()).toEqual(emails);
  await expect(page.getByText('Waiting to sync')).toHaveCount(0);
});
