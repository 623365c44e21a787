import type { Page } from '@playwright/test';
import { dayAt, daysFrom } from '../../src/domain/plain-date.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { findings } from './support/axe.ts';
import { undoIsOver } from './support/clocks.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { ORDERS, PHONE } from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';

runOnce();

const LATE = 'Pump out the cellar at 12 Elm';
const OFFER = 'New floor for 12 Elm';
/** More overdue than anything of the demo, but not old. */
const DUE = daysFrom(dayAt(Date.now()), -29);
const LAST = daysFrom(dayAt(Date.now()), -20);
const TODAY = dayAt(Date.now());

async function made(server: Server, path: string, body: object): Promise<number> {
  const answer = await server.api(path, { method: 'POST', body });
  return (answer.body as { id: number }).id;
}

/** A late job, and an estimate that ran out. Returns their ids. */
async function neglect(server: Server): Promise<readonly [number, number]> {
  const [customer] = await recordsOn(server, 'customers');
  const job = await made(server, ORDERS, {
    title: LATE,
    work_order_number: 'WO-PUSH-1',
    customer: customer?.id,
    status: 'assigned',
    scheduled_date: DUE,
  });
  const estimate = await made(server, specOf('estimates').path, {
    title: OFFER,
    customer: customer?.id,
    status: 'sent',
    valid_until: LAST,
    subtotal: '987654.00',
    tax_rate: '0.00',
    total_amount: '987654.00',
  });
  return [job, estimate];
}

const itemOf = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

async function valueOf(server: Server, path: string, id: number, field: string): Promise<string> {
  const { body } = await server.api(`${path}${id}/`);
  return String((body as Record<string, unknown>)[field]);
}

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });

    test('what needs a push is found and pushed without a connection, and the server gets it later', {
      tag: INSTALLED,
    }, async ({ page, context, server, signIn }) => {
      const [job, estimate] = await neglect(server);
      const due = await valueOf(server, ORDERS, job, 'scheduled_date');
      await page.setViewportSize(PHONE);
      await signIn();
      await upToDate(page);
      await offlineReady(page);
      await context.setOffline(true);
      await page.goto('/push');
      await expect(itemOf(page, LATE)).toContainText(/Was due \w+ \d+/);
      await expect(itemOf(page, OFFER)).toContainText(/Ran out on \w+ \d+/);

      await itemOf(page, LATE).getByRole('button', { name: 'Move to today' }).click();
      await expect(itemOf(page, LATE)).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(itemOf(page, LATE)).toHaveCount(1);
      await itemOf(page, LATE).getByRole('button', { name: 'Move to today' }).click();
      await itemOf(page, OFFER).getByRole('button', { name: 'Extend 30 days' }).click();
      await expect(itemOf(page, OFFER)).toHaveCount(0);
      await expect(syncStatus(page)).toHaveText(/No connection/);

      await context.setOffline(false);
      await undoIsOver(page);
      await upToDate(page);
      expect(await valueOf(server, ORDERS, job, 'scheduled_date')).toBe(due.replace(DUE, TODAY));
      const until = await valueOf(server, specOf('estimates').path, estimate, 'valid_until');
      expect(until).toBe(daysFrom(TODAY, 30));
    });

    test('a push is put away until tomorrow, in every tab and after a reload, but on this device only', async ({
      page,
      context,
      server,
      signIn,
    }) => {
      await neglect(server);
      await signIn();
      await upToDate(page);
      await page.goto('/push');
      const other = await context.newPage();
      await other.goto('/push');
      await expect(itemOf(other, OFFER)).toHaveCount(1);
      await page.getByRole('button', { name: `More for ${OFFER}` }).click();
      await page.getByRole('menuitem', { name: 'Not until tomorrow' }).click();
      await expect(page.getByText('1 is put away on this device only.')).toBeVisible();
      await expect(itemOf(other, OFFER)).toHaveCount(0);
      await page.reload();
      await expect(itemOf(page, LATE)).toHaveCount(1);
      await expect(itemOf(page, OFFER)).toHaveCount(0);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await expect(itemOf(page, OFFER)).toContainText('Put away until');
      expect(await findings(page)).toEqual([]);
    });
  });
}

test('the dashboard shows the six that press most, and leads to all', async ({ page, server, signIn }) => {
  await neglect(server);
  await signIn();
  await upToDate(page);
  await page.goto('/dashboard');
  const part = page.getByRole('region', { name: 'Needs a push' });
  await expect(part.getByRole('listitem').first()).toContainText(LATE);
  await part.getByRole('link', { name: /^All \d+$/ }).click();
  await expect(page).toHaveURL(/\/push$/);
  await expect(itemOf(page, OFFER)).toHaveCount(1);
});
