import type { Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { undoIsOver } from './support/clocks.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import {
  CLAIM,
  enterName,
  JOB,
  jobOf,
  jobs,
  NEXT,
  ORDERS,
  PHONE,
  planDay,
  stepsTaken,
} from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { addChecklist } from './support/record.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';
import { signIn as signInOn } from './support/sign-in.ts';

runOnce();

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });
    test('a whole day begins without a connection, and a second device and a plain client read what was done', {
      tag: INSTALLED,
    }, async ({ page, context, browser, server, signIn }) => {
      const [id = 0] = await planDay(server);
      await page.setViewportSize(PHONE);
      await signIn();
      await upToDate(page);
      await enterName(page);
      await offlineReady(page);
      await context.setOffline(true);
      await page.close();

      const day = await context.newPage();
      await day.setViewportSize(PHONE);
      await workThrough(day);
      await expect(syncStatus(day)).toHaveText(/No connection/);
      await context.setOffline(false);
      await undoIsOver(day);
      await upToDate(day);

      await expectTexts(server, id);
      const other = await browser.newContext({ baseURL: server.url });
      await lookAtJob(await other.newPage(), id);
      await other.close();
    });
  });
}

test('the day is the new one when a device that slept over midnight is looked at again', async ({
  page,
  server,
  signIn,
}) => {
  await planDay(server);
  await page.setViewportSize(PHONE);
  await signIn();
  await upToDate(page);
  await enterName(page);
  await page.goto('/today');
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('article')).toHaveCount(2);
  // The clock goes on and no timer runs.
  await page.clock.setSystemTime(Date.now() + 24 * 60 * 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('region', { name: 'Overdue' }).getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Today' })).toHaveCount(0);
});

test('beside a long list, the chosen job stays below the top bar, and its last button can be reached', async ({
  page,
  server,
  signIn,
}) => {
  for (let n = 0; n < 8; n += 1) await planDay(server);
  // A phone on its side.
  await page.setViewportSize({ width: 844, height: 390 });
  await signIn();
  await upToDate(page);
  await page.goto('/today?jobs=all');
  await expect.poll(() => page.locator('[data-job]').count()).toBeGreaterThan(15);
  const side = page.getByRole('complementary', { name: 'Chosen job' });
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 5000);
  const bar = await page.getByRole('banner').boundingBox();
  await expect
    .poll(async () => (await side.boundingBox())?.y)
    .toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  await page.evaluate(() => window.scrollTo(0, 600));
  await side.hover();
  await page.mouse.wheel(0, 2000);
  await expect(side.getByRole('button').last()).toBeInViewport({ ratio: 1 });
});

/** From a cold start on a phone: the job of the day, its claim, and the first step of the next one. */
async function workThrough(page: Page): Promise<void> {
  await page.goto('/');
  await expect(jobs(page)).toHaveCount(2);
  await expect(jobs(page).first()).toContainText(JOB.title);
  await expect(jobOf(page, JOB.title)).toContainText('gas off');
  await page.goto('/today');
  await expect(jobs(page)).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await jobOf(page, JOB.title).getByRole('button', { name: 'On the way' }).click();
  await expect(jobOf(page, JOB.title)).toContainText(/On the way since .+ · Ann Lee/);
  await jobOf(page, JOB.title).getByRole('button', { name: 'Start' }).click();
  await expect(jobOf(page, JOB.title)).toContainText('In Progress');

  await jobOf(page, JOB.title).getByRole('link', { name: JOB.title }).click();
  await typeNote(page, 'Wall open behind the washer.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Ann Lee');
  await addChecklist(page, 'Water');
  await page.getByRole('checkbox', { name: 'Work authorization signed' }).click();
  await expect(page.getByRole('checkbox', { name: 'Work authorization signed' })).toBeChecked();
  expect(await findings(page)).toEqual([]);

  const claim = page.getByRole('region', { name: 'Insurance claim: Burst pipe' });
  await expect(claim).toContainText('Prairie Mutual');
  await expect(claim.getByRole('link', { name: 'Call Kim Ray (adjuster)' })).toHaveAttribute(
    'href',
    'tel:+15552018890',
  );
  await page.getByRole('region', { name: 'People' }).getByRole('link', { name: 'Burst pipe' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Project' });
  await form.getByText('Insurance claim').click();
  await form.getByLabel('Claim number').fill('44-1182');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form).toHaveCount(0);
  await page.goBack();

  await page.getByRole('button', { name: 'Finish' }).click();
  const question = page.getByRole('dialog', { name: 'Finish this job?' });
  await expect(question).toContainText('Certificate of completion signed');
  await question.getByRole('button', { name: 'Finish anyway' }).click();
  await expect(page.getByRole('button', { name: 'Finish' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Wall open behind the washer.');
  await page.goto('/today');
  await jobOf(page, NEXT.title).getByRole('button', { name: 'On the way' }).click();
  await expect(jobOf(page, NEXT.title)).toContainText('On the way since');
}

async function typeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
}

/** What any REST client reads of the day. */
async function expectTexts(server: Server, id: number): Promise<void> {
  const { body } = await server.api(`${ORDERS}${id}/`);
  const { status, notes } = body as { status: string; notes: string };
  expect(status).toBe('completed');
  const STAMP = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4}`;
  const lines = [
    'Call before arriving.',
    '--- Job ---',
    'Crew: Ann Lee',
    'Flags: gas off, dog',
    'Project: Burst pipe',
    `On the way: ${STAMP} Ann Lee`,
    `Started: ${STAMP} Ann Lee`,
    `Finished: ${STAMP} Ann Lee`,
    '--- Log ---',
    `${STAMP} Ann Lee: Wall open behind the washer.`,
    '--- Checklist ---',
    String.raw`\[x\] Work authorization signed \(${STAMP} Ann Lee\)`,
    String.raw`\[ \] Source of the water stopped`,
    String.raw`\[ \] Photos before work`,
    String.raw`\[ \] Moisture readings taken`,
    String.raw`\[ \] Equipment placed`,
    String.raw`\[ \] Certificate of completion signed`,
  ];
  expect(notes).toMatch(new RegExp(`^${lines.join('\n')}$`));
  const project = (await recordsOn(server, 'projects')).find(({ title }) => title === 'Burst pipe');
  expect(project?.['description']).toBe(`${CLAIM}\nClaim number: 44-1182`);
}

/** The job as a colleague's device shows it, which has never seen it before. */
async function lookAtJob(page: Page, id: number): Promise<void> {
  await signInOn(page);
  await upToDate(page);
  await page.goto(`/work-orders/${id}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Completed');
  for (const step of ['On the way', 'Started', 'Finished'])
    await expect(stepsTaken(page, step, 'Ann Lee')).toHaveCount(1);
  await expect(main).toContainText('gas off');
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Wall open behind the washer.');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Insurance claim: Burst pipe' })).toContainText('44-1182');
}

