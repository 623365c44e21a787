import type { Page } from '@playwright/test';
import { connectionBack } from './support/connection.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  editCompany,
  newCustomer,
  offlineReady,
  rowOf,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { closedGate, type FaultyProxy, type SeenRequest } from './support/faulty-proxy.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';
import { sendingTab, threeInstalledTabs } from './support/tabs.ts';
import { withoutTimeouts } from './support/timers.ts';
import {
  accessExpired,
  askedToSignIn,
  endSession,
  expired,
  expiredBanner,
  expiredDialog,
  lifeOf,
  REFRESH_PATH,
  SHORT_ACCESS,
  signInAgain,
  stillSignedIn,
  storedTokens,
} from './support/tokens.ts';

runOnce();

test.use({ throughProxy: true, serverEnv: SHORT_ACCESS });

const ONE_CUSTOMER = new RegExp(`^${CUSTOMERS_PATH}\\d+/$`);

/** The server got the first new customers and the change of another one, each in one request, and has each once. */
async function expectArrivedOnce(
  server: Server,
  proxy: FaultyProxy,
  { made, edited }: { readonly made: number; readonly edited: number | undefined },
): Promise<void> {
  expect(proxy.count('POST', CUSTOMERS_PATH)).toBe(made);
  expect(proxy.count('PATCH', ONE_CUSTOMER)).toBe(1);
  const held = await customersOn(server);
  expect(held).toHaveLength(200 + made);
  for (let n = 0; n < made; n += 1) expect(countOf(held, newCustomer(n).email)).toBe(1);
  expect(held.find(({ id }) => id === edited)).toMatchObject({ company_name: 'Galveston Ltd' });
}

// @spec D1.15
test('a token that expires while three tabs have 20 changes to send is renewed once, and each arrives once', {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy, signIn }) => {
  await withoutTimeouts(context);
  await signIn();
  const tabs = await threeInstalledTabs(page);
  const edited = (await customersOn(server)).slice(0, 5);
  await context.setOffline(true);
  const inEveryTab = (work: (tab: Page, nr: number) => Promise<void>) => Promise.all(tabs.map(work));
  await inEveryTab(async (tab, nr) => {
    for (let n = nr; n < 15; n += 3) await addCustomer(tab, newCustomer(n));
  });
  await inEveryTab(async (tab, nr) => {
    for (const { email } of edited.filter((_, n) => n % 3 === nr))
      await editCompany(tab, email, 'Galveston Ltd');
  });
  for (const tab of tabs) await expect(syncStatus(tab)).toHaveText('No connection · 20 changes waiting');

  const gate = closedGate();
  faultyProxy.inject({
    method: 'POST',
    path: CUSTOMERS_PATH,
    after: 2,
    fault: { kind: 'hold', until: gate.passed },
  });
  await context.setOffline(false);
  const creates = () => faultyProxy.requests('POST', CUSTOMERS_PATH);
  await expect.poll(() => creates().length).toBeGreaterThanOrEqual(2 + 4);
  const before = await storedTokens(page);
  const renewals = faultyProxy.count('POST', REFRESH_PATH);
  for (const { headers } of creates().slice(2)) await expired(server, headers.authorization ?? '');
  faultyProxy.heal();
  gate.open();

  const spent = lifeOf(before.access ?? '');
  const taken = () => creates().filter(({ status }) => status === 201);
  const isNew = ({ headers }: SeenRequest) => lifeOf(headers.authorization ?? '').iat > spent.iat;
  await expect.poll(() => taken().filter(isNew).length, { intervals: [50] }).toBeGreaterThan(0);
  expect(faultyProxy.count('POST', REFRESH_PATH) - renewals).toBe(1);
  await expect.poll(() => taken().length, { intervals: [50] }).toBe(15);
  const edits = () => faultyProxy.requests('PATCH', ONE_CUSTOMER);
  await expect.poll(() => answered(edits(), 200), { intervals: [50] }).toBe(5);
  // On a slow machine, a new token may end too before all is sent. None is replaced earlier.
  const lives = [
    ...new Set([...taken(), ...edits()].filter(isNew).map(({ headers }) => headers.authorization)),
  ].map((authorization = '') => lifeOf(authorization));
  for (const [n, { iat }] of lives.slice(1).entries())
    expect(iat).toBeGreaterThanOrEqual((lives[n]?.exp ?? 0) - 1);
  // Several requests were refused with the one token, so that several wanted to renew it.
  const refused = creates().filter((create) => create.status === 401 && !isNew(create));
  expect(refused.length).toBeGreaterThanOrEqual(4);
  expect(new Set(refused.map(({ headers }) => headers.authorization)).size).toBe(1);
  expect((await storedTokens(page)).refresh).not.toBe(before.refresh);

  for (const tab of tabs) {
    await upToDate(tab);
    await stillSignedIn(tab);
    await expect(tab.getByText('215 customers')).toBeVisible();
  }
  const held = await customersOn(server);
  expect(held).toHaveLength(215);
  for (let n = 0; n < 15; n += 1) expect(countOf(held, newCustomer(n).email)).toBe(1);
  for (const { id } of edited)
    expect(held.find((row) => row.id === id)).toMatchObject({ company_name: 'Galveston Ltd' });
});

