import type { Page } from '@playwright/test';
import {
  addCustomer,
  customersOn,
  offlineReady,
  openCustomers,
  rowOf,
  searchBox,
  upToDate,
} from './support/customers.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { accountDatabases, databaseOf, keptBy, waitingIn } from './support/kept.ts';
import { askToLogOut, logOut, logOutAndKeep } from './support/log-out.ts';
import { ANNA, BERT, CARL, personOn } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import { createsBy, recordSent, subjectOf } from './support/sent.ts';
import { expectNothingOf } from './support/shown.ts';
import { signIn, submitSignIn } from './support/sign-in.ts';

runOnce();

test.use({ throughProxy: true });

const NORA = { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' };
const BEA = { first: 'Bea', last: 'Lund', email: 'bea.lund@example.com' };

/** Opens the edit dialog of the record on the screen, types a city, and thinks better of it. */
async function typeAndDiscard(page: Page, city: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('City').fill(city);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

// @spec D2.33
test('the next person at a device sees and sends nothing of the first, whose work waits for them', {
  tag: [INSTALLED, SMOKE],
}, async ({ page, context, server, faultyProxy }) => {
  const [anna, bert] = [await personOn(server, ANNA), await personOn(server, BERT)];
  const [known] = await customersOn(server);
  if (!known) throw new Error('The demo data is missing.');
  const words = [NORA.email, known.email, known.last_name, 'Galveston by Anna'];

  await signIn(page, ANNA);
  await upToDate(page);
  await offlineReady(page);
  await page.goto(`/customers/${known.id}`);
  await typeAndDiscard(page, 'Galveston by Anna');
  await page.goto('/customers');
  await searchBox(page).fill(known.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await context.setOffline(true);
  await addCustomer(page, NORA);
  const annas = await databaseOf(page);
  await logOutAndKeep(page);
  await expectNothingOf(page, words);
  await context.setOffline(false);

  const sent = recordSent(context);
  await submitSignIn(page, BERT);
  await openCustomers(page);
  await expect(page.getByText('No customers yet')).toBeVisible();
  await expectNothingOf(page, words);
  const berts = await databaseOf(page);
  expect(berts).not.toBe(annas);
  const kept = await keptBy(page);
  const readable = [kept.databases[berts], ...Object.values(kept.caches), ...Object.values(kept.storage)];
  expect(words.filter((word) => readable.join('\n').includes(word))).toEqual([]);

  const passed: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    await page.goBack();
    if (page.url() === 'about:blank') break;
    await expect(page.getByText(BERT.username, { exact: true })).toBeVisible();
    await expect(
      page.getByText(/No customers yet|This record is not on this device|Welcome back/),
    ).toBeVisible();
    await expectNothingOf(page, words);
    passed.push(new URL(page.url()).pathname);
  }
  expect(passed).toContain(`/customers/${known.id}`);

  await page.goto('/customers');
  await addCustomer(page, BEA);
  await upToDate(page);
  expect(await bert.emails()).toEqual([BEA.email]);
  expect(await anna.emails()).not.toContain(NORA.email);
  expect(createsBy(faultyProxy)).toEqual([bert.id]);
  expect(await waitingIn(page, annas)).toBe(1);
  await logOut(page);
  await expect.poll(() => accountDatabases(page)).toEqual([annas]);
  expect(sent.filter(({ subject }) => subject !== null && subject !== bert.id)).toEqual([]);

  await submitSignIn(page, ANNA);
  await upToDate(page);
  await openCustomers(page);
  await expect(rowOf(page, 'Nora Vance')).toBeVisible();
  expect(await databaseOf(page)).toBe(annas);
  expect(createsBy(faultyProxy)).toEqual([bert.id, anna.id]);
  expect((await anna.emails()).filter((email) => email === NORA.email)).toHaveLength(1);
  expect(await bert.emails()).toEqual([BEA.email]);
});

// @spec 6.4
test('two colleagues at one device work on the same customer, each under their own name', {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy }) => {
  const [anna, carl] = [await personOn(server, ANNA), await personOn(server, CARL)];
  const [shared] = await customersOn(server);
  if (!shared) throw new Error('The demo data is missing.');
  const path = `/customers/${shared.id}`;
  const save = async (field: string, value: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByLabel(field).fill(value);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await signIn(page, ANNA);
  await upToDate(page);
  await offlineReady(page);
  await page.goto(path);
  await context.setOffline(true);
  await save('City', 'Galveston');
  await expect(page.getByRole('article')).toContainText('Galveston');
  await logOutAndKeep(page);
  await context.setOffline(false);

  await submitSignIn(page, CARL);
  await upToDate(page);
  await page.goto(path);
  await expect(page.getByRole('article')).toContainText(shared.city);
  await expectNothingOf(page, ['Galveston', 'Waiting to sync']);
  await save('Company Name', 'Lund Roofing');
  await upToDate(page);
  await logOut(page);

  await submitSignIn(page, ANNA);
  await upToDate(page);
  await page.goto(path);
  await expect(page.getByRole('article')).toContainText('Lund Roofing');
  const held = (await customersOn(server)).find(({ id }) => id === shared.id);
  expect(held).toMatchObject({ city: 'Galveston', company_name: 'Lund Roofing' });
  const patches = faultyProxy.seen.filter(({ method }) => method === 'PATCH');
  expect(patches.map(({ headers }) => subjectOf(headers.authorization))).toEqual([carl.id, anna.id]);
});

// @spec 2.31 4.3 D2.31
test('a logout with nothing waiting takes the data off the device', async ({ page, server }) => {
  const [known] = await customersOn(server);
  await signIn(page, ANNA);
  await upToDate(page);
  expect(await accountDatabases(page)).toEqual([await databaseOf(page)]);
  await logOut(page);
  await expect.poll(() => accountDatabases(page)).toEqual([]);
  const { caches, databases, storage } = await keptBy(page);
  expect(storage).toEqual({});
  expect(JSON.stringify([caches, databases])).not.toContain(known?.email);
});

// @spec D2.32
test('a logout with something waiting asks first: stay, or log out and keep it', { tag: INSTALLED }, async ({
  page,
  context,
}) => {
  await signIn(page, ANNA);
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  await addCustomer(page, NORA);
  const annas = await databaseOf(page);
  await askToLogOut(page);
  const question = page.getByRole('dialog', { name: 'Log out' });
  await expect(question).toContainText('1 change is not on the server yet.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  await expect(rowOf(page, 'Nora Vance')).toContainText('Waiting to sync');

  await logOutAndKeep(page);
  expect(await accountDatabases(page)).toEqual([annas]);
  expect(await waitingIn(page, annas)).toBe(1);
  // Should the browser remove the database: how much is lost then. No name, no token.
  const { storage } = await keptBy(page);
  expect(Object.values(storage).map((text) => JSON.parse(text))).toEqual([
    { waiting: 1, drafts: 0, rows: 0, leaving: false },
  ]);
  expect(Object.keys(storage)).toEqual([expect.stringMatching(/^database\|http:\/\/[\d.:]+\|\d+$/)]);
});
