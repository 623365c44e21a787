import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connectionBack } from './support/connection.ts';
import { CUSTOMERS_PATH, customersOn, offlineReady, openCustomers, upToDate } from './support/customers.ts';
import { draftKept, draftsIn, goOnWith, offersOn, saveNew, TYPED, typeNew } from './support/drafts.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { accountDatabases, databaseOf, waitingIn } from './support/kept.ts';
import { askToLogOut, logOut, logOutAndKeep } from './support/log-out.ts';
import { releaseNext } from './support/next-release.ts';
import { OwnBrowser } from './support/own-browser.ts';
import { ANNA, BERT } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';
import { expectNothingOf } from './support/shown.ts';
import { signIn as signInAs, submitSignIn } from './support/sign-in.ts';
import { TAB_ENDS } from './support/tabs.ts';
import { accessExpired, endSession, expiredDialog, SHORT_ACCESS } from './support/tokens.ts';

runOnce();

/** What was typed arrived in one record, and nothing of it is offered any more. */
async function expectMadeOnce(page: Page, server: Server): Promise<void> {
  await upToDate(page);
  const made = (await customersOn(server)).filter(({ last_name }) => last_name === TYPED['Last Name']);
  expect(made).toMatchObject([{ first_name: TYPED['First Name'], city: TYPED.City }]);
  await expect(offersOn(page)).toHaveCount(0);
  expect(await draftsIn(page, await databaseOf(page))).toBe('[]');
}

test('a form in a tab that crashed is offered in the other, not before, and saved it is made once', {
  tag: SMOKE,
}, async ({ page, context, server, signIn }) => {
  await signIn();
  await upToDate(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await upToDate(other);
  await typeNew(page);
  await draftKept(other);
  await other.goto('/customers');
  await upToDate(other);
  await expect(offersOn(other)).toHaveCount(0);

  await TAB_ENDS.crashed(page);
  await saveNew(await goOnWith(other));
  await expectMadeOnce(other, server);
});

test('a form that was open when the browser was killed is offered at the next start, also without a connection', {
  tag: INSTALLED,
}, async ({ server, baseURL, launchOptions }) => {
  const browser = await OwnBrowser.create({ ...launchOptions, baseURL: baseURL ?? server.url });
  try {
    let context = await browser.start();
    let page = await context.newPage();
    await signInAs(page);
    await upToDate(page);
    await offlineReady(page);
    await browser.keeps('refresh_token');
    await browser.close();
    context = await browser.start();
    page = await context.newPage();
    await page.goto('/customers');
    await upToDate(page);
    await typeNew(page);
    await draftKept(page);
    await browser.kill();

    context = await browser.start();
    await context.setOffline(true);
    page = await context.newPage();
    await page.goto('/dashboard');
    const form = await goOnWith(page);
    await saveNew(form);
    await context.setOffline(false);
    await expectMadeOnce(page, server);
  } finally {
    await browser.remove();
  }
});

test.describe('a new version', () => {
  const updated = test.extend<{ build: string }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
    build: async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'restoration-build-'));
      await cp('dist', folder, { recursive: true });
      await provide(folder);
      await rm(folder, { recursive: true });
    },
    serverEnv: async ({ build }, provide) => provide({ STATIC_DIR: build }),
  });

  updated(
    'that another tab starts in the middle of a form leaves it, and offers it when its tab is gone',
    { tag: INSTALLED },
    async ({ page, context, server, signIn, build }) => {
      await signIn();
      await upToDate(page);
      await offlineReady(page);
      const form = await typeNew(page);
      await draftKept(page);
      await releaseNext(build);
      const other = await context.newPage();
      await other.goto('/customers');
      await other.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(other.locator('html[data-build="newer"]')).toHaveCount(1);
      await upToDate(other);
      await expect(offersOn(other)).toHaveCount(0);
      await expect(form.getByLabel('City')).toHaveValue(TYPED.City);

      await TAB_ENDS.crashed(page);
      await saveNew(await goOnWith(other));
      await expectMadeOnce(other, server);
    },
  );
});

test.describe('a session of seconds', () => {
  test.use({ serverEnv: SHORT_ACCESS });

  test('a session that expires in the middle of a form: closed then, it is offered after the next sign-in, in one tab', async ({
    page,
    context,
    server,
    signIn,
  }) => {
    await signIn();
    await upToDate(page);
    const other = await context.newPage();
    await other.goto('/customers');
    await upToDate(other);
    await typeNew(page);
    await draftKept(page);
    await endSession(server, page);
    await accessExpired(server, page);
    // All tabs hear of it, and which of them leads nobody knows. Where it finds nothing to ask, it asks within a minute.
    for (const tab of [page, other]) await connectionBack(tab);
    await expect(expiredDialog(other)).toBeVisible();
    await expect(expiredDialog(page)).toBeVisible();
    await page.close();

    await other.goto('/customers');
    await other.waitForURL(/\/login/);
    await expectNothingOf(other, Object.values(TYPED));
    await submitSignIn(other, ANNA);
    await saveNew(await goOnWith(other));
    await expectMadeOnce(other, server);
  });
});