test('a renewal whose answer is lost is asked for again, and all arrives', { tag: INSTALLED }, async ({
  page,
  context,
  server,
  faultyProxy,
  signIn,
}) => {
  await withoutTimeouts(page);
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  const [edited] = await customersOn(server);
  await context.setOffline(true);
  for (let n = 0; n < 3; n += 1) await addCustomer(page, newCustomer(n));
  await editCompany(page, edited?.email ?? '', 'Galveston Ltd');
  await accessExpired(server, page);

  const before = await storedTokens(page);
  const renewals = faultyProxy.count('POST', REFRESH_PATH);
  const gate = closedGate();
  faultyProxy.inject({ method: 'POST', path: REFRESH_PATH, fault: { kind: 'lose-answer' }, times: 1 });
  faultyProxy.inject({
    method: 'POST',
    path: REFRESH_PATH,
    fault: { kind: 'hold', until: gate.passed },
    times: 1,
  });
  await context.setOffline(false);
  await expect.poll(() => faultyProxy.count('POST', REFRESH_PATH)).toBe(renewals + 2);
  // The server has spent the token, the device does not know: it is signed in and tries again.
  await expect(syncStatus(page)).toHaveText('Server not answering · 4 changes waiting');
  await stillSignedIn(page);
  expect(await storedTokens(page)).toEqual(before);
  gate.open();

  await upToDate(page);
  await stillSignedIn(page);
  expect((await storedTokens(page)).refresh).not.toBe(before.refresh);
  await expectArrivedOnce(server, faultyProxy, { made: 3, edited: edited?.id });
});

// @spec D1.17
test('a renewal that cannot be reached signs nobody out, and what waits arrives when it can', {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  for (let n = 0; n < 3; n += 1) await addCustomer(page, newCustomer(n));
  await accessExpired(server, page);

  const before = await storedTokens(page);
  const renewals = faultyProxy.count('POST', REFRESH_PATH);
  faultyProxy.inject({ method: 'POST', path: REFRESH_PATH, fault: { kind: 'html', status: 503 }, times: 2 });
  faultyProxy.inject({ method: 'POST', path: REFRESH_PATH, fault: { kind: 'drop' } });
  await context.setOffline(false);
  await expect.poll(() => faultyProxy.count('POST', REFRESH_PATH)).toBeGreaterThanOrEqual(renewals + 3);
  await expect(syncStatus(page)).toHaveText('Server not answering · 3 changes waiting');
  await stillSignedIn(page);
  expect(await storedTokens(page)).toEqual(before);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(0);
  faultyProxy.heal();
  await connectionBack(page);

  await upToDate(page);
  await stillSignedIn(page);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(3);
  const held = await customersOn(server);
  expect(held).toHaveLength(203);
  for (let n = 0; n < 3; n += 1) expect(countOf(held, newCustomer(n).email)).toBe(1);
});

