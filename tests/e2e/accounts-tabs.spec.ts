import type { Page } from '@playwright/test';
import { customerSpec } from '../../src/domain/customer.ts';
import { stopClocks } from './support/clocks.ts';
import {
  addCustomer,
  customersOn,
  fillNewCustomer,
  isUpToDate,
  offlineReady,
  openCustomers,
  rowOf,
  upToDate,
} from './support/customers.ts';
import { draftKept } from './support/drafts.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { accountDatabases, accountOf, databaseOf, keptBy, markLeaving, waitingIn } from './support/kept.ts';
import { logOut, logOutAndKeep, logOutEntry } from './support/log-out.ts';
import { ANNA, BERT, personOn } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import { createsBy, holdAnswers, recordSent, type SentRequest } from './support/sent.ts';
import { expectNothingOf, watch } from './support/shown.ts';
import { signIn, submitSignIn } from './support/sign-in.ts';
import { withoutTimeouts } from './support/timers.ts';

runOnce();

test.use({ throughProxy: true });

const NORA = { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' };
const BEA = { first: 'Bea', last: 'Lund', email: 'bea.lund@example.com' };
const HALF_TYPED = 'Half-typed-by-Anna';
/** What no change of account may show: another tab's logout is nobody's fault. */
const COMPLAINTS = /Session expired|cannot open its data|Something went wrong|Failed to/;

/** Opens the add dialog and leaves it half filled. */
async function halfFill(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  await page.getByRole('dialog').getByLabel('First Name').fill(HALF_TYPED);
}

/** Requests that carried one person's customer under somebody else's token. */
function mispaired(sent: readonly SentRequest[], email: string, owner: string): SentRequest[] {
  return sent.filter(({ body, subject }) => body.includes(email) && subject !== owner);
}

test('a logout and another sign-in in one tab take the other tab along, half-filled form and all', {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy }) => {
  const [anna, bert] = [await personOn(server, ANNA), await personOn(server, BERT)];
  const [known] = await customersOn(server);
  if (!known) throw new Error('The demo data is missing.');
  const words = [NORA.email, known.email, HALF_TYPED];
  const sent = recordSent(context);
  await signIn(page, ANNA);
  await upToDate(page);
  await offlineReady(page);
  const other = await context.newPage();
  await other.goto('/customers');
  await upToDate(other);
  await context.setOffline(true);
  await addCustomer(page, NORA);
  await halfFill(page);
  const annas = await databaseOf(page);

  const watched = await watch(page);
  await logOutAndKeep(other);
  await page.waitForURL('**/login');
  await expectNothingOf(page, words);
  await context.setOffline(false);
  const before = sent.length;
  await submitSignIn(other, BERT);
  for (const tab of [page, other]) {
    await openCustomers(tab);
    await expect(tab.getByText('No customers yet')).toBeVisible();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
    await expectNothingOf(tab, words);
  }
  expect(await watched.together(BERT.username, known.email)).toEqual([]);
  expect(await watched.together(COMPLAINTS)).toEqual([]);
  await addCustomer(page, BEA);
  await upToDate(page);
  expect(sent.slice(before).filter(({ subject }) => subject === anna.id)).toEqual([]);
  expect(await waitingIn(page, annas)).toBe(1);
  await logOut(other);
  await page.waitForURL('**/login');
  await expect.poll(() => accountDatabases(page)).toEqual([annas]);

  await submitSignIn(page, ANNA);
  for (const tab of [page, other]) {
    await upToDate(tab);
    await openCustomers(tab);
    await expect(rowOf(tab, 'Nora Vance')).toHaveCount(1);
  }
  expect(createsBy(faultyProxy)).toEqual([bert.id, anna.id]);
  expect(mispaired(sent, NORA.email, anna.id)).toEqual([]);
  expect(mispaired(sent, BEA.email, bert.id)).toEqual([]);
  expect((await anna.emails()).filter((email) => email === NORA.email)).toHaveLength(1);
  expect(await bert.emails()).toEqual([BEA.email]);
});

