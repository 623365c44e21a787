import type { Page, Request } from '@playwright/test';
import { findings } from './support/axe.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  madeOn,
  offlineReady,
  openCustomers,
  rowOf,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { lost } from './support/measured.ts';
import { openSettings, setCompanyName } from './support/paper.ts';
import { CARL } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import { signIn } from './support/sign-in.ts';

runOnce();

test.use({ serverEnv: { EXTENSIONS: 'all' } });

/** Sooner than the clock would have a list read, on a machine however busy. */
const SOONER_MS = 45_000;

/** What a page sends to the API from now on: 'POST /api/v1/sync/batch/'. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

async function atTheCustomers(page: Page): Promise<void> {
  await signIn(page);
  await openCustomers(page);
  await upToDate(page);
}

test("another person's change is on the screen by a message of the server, not by the clock", async ({
  page,
  server,
}) => {
  const listens = page.waitForResponse(/\/api\/v1\/sync\/events\//);
  await atTheCustomers(page);
  await listens;
  const [newest] = await customersOn(server);
  const row = rowOf(page, newest?.email ?? '');
  await expect(row).toBeVisible();
  const body = { company_name: 'Galveston Dry-Out' };
  await server.api(`${CUSTOMERS_PATH}${newest?.id}/`, { method: 'PATCH', body });
  // Lists are read once a minute as well.
  await expect(row).toContainText('Galveston Dry-Out', { timeout: SOONER_MS });
});

test('a morning without a connection goes out in one request, each change once', { tag: INSTALLED }, async ({
  page,
  server,
  context,
}) => {
  await atTheCustomers(page);
  await offlineReady(page);
  await context.setOffline(true);
  for (let n = 0; n < 5; n += 1) {
    await addCustomer(page, { first: 'Nora', last: `Vance ${n}`, email: `nora.vance.${n}@example.com` });
  }
  await expect(syncStatus(page)).toContainText('5 changes waiting');
  const sent = sentBy(page);
  await context.setOffline(false);
  await upToDate(page);
  expect((await madeOn(server)).sort()).toEqual([0, 1, 2, 3, 4].map((n) => `nora.vance.${n}@example.com`));
  expect(sent.filter((request) => request === 'POST /api/v1/sync/batch/')).toHaveLength(1);
  expect(sent).not.toContain(`POST ${CUSTOMERS_PATH}`);
});

test('the company’s name is the same on two devices, also where one changed it without a connection', {
  tag: INSTALLED,
}, async ({ page, context, browser, server }) => {
  await atTheCustomers(page);
  await offlineReady(page);
  const office = await browser.newContext({ baseURL: server.url });
  const desk = await office.newPage();
  await signIn(desk, CARL);
  await setCompanyName(desk, 'Lakeside Restoration');
  await openSettings(page);
  await expect(page.getByText('Lakeside Restoration', { exact: true })).toBeVisible({ timeout: SOONER_MS });

  await context.setOffline(true);
  await setCompanyName(page, 'Harbor Restoration');
  await expect(syncStatus(page)).toContainText('1 change waiting');
  await page.reload();
  await expect(page.getByText('Harbor Restoration', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await upToDate(page);
  await openSettings(desk);
  await expect(desk.getByText('Harbor Restoration', { exact: true })).toBeVisible({ timeout: SOONER_MS });

  await context.setOffline(true);
  await setCompanyName(page, 'Pier Restoration');
  await setCompanyName(desk, 'Dock Restoration');
  await upToDate(desk);
  await context.setOffline(false);
  await expect(syncStatus(page)).toContainText('1 needs attention', { timeout: SOONER_MS });
  const question = page.getByRole('region', { name: 'Your changes that are not used' });
  await expect(question).toContainText(`${CARL.username} changed Company Name`);
  await page.getByText('History').click();
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect([...(await findings(page)), ...(await lost(page))]).toEqual([]);
  }
  await question.getByRole('button', { name: 'Use mine' }).click();
  await upToDate(page);
  await expect(desk.getByText('Pier Restoration', { exact: true })).toBeVisible({ timeout: SOONER_MS });
  await office.close();
});
