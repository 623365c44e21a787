import type { Page } from '@playwright/test';
import { stopClocks } from './support/clocks.ts';
import { isUpToDate, offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { enterName, ORDERS, PHONE, stepsTaken } from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { addChecklist } from './support/record.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';
import { signIn as signInOn } from './support/sign-in.ts';

runOnce();

const MINUTE = 60_000;

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });
    test('[M34] a phone without a connection and an office work on one job, and both show all of it', {
      tag: INSTALLED,
    }, async ({ page, context, browser, server, signIn }) => {
      const id = await aJob(server);
      await page.setViewportSize(PHONE);
      await signIn();
      await enterName(page);
      await upToDate(page);
      await offlineReady(page);
      await page.goto(`/work-orders/${id}`);
      await expect(page.getByRole('button', { name: 'On the way' })).toBeVisible();
      await context.setOffline(true);

      const desk = await browser.newContext({ baseURL: server.url });
      const office = await desk.newPage();
      await signInOn(office);
      await enterName(office, 'Bo Diaz');
      await upToDate(office);
      await office.goto(`/work-orders/${id}`);
      // What the office taps is sent once it can no longer be undone, and a server without a feed is asked every minute.
      const clock = await stopClocks(office);

      await page.getByRole('button', { name: 'On the way' }).click();
      await assign(page, 'Ann Lee');
      await addChecklist(page, 'Water');
      await tick(page, 'Photos before work');
      await note(page, 'asbestos suspected\nstop demo\ncall the office');

      await note(office, 'Gate is open');
      await addChecklist(office, 'Water');
      await tick(office, 'Moisture readings taken');
      await assign(office, 'Bo Diaz');
      await typeAtTheEnd(office, 'Key is at the neighbor’s');
      await clock.until(() => isUpToDate(office));

      await context.setOffline(false);
      await upToDate(page);
      await clock.until(async () => (await stepsTaken(office, 'On the way', 'Ann Lee').count()) > 0);
      await upToDate(office);
      for (const device of [page, office]) await showsAll(device);
      await desk.close();
    });
  });
}

/** Makes a job without a crew, as another program writes it. */
async function aJob(server: Server): Promise<number> {
  const [customer] = await recordsOn(server, 'customers');
  const { body } = await server.api(ORDERS, {
    method: 'POST',
    body: {
      title: 'Dry the cellar',
      work_order_number: 'WO-TWO-1',
      customer: customer?.id,
      status: 'pending',
      priority: 'urgent',
      notes: 'Call before arriving.',
    },
  });
  return (body as { id: number }).id;
}

async function assign(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign crew' });
  await dialog.getByLabel('Another name').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

async function tick(page: Page, item: string): Promise<void> {
  await page.getByRole('checkbox', { name: item }).click();
  await expect(page.getByRole('checkbox', { name: item })).toBeChecked();
}

async function note(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveCount(0);
}

/** Types below what the form shows of the notes. */
async function typeAtTheEnd(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Work Order' });
  const notes = form.getByRole('textbox', { name: 'Notes' });
  await expect(notes).toHaveValue('Call before arriving.');
  await notes.fill(`Call before arriving.\n${text}`);
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form).toHaveCount(0);
}

async function showsAll(page: Page): Promise<void> {
  const main = page.getByRole('main');
  // Without a feed, the app asks a server every minute.
  await expect(stepsTaken(page, 'On the way', 'Ann Lee')).toHaveCount(1, { timeout: 3 * MINUTE });
  await expect(main).toContainText(/Crew (Bo Diaz, Ann Lee|Ann Lee, Bo Diaz)/);
  await expect(main).toContainText('Key is at the neighbor’s');
  const log = page.getByRole('region', { name: 'Log' });
  await expect(log).toContainText('Gate is open');
  for (const line of ['asbestos suspected', 'stop demo', 'call the office'])
    await expect(log).toContainText(line);
  await expect(page.getByRole('checkbox')).toHaveCount(6);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(syncStatus(page)).toHaveText(/^Up to date/);
}