test('a note that was not saved is offered after the page has gone, and is in the log then', async ({
  page,
  server,
  signIn,
}) => {
  const [id] = await planDay(server);
  await signIn();
  await upToDate(page);
  await page.goto(`/work-orders/${id}`);
  await typeNote(page, 'Wall open behind the washer.');
  await page.getByRole('link', { name: 'Work Orders' }).first().click();
  const offer = page.getByRole('region', { name: 'Not saved yet' });
  await expect(offer).toContainText(JOB.title);
  await offer.getByRole('button', { name: 'Continue' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Work Order' });
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(form).toHaveCount(0);
  await page.goto(`/work-orders/${id}`);
  await expect(page.getByRole('region', { name: 'Log' })).toContainText('Wall open behind the washer.');
  await expect(offer).toHaveCount(0);
});

test('a crew is assigned from names that the records hold, and the status that follows is said before', async ({
  page,
  server,
  signIn,
}) => {
  await planDay(server);
  const [customer] = await recordsOn(server, 'customers');
  const { body } = await server.api(ORDERS, {
    method: 'POST',
    body: {
      title: 'Look at the roof',
      work_order_number: 'WO-DAY-3',
      customer: customer?.id,
      status: 'pending',
    },
  });
  const { id } = body as { id: number };
  await signIn();
  await upToDate(page);
  await page.goto(`/work-orders/${id}`);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign crew' });
  await dialog.getByRole('checkbox', { name: 'Ann Lee' }).click();
  await expect(dialog).toContainText('The status changes from Pending to Assigned.');
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await undoIsOver(page);
  const saved = async () => (await server.api(`${ORDERS}${id}/`)).body;
  await expect.poll(saved).toMatchObject({ status: 'assigned', notes: '--- Job ---\nCrew: Ann Lee' });
});

test('two devices note something about one job without a connection, and both stand in the log', async ({
  page,
  context,
  browser,
  baseURL,
  server,
  signIn,
}) => {
  const [id] = await planDay(server);
  await signIn();
  await upToDate(page);
  const storageState = await context.storageState({ indexedDB: true });
  const other = await browser.newContext({ storageState, baseURL: baseURL ?? server.url });
  const second = await other.newPage();
  await second.goto(`/work-orders/${id}`);
  await page.goto(`/work-orders/${id}`);
  await upToDate(second);
  // Whatever the job's page needs is loaded.
  for (const one of [page, second]) await one.getByRole('button', { name: 'Add note' }).waitFor();
  for (const [one, text] of [
    [page, 'Wall open behind the washer.'],
    [second, 'Adjuster comes at 3.'],
  ] as const) {
    await one.context().setOffline(true);
    await typeNote(one, text);
    await one.getByRole('button', { name: 'Save note' }).click();
    await expect(one.getByRole('region', { name: 'Log' })).toContainText(text);
  }
  await context.setOffline(false);
  await upToDate(page);
  await other.setOffline(false);
  await upToDate(second);
  const { body } = await server.api(`${ORDERS}${id}/`);
  expect((body as { notes: string }).notes).toMatch(
    /Wall open[^]*Adjuster comes|Adjuster comes[^]*Wall open/,
  );
  await expect(second.getByRole('region', { name: 'Log' })).toContainText('Wall open behind the washer.');
  await other.close();
});
