import type { Page } from '@playwright/test';
import { customerSpec } from '../../src/domain/customer.ts';
import { findings } from './support/axe.ts';
import { addCustomer, customersOn, openCustomers, rowOf, syncStatus, upToDate } from './support/customers.ts';
import { type Fault, FaultyProxy } from './support/faulty-proxy.ts';
import { test as base, expect } from './support/fixtures.ts';
import { accountDatabases, accountOf, databaseOf, keptBy, waitingIn } from './support/kept.ts';
import { Layer } from './support/layer.ts';
import { logOut, logOutAndKeep } from './support/log-out.ts';
import { opaqueTokens } from './support/opaque-tokens.ts';
import { ANNA, personOn } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import { createsBy, holdAnswers, recordSent } from './support/sent.ts';
import { signIn, submitSignIn } from './support/sign-in.ts';

runOnce();

const NORA = { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' };
const PROFILE = '/api/v1/auth/user/';
const LIST = customerSpec.path;

const test = base.extend<{ hidesIds: boolean }>({
  hidesIds: [false, { option: true }],
  faultyProxy: async ({ server, hidesIds }, provide) => {
    const layer = hidesIds ? await Layer.create(server.url, opaqueTokens()) : null;
    const proxy = await FaultyProxy.create(layer?.port ?? server.port);
    await provide(proxy);
    await proxy.close();
    await layer?.close();
  },
});
test.use({ throughProxy: true });

/** A first sign-in while the profile cannot be had: the app opens, and what is saved waits. */
async function startWithoutProfile(page: Page, proxy: FaultyProxy, fault: Fault): Promise<string> {
  proxy.inject({ path: PROFILE, fault });
  await signIn(page);
  await expect(page.getByText(ANNA.username, { exact: true })).toBeVisible();
  await expect(page.getByText('No customers on this device yet')).toBeVisible();
  await addCustomer(page, NORA);
  await expect(rowOf(page, 'Nora Vance')).toContainText('Waiting to sync');
  const database = await databaseOf(page);
  await logOutAndKeep(page);
  expect(await waitingIn(page, database)).toBe(1);
  proxy.heal();
  return database;
}

// @spec D1.13 D2.25
test('the app opens although the profile request gets no answer, and later finds the same data', async ({
  page,
  server,
  faultyProxy,
  baseURL,
}) => {
  const anna = await personOn(server, ANNA);
  const database = await startWithoutProfile(page, faultyProxy, { kind: 'drop' });
  await submitSignIn(page, ANNA);
  await upToDate(page);
  expect(await accountOf(page)).toEqual({
    key: `${baseURL}|${anna.id}`,
    username: ANNA.username,
    databaseName: database,
  });
  expect(await accountDatabases(page)).toEqual([database]);
  expect(createsBy(faultyProxy)).toEqual([anna.id]);
  expect((await anna.emails()).filter((email) => email === NORA.email)).toHaveLength(1);
});

test.describe('on a server whose tokens say nothing', () => {
  test.use({ hidesIds: true });

  // @spec 4.2 7.6 9.4
  test('the profile tells whose the data is, and tokens are renewed like any other', async ({
    page,
    server,
    faultyProxy,
    baseURL,
  }) => {
    const anna = await personOn(server, ANNA);
    await signIn(page);
    await upToDate(page);
    expect((await accountOf(page))?.key).toBe(`${baseURL}|${anna.id}`);
    expect((await keptBy(page)).storage).toMatchObject({ token: 'opaque-1', refresh_token: 'opaque-2' });
    faultyProxy.inject({ method: 'POST', path: LIST, times: 1, fault: { kind: 'answer', status: 401 } });
    await addCustomer(page, NORA);
    await upToDate(page);
    expect((await keptBy(page)).storage).toMatchObject({ token: 'opaque-3', refresh_token: 'opaque-4' });
    expect(faultyProxy.count('POST', '/api/v1/auth/token/refresh/')).toBe(1);
    expect((await anna.emails()).filter((email) => email === NORA.email)).toHaveLength(1);
  });

  test('without a profile the name typed finds the data, which stays theirs once the profile is known', async ({
    page,
    server,
    faultyProxy,
    baseURL,
  }) => {
    const anna = await personOn(server, ANNA);
    const refused: Fault = { kind: 'answer', status: 500 };
    const database = await startWithoutProfile(page, faultyProxy, refused);

    faultyProxy.inject({ path: PROFILE, fault: refused });
    await submitSignIn(page, ANNA);
    await openCustomers(page);
    await expect(rowOf(page, 'Nora Vance')).toContainText('Waiting to sync');
    expect(await accountOf(page)).toMatchObject({
      key: `${baseURL}|name:${ANNA.username}`,
      databaseName: database,
    });
    await logOutAndKeep(page);
    faultyProxy.heal();

    await submitSignIn(page, ANNA);
    await upToDate(page);
    expect((await accountOf(page))?.databaseName).toBe(database);
    expect(await accountDatabases(page)).toEqual([database]);
    const accounts = (await keptBy(page)).databases['restoration-crm-accounts'];
    expect(accounts?.match(/"key":/g)).toHaveLength(1);
    expect(accounts).toContain(`"userId":"${anna.id}"`);
    expect(faultyProxy.count('POST', LIST)).toBe(1);
    expect((await anna.emails()).filter((email) => email === NORA.email)).toHaveLength(1);
  });
});

// @spec D1.31
test('a link into the app leads there after signing in, but not after a logout', async ({ page, server }) => {
  const [known] = await customersOn(server);
  if (!known) throw new Error('The demo data is missing.');
  const heading = page.getByRole('heading', { name: `${known.first_name} ${known.last_name}` });
  await page.goto(`/customers/${known.id}`);
  await page.waitForURL(/\/\?next=/);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/login\?next=/);
  await submitSignIn(page, ANNA);
  await expect(heading).toBeVisible();
  await expect(page).toHaveURL(`/customers/${known.id}`);
  await upToDate(page);
  await logOut(page);
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, ANNA);
  await upToDate(page);
  await expect(page).toHaveURL('/dashboard');
  await expect(heading).toHaveCount(0);
});

