import type { BrowserContext, Page } from '@playwright/test';
import { addCustomer, customersOn, offlineReady, rowOf, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { logOut } from './support/log-out.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

const CREATE = '/api/v1/customers/customers/';
const nora = { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' };
const owen = { first: 'Owen', last: 'Castellanos', email: 'owen.castellanos@example.com' };

// Playwright switches off what browsers do for the Back button.
test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    // The headless shell keeps no page.
    const executablePath = process.env['CHROMIUM_PATH'] ?? '';
    await provide({ ...launchOptions, executablePath, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

/** A further tab of the same browser, with the list on the screen. */
async function anotherTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/customers');
  await upToDate(page);
  return page;
}

/** Counts the creates that leave a page. */
function creates(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === CREATE) count += 1;
  });
  return () => count;
}

/**
 * Tells the page that it is frozen, or goes on. A page that a test drives counts as visible, and Chromium
 * freezes none that is; what it really does to one is in the tests with the Back button.
 */
async function tellLifecycle(page: Page, event: 'freeze' | 'resume'): Promise<void> {
  await page.evaluate((name) => document.dispatchEvent(new Event(name)), event);
}

/** Says to the page that it is hidden or shown, as a phone does that goes into a pocket. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a frozen page lets another tab send, and is up to date when it goes on', { tag: SMOKE }, async ({
  page,
  context,
  server,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const second = await anotherTab(context);
  const [fromFirst, fromSecond] = [creates(page), creates(second)];
  await tellLifecycle(page, 'freeze');
  await addCustomer(second, nora);
  await upToDate(second);
  expect([fromFirst(), fromSecond()]).toEqual([0, 1]);
  await tellLifecycle(page, 'resume');
  await expect(rowOf(page, 'Nora Vance')).toBeVisible();
  await addCustomer(page, owen);
  await upToDate(page);
  expect(fromFirst() + fromSecond()).toBe(2);
  expect(
    (await customersOn(server)).filter(({ email }) => [nora.email, owen.email].includes(email)),
  ).toHaveLength(2);
});

test('a hidden tab lets the one on the screen send', async ({ page, context, signIn }) => {
  await signIn();
  await upToDate(page);
  const second = await anotherTab(context);
  const [fromFirst, fromSecond] = [creates(page), creates(second)];
  await setVisibility(page, 'hidden');
  await second.waitForRequest((request) => request.url().includes('/api/v1/auth/user/'));
  await addCustomer(second, nora);
  await upToDate(second);
  expect([fromFirst(), fromSecond()]).toEqual([0, 1]);
});

test('a phone out of the pocket asks for news at once', async ({ page, server, signIn }) => {
  await signIn();
  await upToDate(page);
  await setVisibility(page, 'hidden');
  await server.api(CREATE, {
    method: 'POST',
    body: { first_name: 'Nora', last_name: 'Vance', email: nora.email },
  });
  await setVisibility(page, 'visible');
  // At once is 20 times the length of the last pull, which is long on a busy machine.
  await expect(rowOf(page, 'Nora Vance')).toBeVisible({ timeout: 180_000 });
});

test('losing and finding the connection shows in words, and what waits goes out by itself', {
  tag: INSTALLED,
}, async ({ page, context, server, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  await expect(syncStatus(page)).toHaveText(/^No connection/);
  await addCustomer(page, nora);
  await expect(syncStatus(page)).toHaveText('No connection · 1 change waiting');
  await context.setOffline(false);
  await upToDate(page);
  expect((await customersOn(server)).filter(({ email }) => email === nora.email)).toHaveLength(1);
});

test.describe('kept by the browser for the Back button', () => {
  /** Leaves the app, and says whether the page came back as it was left when Back is pressed. */
  async function away(page: Page, meanwhile: () => Promise<void>): Promise<boolean> {
    await page.evaluate(() => Object.assign(window, { sameAsBefore: true }));
    await page.goto('/api/docs/json');
    await meanwhile();
    await page.goBack({ waitUntil: 'commit' });
    return page.evaluate(() => 'sameAsBefore' in window);
  }

  test('the app comes back as it was left and goes on sending', { tag: INSTALLED }, async ({
    page,
    context,
    server,
    signIn,
  }) => {
    await signIn();
    await upToDate(page);
    await offlineReady(page);
    const kept = await away(page, async () => {
      const second = await anotherTab(context);
      await addCustomer(second, nora);
      await upToDate(second);
      await second.close();
    });
    expect(kept).toBe(true);
    await expect(rowOf(page, 'Nora Vance')).toBeVisible();
    await addCustomer(page, owen);
    await upToDate(page);
    expect((await customersOn(server))[0]?.email).toBe(owen.email);
  });

  test('nothing of an account that logged out in another tab comes back', { tag: INSTALLED }, async ({
    page,
    context,
    signIn,
  }) => {
    await signIn();
    await upToDate(page);
    await offlineReady(page);
    const kept = await away(page, async () => {
      const second = await anotherTab(context);
      await logOut(second);
      await expect
        .poll(() =>
          second.evaluate(async () =>
            (await indexedDB.databases())
              .map(({ name }) => name)
              .filter((name) => name !== 'restoration-crm-accounts'),
          ),
        )
        .toEqual([]);
    });
    expect(kept).toBe(true);
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(0);
    await page.reload();
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toEqual(['restoration-crm-accounts']);
  });
});
