import type { BrowserContext, Page } from '@playwright/test';
import { MISSING_TOGETHER, takeAway } from './support/abilities.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  editCompany,
  madeOn,
  newCustomer,
  offlineReady,
  rowOf,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { accountDatabases, databaseOf } from './support/kept.ts';
import { runOnce } from './support/run-once.ts';
import { signIn } from './support/sign-in.ts';

runOnce();

const [first, second] = [newCustomer(0), newCustomer(1)];

/** How often a browser sent a new customer. */
function createsFrom(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === CUSTOMERS_PATH) count += 1;
  });
  return () => count;
}

/** Whatever a page did not expect: what it throws, and what it says to developers alone. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Said of a page without a service worker, which most of these are.
    if (message.type() !== 'error' || message.text().startsWith('no offline use on this address')) return;
    complaints.push(message.text());
  });
  return complaints;
}

/** The account's database is being removed, by a page that died over it. */
async function leaveRemoval(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('restoration-crm-accounts');
        opening.onsuccess = () => {
          const tx = opening.result.transaction('accounts', 'readwrite');
          const accounts = tx.objectStore('accounts');
          const all = accounts.getAll();
          all.onsuccess = () => {
            for (const account of all.result) accounts.put({ ...account, leaving: true });
          };
          tx.oncomplete = () => {
            opening.result.close();
            localStorage.clear();
            resolve();
          };
        };
      }),
  );
}

/** How often the tabs tell each other within two seconds that something was written, where they do it by the storage. */
function wordsLeft(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('changes-')) ?? '';
    let [count, last] = [0, localStorage.getItem(key)];
    for (const end = Date.now() + 2000; Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const now = localStorage.getItem(key);
      if (now !== last) count += 1;
      last = now;
    }
    return count;
  });
}

for (const [where, missing] of Object.entries(MISSING_TOGETHER)) {
  test(`the main job is done without ${missing.join(', ')}: ${where}`, async ({ page, context, server }) => {
    const complaints = complaintsOf(page);
    const creates = createsFrom(context);
    await takeAway(page, missing);
    await signIn(page);
    await upToDate(page);
    await expect(page.getByText('200 customers')).toBeVisible();
    await addCustomer(page, first);
    await upToDate(page);
    await expect(rowOf(page, first.email)).not.toContainText('Waiting to sync');

    await page.reload();
    await upToDate(page);
    await expect(page.getByText('201 customers')).toBeVisible();
    await expect(rowOf(page, first.email)).not.toContainText('Waiting to sync');
    expect(creates()).toBe(1);
    expect(await madeOn(server)).toEqual([first.email]);
    expect(complaints).toEqual([]);
  });
}

test('two tabs without Web Locks both send, and nothing is there twice', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await takeAway(tab, ['Web Locks']);
  const creates = createsFrom(context);
  await signIn();
  await other.goto('/customers');
  for (const tab of [page, other]) await upToDate(tab);
  const [edited] = await customersOn(server);
  await Promise.all([addCustomer(page, first), addCustomer(other, second)]);
  await editCompany(page, edited?.email ?? '', 'Galveston Ltd');
  for (const tab of [page, other]) {
    await upToDate(tab);
    for (const { email } of [first, second]) await expect(rowOf(tab, email)).toHaveCount(1);
    await expect(tab.getByText('Waiting to sync')).toHaveCount(0);
  }
  expect(creates()).toBe(2);
  expect((await madeOn(server)).toSorted()).toEqual([first.email, second.email]);
  expect((await customersOn(server)).find(({ id }) => id === edited?.id)?.company_name).toBe('Galveston Ltd');
});

test('two tabs without BroadcastChannel show what the other has saved, and then rest', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await takeAway(tab, ['BroadcastChannel']);
  const creates = createsFrom(context);
  await signIn();
  await other.goto('/customers');
  for (const tab of [page, other]) await upToDate(tab);
  await addCustomer(other, first);
  await addCustomer(page, second);
  for (const tab of [page, other]) {
    for (const { email } of [first, second]) {
      await expect(rowOf(tab, email)).toBeVisible();
      await expect(rowOf(tab, email)).not.toContainText('Waiting to sync');
    }
    await upToDate(tab);
  }
  expect(creates()).toBe(2);
  expect(await madeOn(server)).toHaveLength(2);
  // The sign of life every five seconds, and no answer to an answer, once what was written has been told and read.
  await expect.poll(() => wordsLeft(page)).toBeLessThanOrEqual(2);
});

test('without a promise of the browser the Sync screen says what may become of the data', async ({
  page,
  signIn,
}) => {
  await takeAway(page, ['storage.persisted()', 'storage.persist()']);
  await signIn();
  await upToDate(page);
  await syncStatus(page).click();
  await expect(page.getByText('The browser may remove it when the device runs short')).toBeVisible();
});

test('without an estimate it says nothing of storage, and without a durable mode all the rest', async ({
  page,
  signIn,
}) => {
  await takeAway(page, ['storage.estimate()', 'Transaction durability']);
  await signIn();
  await upToDate(page);
  await syncStatus(page).click();
  await expect(page.getByText('All changes sent')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Storage' })).toHaveCount(0);
});

test('a removal that was cut short is ended at the landing page without indexedDB.databases() and requestIdleCallback', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const database = await databaseOf(page);
  await leaveRemoval(page);
  const watcher = await page.context().newPage();
  await watcher.goto('/favicon.svg');
  await takeAway(page, ['indexedDB.databases()', 'requestIdleCallback']);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => accountDatabases(watcher)).not.toContain(database);
});

test('the app starts without a connection where the service worker has no static routes', {
  tag: INSTALLED,
}, async ({ page, context, signIn }) => {
  let taken = 0;
  await context.route('**/sw.js', async (route) => {
    const answer = await route.fetch();
    taken += 1;
    await route.fulfill({
      response: answer,
      body: `delete InstallEvent.prototype.addRoutes;\n${await answer.text()}`,
    });
  });
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  expect(taken).toBeGreaterThan(0);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('200 customers')).toBeVisible();
});

test('a page that no back/forward cache kept begins anew, signed in and with everything', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.goto('about:blank');
  await page.goBack();
  await expect(page.getByText('200 customers')).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false);
  await upToDate(page);
});

test('without beforeunload nobody is asked before a page with a half-filled form is loaded anew, and what was saved stays', async ({
  page,
  signIn,
}) => {
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.accept();
  });
  await takeAway(page, ['beforeunload']);
  await signIn();
  await upToDate(page);
  await addCustomer(page, first);
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await dialog.getByLabel('First Name').pressSequentially('Owen');
  await page.reload();
  await expect(rowOf(page, first.email)).toBeVisible();
  expect(asked).toBe(0);
});