// @spec D1.31
test('signing in does not lead to another origin', async ({ page, context, baseURL }) => {
  // Other forms of it are tried in tests/app/after-login.test.ts.
  const next = encodeURIComponent('/\\evil.example/a');
  const sent = recordSent(context);
  await page.goto(`/?next=${next}`);
  await expect(page.getByText('you asked for')).toHaveCount(0);
  await page.goto(`/login?next=${next}`);
  await submitSignIn(page, ANNA);
  await upToDate(page);
  await expect(page).toHaveURL('/dashboard');
  expect(sent.filter(({ url }) => url.origin !== baseURL)).toEqual([]);
});

// @spec 2.26 D1.13
test('a sign-in asks for the tokens once, and the profile is asked for by it and by the first poll alone', async ({
  page,
  faultyProxy,
}) => {
  await page.goto('/login');
  await submitSignIn(page, ANNA);
  await upToDate(page);
  for (const name of ['Customers', 'Projects', 'Dashboard']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
  await upToDate(page);
  expect(faultyProxy.count('POST', '/api/v1/auth/token/')).toBe(1);
  expect(faultyProxy.count('GET', PROFILE)).toBe(2);
});

// @spec 0.6 2.6 2.8 5.1 D1.14
test('a sign-in that fails says why, keeps what was typed, and can be pressed once', async ({
  page,
  server,
  faultyProxy,
}) => {
  const words = page.getByRole('alert');
  const password = page.getByLabel('Password', { exact: true });
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign In' });
  await button.click();
  await expect(words).toHaveText('Username and password are required');
  await password.fill('something');
  await button.click();
  await expect(words).toHaveText('Username is required');
  await password.fill('');
  await page.getByLabel('Username').fill(ANNA.username);
  await button.click();
  await expect(words).toHaveText('Password is required');
  expect(faultyProxy.count('POST', '/api/v1/auth/token/')).toBe(0);

  const gate = await holdAnswers(page, 'POST', '/api/v1/auth/token/');
  await password.fill('not the password');
  await button.click();
  await gate.reached;
  const running = page.getByRole('button', { name: 'Signing In...' });
  await expect(running).toBeDisabled();
  await expect(words).toHaveCount(0);
  await password.press('Enter');
  gate.open();
  await expect(words).toHaveText(
    'Wrong username or password.No active account found with the given credentials',
  );
  await expect(button).toBeEnabled();
  expect(faultyProxy.count('POST', '/api/v1/auth/token/')).toBe(1);
  const [above, below] = [await words.boundingBox(), await page.getByLabel('Username').boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await page.unrouteAll();

  await server.kill();
  await button.click();
  await expect(words).toHaveText('No connection. You need one to sign in.');
  await expect(page.getByLabel('Username')).toHaveValue(ANNA.username);
  await expect(password).toHaveValue('not the password');
  expect((await keptBy(page)).storage).toEqual({});
  await server.start();
  await password.fill(ANNA.password);
  await button.click();
  await expect(syncStatus(page)).toBeVisible();
});