// @spec 8.12 D2.28 D2.30
test('an expired session leaves a half-filled form as it is; signed in over it, the changes and then the form arrive', {
  tag: [INSTALLED, SMOKE],
}, async ({ page, context, server, faultyProxy, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  for (let n = 0; n < 5; n += 1) await addCustomer(page, newCustomer(n));
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Customer' });
  const typed = {
    'First Name': 'Ida',
    'Company Name': 'Half & Half',
    City: 'Galveston',
    'ZIP Code': '77550',
  };
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text);
  await endSession(server, page);
  await accessExpired(server, page);
  await context.setOffline(false);

  await askedToSignIn(page, 5);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(0);
  await expect(form).toBeVisible();
  await signInAgain(page);
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text);
  await upToDate(page);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(5);
  const arrived = await customersOn(server);
  expect(arrived).toHaveLength(205);
  for (let n = 0; n < 5; n += 1) expect(countOf(arrived, newCustomer(n).email)).toBe(1);

  await form.getByLabel('Last Name').fill('Haller');
  await form.getByLabel('Email').fill('ida.haller@example.com');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toHaveCount(0);
  await upToDate(page);
  const [newest, ...others] = await customersOn(server);
  expect(newest).toMatchObject({ first_name: 'Ida', last_name: 'Haller', city: 'Galveston' });
  expect(others).toHaveLength(205);
});

// @spec D2.29
test("after 'Not now' the device's copy stays usable; the next start asks for a sign-in, and then all arrives", {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  const [edited] = await customersOn(server);
  await context.setOffline(true);
  await addCustomer(page, newCustomer(0));
  await endSession(server, page);
  await accessExpired(server, page);
  await context.setOffline(false);
  await askedToSignIn(page, 1);
  await expiredDialog(page).getByRole('button', { name: 'Not now' }).click();
  await expect(expiredDialog(page)).toHaveCount(0);

  await expect(expiredBanner(page)).toBeVisible();
  await expect(page.getByText('201 customers')).toBeVisible();
  await addCustomer(page, newCustomer(1));
  await editCompany(page, edited?.email ?? '', 'Galveston Ltd');
  await expect(rowOf(page, newCustomer(1).email)).toContainText('Waiting to sync');
  await expect(syncStatus(page)).toHaveText('Signed out · 3 changes waiting');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await askedToSignIn(page, 3);
  await expiredDialog(page).getByRole('button', { name: 'Not now' }).click();
  await expect(expiredDialog(page)).toHaveCount(0);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(0);

  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await signIn();
  await upToDate(page);
  await expectArrivedOnce(server, faultyProxy, { made: 2, edited: edited?.id });
});

test('a session that expires in one tab expires in all, and a sign-in in one heals all', {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy, signIn }) => {
  await signIn();
  const tabs = await threeInstalledTabs(page);
  await context.setOffline(true);
  for (const [n, tab] of tabs.entries()) await addCustomer(tab, newCustomer(n));
  await endSession(server, page);
  await accessExpired(server, page);
  await context.setOffline(false);
  for (const tab of tabs) await askedToSignIn(tab, 3);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(0);

  const sender = await sendingTab(tabs);
  const [other] = tabs.filter((tab) => tab !== sender);
  await signInAgain(other ?? page);
  for (const tab of tabs) {
    await stillSignedIn(tab);
    await upToDate(tab);
    await expect(tab.getByText('203 customers')).toBeVisible();
    await expect(tab.getByText('Waiting to sync')).toHaveCount(0);
  }
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(3);
  const held = await customersOn(server);
  for (let n = 0; n < 3; n += 1) expect(countOf(held, newCustomer(n).email)).toBe(1);
});

function answered(requests: readonly SeenRequest[], status: number): number {
  return requests.filter((request) => request.status === status).length;
}

function countOf(held: readonly { readonly email: string }[], email: string): number {
  return held.filter((row) => row.email === email).length;
}