test('a form is never shown to the next person at the device, and is there for whom it belongs to', async ({
  page,
  server,
}) => {
  const words = Object.values(TYPED);
  await signInAs(page, ANNA);
  await upToDate(page);
  const annas = await databaseOf(page);
  await typeNew(page);
  await draftKept(page);
  await page.goto('/dashboard');
  await expect(offersOn(page)).toHaveCount(1);
  await logOutAndKeep(page);
  await expectNothingOf(page, words);

  await submitSignIn(page, BERT);
  await openCustomers(page);
  await expect(page.getByText('No customers yet')).toBeVisible();
  await upToDate(page);
  await expect(offersOn(page)).toHaveCount(0);
  await expectNothingOf(page, words);
  expect(await draftsIn(page, await databaseOf(page))).toBe('[]');
  await logOut(page);
  await expect.poll(() => accountDatabases(page)).toEqual([annas]);

  await submitSignIn(page, ANNA);
  await saveNew(await goOnWith(page));
  await expectMadeOnce(page, server);
});

// @spec D2.32
test('a log-out with a form that is not saved asks: stay, or keep it; discarded, nothing of it is left', async ({
  page,
  server,
}) => {
  await signInAs(page, ANNA);
  await upToDate(page);
  const annas = await databaseOf(page);
  await typeNew(page);
  await draftKept(page);
  await page.reload();
  await expect(offersOn(page)).toHaveCount(1);
  await askToLogOut(page);
  const question = page.getByRole('dialog', { name: 'Log out' });
  await expect(question).toContainText('1 form that you started is not saved.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(offersOn(page)).toHaveCount(1);
  await logOutAndKeep(page);
  expect(await accountDatabases(page)).toEqual([annas]);

  await submitSignIn(page, ANNA);
  await expect(offersOn(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  const sure = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await sure.getByRole('button', { name: 'Discard' }).click();
  await expect(offersOn(page)).toHaveCount(0);
  await logOut(page);
  await expect.poll(() => accountDatabases(page)).toEqual([]);
  expect((await customersOn(server)).filter(({ last_name }) => last_name === TYPED['Last Name'])).toEqual([]);
});

test('on a full device what is typed stays in the form, which says that it is not kept; with room again it is', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    const { put } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
    const real = put.value as (this: IDBObjectStore, ...row: unknown[]) => IDBRequest<IDBValidKey>;
    IDBObjectStore.prototype.put = function limited(this: IDBObjectStore, ...row: unknown[]) {
      if (this.name === 'drafts' && !sessionStorage.getItem('room'))
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return real.apply(this, row);
    };
  });
  await signIn();
  await upToDate(page);
  const form = await typeNew(page);
  await expect(form).toContainText(
    'This device is out of storage. What you type here is lost if the app closes',
  );
  for (const [label, text] of Object.entries(TYPED)) await expect(form.getByLabel(label)).toHaveValue(text);
  const database = await databaseOf(page);
  expect(await draftsIn(page, database)).toBe('[]');
  await page.evaluate(() => sessionStorage.setItem('room', 'yes'));
  await expect.poll(() => draftsIn(page, database)).toContain(TYPED.City);
  await expect(form).not.toContainText('out of storage');
});

test('[Q9] a draft is no change: it is neither counted nor sent', async ({
  page,
  server,
  faultyProxy,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await typeNew(page);
  await draftKept(page);
  await page.reload();
  await expect(offersOn(page)).toHaveCount(1);
  await upToDate(page);
  expect(await waitingIn(page, await databaseOf(page))).toBe(0);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(0);
  expect(await customersOn(server)).toHaveLength(200);
});

test('a form that lies behind the Back button is offered, and back in it, it is one form again', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const form = await typeNew(page);
  await draftKept(page);
  await page.goto('/dashboard');
  await expect(offersOn(page)).toHaveCount(1);
  await page.goBack();
  // The browser has kept the page with its form, or has loaded it again: then it is offered.
  await expect(form.or(offersOn(page)).first()).toBeVisible();
  if (await form.isVisible()) await saveNew(form);
  else await saveNew(await goOnWith(page));
  await expectMadeOnce(page, server);
});