test('a sign-in that is answered late takes over every tab, and nobody is asked to sign in again', {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy, baseURL }) => {
  const [anna, bert] = [await personOn(server, ANNA), await personOn(server, BERT)];
  const [known] = await customersOn(server);
  if (!known) throw new Error('The demo data is missing.');
  const words = [NORA.email, known.email, HALF_TYPED];
  const other = await context.newPage();
  await withoutTimeouts(other);
  await other.goto('/login');
  const gate = await holdAnswers(other, 'POST', '/api/v1/auth/token/');
  await submitSignIn(other, BERT);
  await gate.reached;

  await signIn(page, ANNA);
  await upToDate(page);
  await offlineReady(page);
  await openCustomers(other);
  await expect(rowOf(other, known.email)).toBeVisible();
  await context.setOffline(true);
  await addCustomer(page, NORA);
  await halfFill(page);
  const annas = await databaseOf(page);
  const watched = [await watch(page), await watch(other)];
  gate.open();
  for (const tab of [page, other]) await expect(tab.getByText(BERT.username, { exact: true })).toBeVisible();
  const sent = recordSent(context);
  for (const tab of [page, other]) {
    await openCustomers(tab);
    await expect(tab.getByText('No customers on this device yet')).toBeVisible();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
    await expectNothingOf(tab, words);
  }
  expect((await accountOf(page))?.key).toBe(`${baseURL}|${bert.id}`);
  for (const each of watched) {
    expect(await each.together(BERT.username, known.email)).toEqual([]);
    expect(await each.together(COMPLAINTS)).toEqual([]);
  }
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await openCustomers(tab);
    await expect(tab.getByText('No customers yet')).toBeVisible();
  }
  expect(sent.filter(({ subject }) => subject === anna.id)).toEqual([]);
  expect(await waitingIn(page, annas)).toBe(1);
  await logOut(page);
  await other.waitForURL('**/login');

  await submitSignIn(other, ANNA);
  await openCustomers(other);
  await upToDate(other);
  await expect(rowOf(other, 'Nora Vance')).toHaveCount(1);
  expect(createsBy(faultyProxy)).toEqual([anna.id]);
  expect((await anna.emails()).filter((email) => email === NORA.email)).toHaveLength(1);
});

test('an answer that comes after the next person signed in is kept out of their data, and nothing is made twice', async ({
  page,
  context,
  server,
  faultyProxy,
}) => {
  const [anna, bert] = [await personOn(server, ANNA), await personOn(server, BERT)];
  await withoutTimeouts(page);
  await signIn(page, ANNA);
  await upToDate(page);
  const other = await context.newPage();
  await other.goto('/customers');
  await upToDate(other);
  const gate = await holdAnswers(page, 'POST', customerSpec.path);
  await addCustomer(page, NORA);
  await gate.reached;
  expect(await anna.emails()).toContain(NORA.email);
  const annas = await databaseOf(page);
  await expect(rowOf(other, 'Nora Vance')).toContainText('Waiting to sync');
  await logOutAndKeep(other);
  await submitSignIn(other, BERT);
  for (const tab of [page, other]) {
    await openCustomers(tab);
    await expect(tab.getByText('No customers yet')).toBeVisible();
  }
  const berts = await databaseOf(page);
  gate.open();
  await addCustomer(other, BEA);
  await upToDate(other);
  expect((await keptBy(page)).databases[berts]).not.toContain(NORA.email);
  expect(await waitingIn(page, annas)).toBe(1);
  await logOut(other);

  await submitSignIn(other, ANNA);
  await openCustomers(other);
  await expect(rowOf(other, 'Nora Vance')).toBeVisible();
  const clocks = await stopClocks(page, other);
  await clocks.until(() => isUpToDate(other));
  await expect(rowOf(other, 'Nora Vance')).toHaveCount(1);
  expect(createsBy(faultyProxy)).toEqual([anna.id, bert.id]);
  expect((await anna.emails()).filter((email) => email === NORA.email)).toHaveLength(1);
  expect(await bert.emails()).toEqual([BEA.email]);
});

test('a logout in one tab closes the dialog of another without a complaint, and a sign-in opens both again and offers it', async ({
  page,
  context,
  server,
}) => {
  const [known] = await customersOn(server);
  if (!known) throw new Error('The demo data is missing.');
  await signIn(page, ANNA);
  await upToDate(page);
  const other = await context.newPage();
  await other.goto(`/customers/${known.id}`);
  await other.getByRole('button', { name: 'Edit', exact: true }).click();
  await other.getByRole('dialog').getByLabel('City').fill(HALF_TYPED);
  await draftKept(other, HALF_TYPED);
  const watched = await watch(other);
  const annas = await databaseOf(page);
  await logOutAndKeep(page);
  await other.waitForURL('**/login');
  await expectNothingOf(other, [known.email, HALF_TYPED]);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  expect(await watched.together(COMPLAINTS)).toEqual([]);
  expect(await accountDatabases(page)).toEqual([annas]);

  await submitSignIn(page, ANNA);
  for (const tab of [page, other]) {
    await openCustomers(tab);
    await expect(rowOf(tab, known.email)).toBeVisible();
    await expect(tab.getByText(/^You were editing the customer /)).toBeVisible();
  }
  await addCustomer(other, NORA);
  await upToDate(other);
  await expect(rowOf(page, 'Nora Vance')).toHaveCount(1);
  expect((await customersOn(server)).filter(({ email }) => email === NORA.email)).toHaveLength(1);
});

