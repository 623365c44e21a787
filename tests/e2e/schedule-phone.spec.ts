import type { Page } from '@playwright/test';
import { daysFrom } from '../../src/domain/plain-date.ts';
import { findings } from './support/axe.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { JOB, NEXT, ORDERS, PHONE, planDay } from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { lost, smallTargets } from './support/measured.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';

runOnce();

const item = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

async function chooseMore(page: Page, title: string, entry: string): Promise<void> {
  await item(page, title)
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** The work orders of that title, as the server has them. */
async function ordersOf(server: Server, title: string) {
  return (await recordsOn(server, 'workOrders')).filter((order) => order['title'] === title);
}

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });

    test('visits of the next days are made on a phone without a connection, undone, made again, and sent once', {
      tag: INSTALLED,
    }, async ({ page, context, server, signIn }) => {
      const [id] = await planDay(server);
      const before = (await server.api(`${ORDERS}${id}/`)).body as Record<string, unknown>;
      await page.setViewportSize(PHONE);
      await signIn();
      await upToDate(page);
      await page.goto('/schedule');
      await expect(item(page, JOB.title)).toBeVisible();
      await offlineReady(page);
      await context.setOffline(true);
      await page.goto('/work-orders');
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Schedule' }).click();
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Filter by crew' }).selectOption('Ann Lee');
      await expect(page.getByRole('region', { name: 'Today' })).toContainText('2 jobs');
      await expect(item(page, JOB.title)).toContainText('Ann Lee');
      expect(await findings(page)).toEqual([]);

      const repeat = page.getByRole('dialog', { name: 'Repeat on the next days' });
      await chooseMore(page, JOB.title, 'Repeat on the next days…');
      await repeat.getByRole('button', { name: 'Create 3 work orders' }).click();
      await expect(page.getByText('3 new work orders saved.')).toBeVisible();
      await expect(item(page, JOB.title)).toHaveCount(4);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(item(page, JOB.title)).toHaveCount(1);

      await chooseMore(page, JOB.title, 'Repeat on the next days…');
      await repeat.getByRole('combobox').selectOption('2');
      await repeat.getByRole('button', { name: 'Create 2 work orders' }).click();
      await expect(item(page, JOB.title)).toHaveCount(3);
      await expect(syncStatus(page)).toHaveText(/No connection/);
      // A page that starts again shows what was saved before.
      await page.reload();
      await expect(item(page, JOB.title)).toHaveCount(3);
      await context.setOffline(false);
      await upToDate(page);

      const orders = await ordersOf(server, JOB.title);
      expect(orders).toHaveLength(3);
      expect(new Set(orders.map((order) => order['work_order_number'])).size).toBe(3);
      const { scheduled_date: first } = before;
      const own = String(first).slice(0, 10);
      const days = [0, 1, 2].map((n) => String(first).replace(own, daysFrom(own, n)));
      expect(orders.map((order) => String(order['scheduled_date'])).sort()).toEqual(days);
      expect(new Set(orders.map((order) => order['customer'])).size).toBe(1);
      const after = (await server.api(`${ORDERS}${id}/`)).body;
      expect(after).toEqual(before);
    });
  });
}

test('the agenda in light colors and the month in dark ones lose nothing on a phone of 320 px, and at 390 px each target fits a finger', async ({
  page,
  server,
  signIn,
}) => {
  await planDay(server);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn();
  await upToDate(page);
  await page.goto('/schedule');
  await expect(item(page, NEXT.title)).toBeVisible();
  for (const [view, colorScheme] of [
    ['Month', 'dark'],
    ['Agenda', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const button = page.getByRole('button', { name: view, exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.locator('[aria-current="date"]').waitFor();
    expect(await lost(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
  }
  await page.setViewportSize(PHONE);
  expect(await smallTargets(page)).toEqual([]);
});

test('a day of the month leads to its jobs, and a calendar file has them', async ({
  page,
  server,
  signIn,
}) => {
  await planDay(server);
  await page.setViewportSize(PHONE);
  await signIn();
  await upToDate(page);
  await page.goto('/schedule?view=month');
  await page.locator('td [aria-current="date"]').click();
  await expect(item(page, JOB.title)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print and more' }).click();
  await page.getByRole('menuitem', { name: 'Calendar file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^schedule-\d{4}-\d\d-\d\d\.ics$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\r\n ', '');
  expect(text).toContain(`SUMMARY:${JOB.title}`);
  expect(text).toContain('Crew: Ann Lee');
});
