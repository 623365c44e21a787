import { findings } from './support/axe.ts';
import { stopClocks } from './support/clocks.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  fillNewCustomer,
  isUpToDate,
  offlineReady,
  rowOf,
  searchBox,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { closedGate } from './support/faulty-proxy.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { referredOn } from './support/records.ts';
import { runOnce } from './support/run-once.ts';
import { awaitAnswers } from './support/timers.ts';

runOnce();

// @spec 1.1
test('signed in as printed, 200 customers are there and the search narrows them', async ({
  page,
  server,
  signIn,
}) => {
  expect((await customersOn(server)).length).toBe(200);
  await signIn();
  await expect(page.getByText('200 customers')).toBeVisible();
  const [newest] = await customersOn(server);
  const name = `${newest?.first_name} ${newest?.last_name}`;
  await expect(page.getByRole('row').nth(1)).toContainText(name);
  await searchBox(page).fill((newest?.email ?? '').toUpperCase());
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, name)).toBeVisible();
});

// @spec D2.2 D2.16
test('with the server killed, everything works and is sent once when it is back', {
  tag: [INSTALLED, SMOKE],
}, async ({ page, server, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  const before = await customersOn(server);
  const referred = await referredOn(server, 'customers');
  const [edited] = before;
  const deleted = before.find(({ id }) => id !== edited?.id && !referred.has(id));
  if (!edited || !deleted) throw new Error('The demo data is missing.');
  await server.kill();

  await page.reload();
  await expect(page.getByText('200 customers')).toBeVisible();
  await searchBox(page).fill(edited.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: `Edit ${edited.first_name} ${edited.last_name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Customer' });
  await dialog.getByLabel('City').fill('Galveston');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
  await searchBox(page).fill(deleted.email);
  await page.getByRole('button', { name: `Delete ${deleted.first_name} ${deleted.last_name}` }).click();
  await page.getByText('Are you sure you want to delete this customer?').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('row')).toHaveCount(0);
  await searchBox(page).fill('');
  await addCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' });

  await page.reload();
  await expect(rowOf(page, 'Nora Vance')).toContainText('Waiting to sync');
  await expect(rowOf(page, edited.email)).toContainText('Waiting to sync');
  await expect(page.getByText('200 customers')).toBeVisible();
  await searchBox(page).fill(deleted.email);
  await expect(page.getByRole('row')).toHaveCount(0);
  await searchBox(page).fill('');
  await expect(syncStatus(page)).toHaveText('No connection · 3 changes waiting');

  await server.start();
  await upToDate(page);
  await expect(page.getByText('Waiting to sync')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const after = await customersOn(server);
  expect(after.filter((row) => row.email === 'nora.vance@example.com')).toHaveLength(1);
  expect(after.find((row) => row.id === edited.id)).toMatchObject({ email: edited.email, city: 'Galveston' });
  expect(after.some((row) => row.id === deleted.id)).toBe(false);
  expect(after).toHaveLength(200);
});

// @spec 5.5 8.16
test('an e-mail that is none is refused in the dialog, which stays open; mended, it is saved', {
  tag: SMOKE,
}, async ({ page, server, signIn }) => {
  await awaitAnswers(page);
  await signIn();
  await upToDate(page);
  await fillNewCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora@vance' });
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await expect(dialog.getByRole('alert')).toHaveText('Email error: Enter a valid email address.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(await findings(page)).toEqual([]);
  }
  await dialog.getByLabel('Email').fill('nora.vance@example.com');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await upToDate(page);
  const held = await customersOn(server);
  expect(held).toHaveLength(201);
  expect(held[0]).toMatchObject({ first_name: 'Nora', email: 'nora.vance@example.com' });
});

// @spec D2.14 D2.17 D2.19
test('the same made offline waits on the Sync screen, while nine others go through', {
  tag: INSTALLED,
}, async ({ page, context, server, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  await addCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora@vance' });
  for (let n = 1; n <= 9; n += 1) {
    await addCustomer(page, { first: 'Other', last: `Nr${n}`, email: `other.${n}@example.com` });
  }
  await expect(syncStatus(page)).toHaveText('No connection · 10 changes waiting');
  await context.setOffline(false);
  await expect(syncStatus(page)).toHaveText('The server refused 1 change');
  expect((await customersOn(server)).filter((row) => row.first_name === 'Other')).toHaveLength(9);
  await expect(rowOf(page, 'Nora Vance')).toContainText('Needs attention');

  await syncStatus(page).click();
  const change = page.getByRole('listitem').filter({ hasText: 'Nora Vance' });
  await expect(change).toContainText('Email error: Enter a valid email address.');
  await change.getByRole('button', { name: 'Edit and try again' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('nora.vance@example.com');
  await dialog.getByRole('button', { name: /Create|Update/ }).click();
  await expect(dialog).toHaveCount(0);
  await upToDate(page);
  await expect(page.getByText('All changes sent')).toBeVisible();
  const held = await customersOn(server);
  expect(held.filter((row) => row.email === 'nora.vance@example.com')).toHaveLength(1);
  expect(held).toHaveLength(210);
});

test.describe('on a connection that lies', () => {
  test.use({ throughProxy: true });

  test('a create whose answer is lost becomes one row, and nobody is asked', { tag: SMOKE }, async ({
    page,
    server,
    faultyProxy,
    signIn,
    site,
  }) => {
    await signIn();
    await upToDate(page);
    const looked = closedGate();
    const held = { kind: 'hold', until: looked.passed } as const;
    faultyProxy.inject({
      method: 'POST',
      path: CUSTOMERS_PATH,
      fault: { kind: 'lose-answer' },
      times: 1,
      // A server with a feed tells of the row by itself.
      onFault: () => faultyProxy.inject({ method: 'GET', path: /^\/api\//, fault: held }),
    });
    // A server with keys would be asked again within a second.
    const clock = await stopClocks(page);
    await addCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' });
    const creates = () => faultyProxy.requests('POST', CUSTOMERS_PATH);
    await expect.poll(creates).toMatchObject([{ status: 201, abandoned: true }]);
    await expect(rowOf(page, 'Nora Vance')).toContainText('Waiting to sync');
    faultyProxy.heal();
    looked.open();
    await clock.until(() => isUpToDate(page));
    await expect(rowOf(page, 'Nora Vance')).toHaveCount(1);
    await expect(page.getByText('Waiting to sync')).toHaveCount(0);
    const made = await customersOn(server);
    expect(made.filter((row) => row.email === 'nora.vance@example.com')).toHaveLength(1);
    // On the plain contract nothing is sent twice. The two servers have keys, and may be asked again.
    if (site !== 'two-servers') expect(creates()).toHaveLength(1);
  });
});