test('a tab that hears of the deletion before it hears of the logout does not complain either', async ({
  page,
  context,
  server,
}) => {
  const [known] = await customersOn(server);
  if (!known) throw new Error('The demo data is missing.');
  await signIn(page, ANNA);
  await upToDate(page);
  const other = await context.newPage();
  await other.addInitScript(() => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    Object.assign(window, { hearOfStorage: release });
    const real = window.addEventListener.bind(window);
    window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      if (type !== 'storage' || typeof listener !== 'function') return real(type, listener);
      real(type, (event) => void released.then(() => listener(event)));
    };
  });
  await other.goto('/customers');
  await expect(rowOf(other, known.email)).toBeVisible();
  await other.getByRole('button', { name: 'Add Customer' }).first().click();
  await expect(other.getByRole('dialog')).toBeVisible();
  const watched = await watch(other);
  await logOut(page);
  await expect.poll(() => accountDatabases(page)).toEqual([]);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await expectNothingOf(other, [known.email]);
  await other.evaluate(() => (window as unknown as { hearOfStorage: () => void }).hearOfStorage());
  // Only the address: nothing is loaded on the way.
  await expect(other).toHaveURL(/\/login$/);
  expect(await watched.together(COMPLAINTS)).toEqual([]);
});

test('a save pressed while another tab logs out is kept, or refused with words', { tag: INSTALLED }, async ({
  page,
  context,
}) => {
  await signIn(page, ANNA);
  await upToDate(page);
  const other = await context.newPage();
  await other.goto('/customers');
  await upToDate(other);
  const annas = await databaseOf(page);
  await offlineReady(other);
  await context.setOffline(true);
  await other.getByRole('button', { name: 'Add Customer' }).first().click();
  await other.getByRole('dialog').getByLabel('First Name').fill(NORA.first);
  const watched = await watch(other);
  const create = other.getByRole('button', { name: 'Create' });
  const leave = await logOutEntry(page);
  // Not as Playwright clicks, when all is quiet: the save has just begun when the logout comes.
  for (const button of [create, leave]) await button.evaluate((node: HTMLElement) => node.click());
  // The one tab may or may not have learnt of the other's change before it left.
  const keep = page.getByRole('button', { name: 'Log out and keep changes' });
  await expect(page.getByRole('button', { name: 'Sign In' }).or(keep)).toBeVisible();
  if (await keep.isVisible()) await keep.click();
  for (const tab of [page, other]) await tab.waitForURL('**/login');
  await page.evaluate((name) => navigator.locks.request(`database|${name}`, () => {}), annas);
  const kept = (await waitingIn(page, annas)) === 1;
  const refused = (await watched.together('This was not saved.')).length > 0;
  expect({ kept, refused }).toEqual({ kept: !refused, refused: !kept });
});

test('a save after the logout elsewhere has begun is refused with words, and the form stays meanwhile', async ({
  page,
  context,
  faultyProxy,
}) => {
  await signIn(page, ANNA);
  await upToDate(page);
  const other = await context.newPage();
  await other.goto('/customers');
  await upToDate(other);
  const annas = await databaseOf(page);
  // The moment between the first tab's decision to delete and the second one's hearing of it.
  await markLeaving(page, annas);
  await fillNewCustomer(other, NORA);
  const dialog = other.getByRole('dialog', { name: 'Add New Customer' });
  await expect(dialog.getByRole('alert')).toHaveText(
    'You were logged out in another tab. This was not saved.',
  );
  await expect(dialog.getByLabel('Email')).toHaveValue(NORA.email);
  expect(await waitingIn(page, annas)).toBe(0);
  expect(createsBy(faultyProxy)).toEqual([]);
  await draftKept(other, NORA.email);
  await logOutAndKeep(page);
  await other.waitForURL('**/login');
  expect(await accountDatabases(page)).toEqual([annas]);
});
