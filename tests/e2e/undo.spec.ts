import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import {
  addCustomer,
  editCompany,
  madeOn,
  newCustomer,
  offlineReady,
  rowOf,
  searchBox,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { databaseOf, waitingIn } from './support/kept.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

const nora = newCustomer(1);

test('a deletion waits for eight seconds, also of a tab that is gone, and can be undone on Sync', async ({
  page,
  context,
  server,
  signIn,
}) => {
  await signIn();
  await addCustomer(page, nora);
  await upToDate(page);
  const other = await context.newPage();
  // The seconds go by when the test says so.
  const start = Date.now();
  await context.clock.setFixedTime(start);
  const deleteNora = async (): Promise<void> => {
    await searchBox(page).fill(nora.email);
    await rowOf(page, nora.email)
      .getByRole('button', { name: /^Delete / })
      .click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await other.goto('/sync');
  await deleteNora();
  await other.getByRole('button', { name: 'Undo: Delete customer' }).click();
  await expect(rowOf(page, nora.email)).toBeVisible();
  expect(await waitingIn(page, await databaseOf(page))).toBe(0);

  await deleteNora();
  await page.close();
  expect(await madeOn(server)).toEqual([nora.email]);
  await context.clock.setFixedTime(start + UNDO_MS);
  await expect.poll(() => madeOn(server)).toEqual([]);
});

test('what waits without a connection is undone save by save, from the notice and from the record', {
  tag: [INSTALLED, SMOKE],
}, async ({ page, context, server, signIn }) => {
  await signIn();
  await addCustomer(page, nora);
  await upToDate(page);
  await offlineReady(page);
  await context.setOffline(true);
  await editCompany(page, nora.email, 'Galveston Dry-Out');
  await editCompany(page, nora.email, 'Harbor Dry-Out');
  await page.getByRole('status', { name: 'Saved' }).getByRole('button', { name: 'Undo' }).click();
  await searchBox(page).fill(nora.email);
  await expect(rowOf(page, nora.email)).toContainText('Galveston Dry-Out');
  await rowOf(page, nora.email).getByRole('link', { name: 'Nora Vance1' }).click();
  await page.getByRole('button', { name: 'Undo: Change to Company Name' }).click();
  await expect(page.getByText('Not synced yet')).toHaveCount(0);
  await expect(syncStatus(page)).toHaveText(/No connection/);
  await context.setOffline(false);
  await upToDate(page);
  expect(await madeOn(server)).toEqual([nora.email]);
});
