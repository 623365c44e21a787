import type { BrowserContext, Locator, Page } from '@playwright/test';
import { addCustomer, customersOn, offlineReady, rowOf, syncStatus, upToDate } from './support/customers.ts';
import { draftKept } from './support/drafts.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { logOutAndKeep } from './support/log-out.ts';
import { ANNA, BERT, personOn } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import { expectNothingOf } from './support/shown.ts';
import { signIn as signInAs } from './support/sign-in.ts';

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

/** Chromium never freezes a page that a test drives. The tests with the Back button show what it does to a frozen one. */
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
  const takenOver = second.waitForRequest((request) => request.url().includes('/api/v1/auth/user/'));
  await setVisibility(page, 'hidden');
  await takenOver;
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

/** Types a first name into the form of a new customer. */
async function beginCustomer(page: Page, name = nora.first): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const field = page.getByRole('dialog').getByLabel('First Name');
  await field.fill(name);
  return field;
}

test('a form that was frozen goes on as it was', async ({ page, server, signIn }) => {
  await signIn();
  await upToDate(page);
  const field = await beginCustomer(page);
  await tellLifecycle(page, 'freeze');
  await tellLifecycle(page, 'resume');
  await expect(field).toHaveValue(nora.first);
  const form = page.getByRole('dialog');
  await form.getByLabel('Last Name').fill(nora.last);
  await form.getByLabel('Email').fill(nora.email);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toHaveCount(0);
  await upToDate(page);
  expect((await customersOn(server)).filter(({ email }) => email === nora.email)).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.getItem('left-forms'))).toBeNull();
});

test.describe('kept by the browser for the Back button', () => {
  /** Leaves the app, presses Back, and waits for the page that loads itself in the place of the kept one. */
  async function away(page: Page, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    await page.evaluate(() => {
      Object.assign(window, { sameAsBefore: true });
      sessionStorage.removeItem('kept');
      addEventListener('pagehide', ({ persisted }) => {
        if (persisted) sessionStorage.setItem('kept', 'true');
      });
    });
    await page.goto('/api/docs/json');
    await meanwhile();
    await page.goBack({ waitUntil: 'commit' });
    await expect
      .poll(() =>
        page.evaluate(() => !('sameAsBefore' in window) && sessionStorage.getItem('kept')).catch(String),
      )
      .toBe('true');
  }

  test('the app is loaded anew with what happened meanwhile, and goes on sending', {
    tag: INSTALLED,
  }, async ({ page, context, server, signIn }) => {
    await signIn();
    await upToDate(page);
    await offlineReady(page);
    await away(page, async () => {
      const second = await anotherTab(context);
      await addCustomer(second, nora);
      await upToDate(second);
      await second.close();
    });
    await expect(rowOf(page, 'Nora Vance')).toBeVisible();
    await addCustomer(page, owen);
    await upToDate(page);
    expect((await customersOn(server))[0]?.email).toBe(owen.email);
  });

  test('a form opens again with its text, to the last key', { tag: INSTALLED }, async ({ page, signIn }) => {
    await signIn();
    await upToDate(page);
    await beginCustomer(page);
    await away(page);
    await expect(page.getByRole('dialog').getByLabel('First Name')).toHaveValue(nora.first);

    await page.goto('/settings');
    await page.getByRole('button', { name: 'Edit' }).click();
    const name = page.getByRole('dialog', { name: 'Edit Settings' }).getByLabel('Company Name');
    await name.fill('Dry & Clean');
    await away(page);
    await expect(name).toHaveValue('Dry & Clean');
    // What nobody has touched since.
    await away(page);
    await expect(name).toHaveValue('Dry & Clean');
  });

  test('nothing of an account that logged out in another tab comes back', {
    tag: INSTALLED,
  }, async ({ page, context, signIn }) => {
    await signIn();
    await upToDate(page);
    await offlineReady(page);
    await page.evaluate(() => {
      addEventListener('pageshow', () =>
        sessionStorage.setItem('shown', document.documentElement.style.visibility),
      );
    });
    await beginCustomer(page);
    await draftKept(page, nora.first);
    await away(page, async () => {
      const second = await anotherTab(context);
      await logOutAndKeep(second);
    });
    expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBe('hidden');
    await expect(page.getByRole('heading', { name: /^The restoration CRM/ })).toBeVisible();
    await expectNothingOf(page, [nora.first]);
    expect(await page.evaluate(() => sessionStorage.getItem('left-forms'))).toBeNull();
  });

  test('a form of an account that logged out goes to nobody else', { tag: INSTALLED }, async ({
    page,
    context,
    server,
  }) => {
    await personOn(server, BERT);
    await signInAs(page, BERT);
    await upToDate(page);
    await beginCustomer(page, owen.first);
    await draftKept(page, owen.first);
    await away(page, async () => {
      const second = await anotherTab(context);
      await logOutAndKeep(second);
      await signInAs(second, ANNA);
      await upToDate(second);
    });
    await upToDate(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectNothingOf(page, [owen.first]);
    expect(await page.evaluate(() => sessionStorage.getItem('left-forms'))).toBeNull();
  });
});
