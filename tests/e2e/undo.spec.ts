import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import {
  addCustomer,
  editCompany,
  isUpToDate,
  madeOn,
  newCustomer,
  offlineReady,
  rowOf,
  searchBox,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { JOB, ORDERS, planDay } from './support/day.ts';
import { closedGate } from './support/faulty-proxy.ts';
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

test.describe('with a server in reach', () => {
  test.use({ throughProxy: true });

  test('a press and a save are undone on a fast server and a slow one, without a connection, and from another tab', async ({
    page,
    context,
    server,
    faultyProxy,
    signIn,
  }) => {
    const [id = 0] = await planDay(server);
    const path = `${ORDERS}${id}/`;
    const job = async () => {
      const { body } = await server.api(path);
      const { status, title, notes } = body as Record<'status' | 'title' | 'notes', string>;
      return { status, title, notes };
    };
    const before = await job();
    const onTheWay = page.getByRole('button', { name: 'On the way' });
    const undo = page.getByRole('status', { name: 'Saved' }).getByRole('button', { name: 'Undo' });
    const sent = () => faultyProxy.count('PATCH', path);
    await signIn();
    await upToDate(page);
    // The seconds go by when the test says so.
    let now = Date.now();
    await context.clock.setFixedTime(now);
    const waitIsOver = async (): Promise<void> => {
      now += UNDO_MS;
      await context.clock.setFixedTime(now);
    };
    await page.goto(`/work-orders/${id}`);
    const other = await context.newPage();
    await other.goto(`/work-orders/${id}`);

    await onTheWay.click();
    await undo.click();
    await expect(onTheWay).toBeVisible();
    await expect(onTheWay).toBeEnabled();
    await onTheWay.click();
    await other.getByRole('button', { name: /^Undo: Change to/ }).click();
    await expect(onTheWay).toBeVisible();
    await context.setOffline(true);
    await expect(onTheWay).toBeEnabled();
    await onTheWay.click();
    await undo.click();
    await expect(onTheWay).toBeVisible();
    await context.setOffline(false);
    await waitIsOver();
    await upToDate(page);
    expect(sent()).toBe(0);

    await expect(onTheWay).toBeEnabled();
    await onTheWay.click();
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await waitIsOver();
    await expect.poll(async () => (await job()).notes).toContain('On the way: ');
    await other.getByRole('tab', { name: 'History' }).click();
    await other.getByRole('button', { name: /^Undo: Change to/ }).click();
    await expect.poll(job).toEqual(before);
    await expect(onTheWay).toBeVisible();

    const answer = closedGate();
    faultyProxy.inject({
      method: 'PATCH',
      path,
      times: 1,
      fault: { kind: 'hold-answer', until: answer.passed },
    });
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Work Order' });
    await form.getByLabel('Title').fill('Dry the wrong cellar');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(form).toHaveCount(0);
    await undo.click();
    await expect(page.getByRole('heading', { level: 1, name: JOB.title })).toBeVisible();
    answer.open();
    // On a busy machine the app may have given up the held answer, and tries again when its time has come.
    await expect(async () => {
      await waitIsOver();
      expect(await isUpToDate(page)).toBe(true);
    }).toPass();
    expect(await job()).toEqual(before);
  });
});
