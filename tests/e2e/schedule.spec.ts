import type { Locator, Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { ORDERS } from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';

runOnce();

test.use({ viewport: { width: 1440, height: 900 } });

/** A week that no demo record is in. */
const WEEK = [
  '2031-03-02',
  '2031-03-03',
  '2031-03-04',
  '2031-03-05',
  '2031-03-06',
  '2031-03-07',
  '2031-03-08',
];
const [, MONDAY = '', , WEDNESDAY = ''] = WEEK;
const PATH = `/schedule?day=${MONDAY}`;
const NOTES = 'Call before arriving.\n--- Job ---\nCrew: Ann Lee, Bo Diaz\nTime: 09:00-11:00\nFlags: dog';

const TWO = 'Pump out 12 Elm';
const DONE = 'Haul away 3 Oak';
const TRAY = 'Roof tarp 9 Pine';

/** One job of two people, a completed one, and one without a day. Returns their ids. */
async function plan(server: Server, date = MONDAY): Promise<readonly number[]> {
  const [customer] = await recordsOn(server, 'customers');
  const ids: number[] = [];
  for (const [n, fields] of [
    { title: TWO, scheduled_date: date, notes: NOTES },
    { title: DONE, scheduled_date: MONDAY, status: 'completed', notes: '--- Job ---\nCrew: Ann Lee' },
    { title: TRAY, priority: 'urgent', notes: 'Ladder.\n--- Job ---\nCrew: Cy Fox' },
  ].entries()) {
    const body = { customer: customer?.id, status: 'assigned', work_order_number: `WO-S-${n}`, ...fields };
    const { body: made } = await server.api(ORDERS, { method: 'POST', body });
    ids.push((made as { id: number }).id);
  }
  return ids;
}

async function held(server: Server, id: number | undefined): Promise<Record<string, unknown>> {
  return (await server.api(`${ORDERS}${id}/`)).body as Record<string, unknown>;
}

async function open(page: Page, path = PATH): Promise<void> {
  await page.goto(path);
  await page.getByRole('grid').waitFor();
}

function cell(page: Page, person: string, day: string): Locator {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: person }) });
  return row.getByRole('gridcell').nth(WEEK.indexOf(day));
}

const card = (place: Locator, title: string): Locator =>
  place.getByRole('article').filter({ hasText: title });
const link = (place: Locator, title: string): Locator => place.getByRole('link', { name: title });
const tray = (page: Page): Locator => page.getByRole('region', { name: 'Not scheduled' });

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });

    test('offline and with keys alone, a job goes from the tray to Wednesday 1 PM, and Undo brings the old text back', {
      tag: INSTALLED,
    }, async ({ page, context, server, signIn }) => {
      const [, , id] = await plan(server);
      const before = await held(server, id);
      await signIn();
      await upToDate(page);
      await offlineReady(page);
      await open(page);
      // The device has read what the server got last.
      await expect(card(cell(page, 'Ann Lee', MONDAY), TWO)).toBeVisible();
      await context.setOffline(true);
      await open(page);
      await tray(page).getByRole('searchbox').fill('tarp 9 pine');
      await expect(tray(page).getByRole('article')).toHaveCount(1);
      await link(tray(page), TRAY).focus();
      await page.keyboard.press('Space');
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
        await page.keyboard.press(key);
      await expect(page.getByText('Wednesday, March 5, Cy Fox, no jobs')).toBeAttached();
      await page.keyboard.press('Enter');
      await expect(card(cell(page, 'Cy Fox', WEDNESDAY), TRAY)).toBeVisible();
      await expect(link(cell(page, 'Cy Fox', WEDNESDAY), TRAY)).toBeFocused();

      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(card(tray(page), TRAY)).toBeVisible();
      await link(tray(page), TRAY).focus();
      await page.keyboard.press('m');
      const dialog = page.getByRole('dialog', { name: `Move ${TRAY}` });
      await dialog.getByLabel('Another day').fill('Mar 5, 2031');
      await dialog.getByLabel('Time').fill('1 PM');
      await dialog.getByRole('checkbox', { name: 'Ann Lee' }).check();
      await dialog.getByRole('button', { name: 'Move', exact: true }).click();
      await expect(card(cell(page, 'Ann Lee', WEDNESDAY), TRAY)).toContainText(/1\sPM/);
      await expect(syncStatus(page)).toHaveText(/No connection/);

      await context.setOffline(false);
      await upToDate(page);
      const after = await held(server, id);
      expect(String(after['scheduled_date'])).toContain(WEDNESDAY);
      expect(after['notes']).toBe('Ladder.\n--- Job ---\nCrew: Cy Fox, Ann Lee\nTime: 13:00');
      expect(after['title']).toBe(before['title']);
    });

    test('a mouse drags a job of two people to another day and another person, as keys do', async ({
      page,
      server,
      signIn,
    }) => {
      const [id] = await plan(server);
      const { scheduled_date: form } = await held(server, id);
      await signIn();
      await upToDate(page);
      await open(page);
      await card(cell(page, 'Ann Lee', MONDAY), TWO).dragTo(cell(page, 'Nobody yet', WEDNESDAY));
      await expect(card(cell(page, 'Bo Diaz', WEDNESDAY), TWO)).toBeVisible();
      await expect(card(cell(page, 'Ann Lee', WEDNESDAY), TWO)).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(card(cell(page, 'Ann Lee', MONDAY), TWO)).toBeVisible();
      expect((await held(server, id))['notes']).toBe(NOTES);

      await link(cell(page, 'Ann Lee', MONDAY), TWO).focus();
      await page.keyboard.press('Space');
      for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
      await expect(card(cell(page, 'Bo Diaz', WEDNESDAY), TWO)).toBeVisible();
      await expect.poll(async () => (await held(server, id))['notes']).toBe(NOTES.replace('Ann Lee, ', ''));
      expect((await held(server, id))['scheduled_date']).toBe(String(form).replace(MONDAY, WEDNESDAY));
    });

    test('what is dragged into the tray loses its day and time and keeps its crew', async ({
      page,
      server,
      signIn,
    }) => {
      const [id] = await plan(server);
      await signIn();
      await upToDate(page);
      await open(page);
      await card(cell(page, 'Ann Lee', MONDAY), TWO).dragTo(tray(page).getByRole('heading', { level: 2 }));
      await expect(card(tray(page), TWO)).toBeVisible();
      await expect.poll(async () => (await held(server, id))['scheduled_date']).toBe(null);
      expect((await held(server, id))['notes']).toBe(NOTES.replace('Time: 09:00-11:00\n', ''));
    });
  });
}

test('a completed job is not moved by mouse, keys or menu', async ({ page, server, signIn }) => {
  const [, id] = await plan(server);
  await signIn();
  await upToDate(page);
  await open(page);
  const place = cell(page, 'Ann Lee', MONDAY);
  await card(place, DONE).dragTo(cell(page, 'Ann Lee', WEDNESDAY));
  await expect(card(place, DONE)).toBeVisible();
  await link(place, DONE).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert').filter({ hasText: 'is not moved' })).toBeVisible();
  await card(place, DONE)
    .getByRole('button', { name: `More for ${DONE}` })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText(['Repeat on the next days…', 'Open']);
  expect(String((await held(server, id))['scheduled_date'])).toContain(MONDAY);
});

test('a date keeps its form: a moment with an offset is moved by the device’s clock', async ({
  page,
  server,
  signIn,
}) => {
  const [id] = await plan(server, `${MONDAY}T15:30:00-05:00`);
  const { scheduled_date: before } = await held(server, id);
  await signIn();
  await upToDate(page);
  await open(page);
  const place = cell(page, 'Ann Lee', MONDAY);
  await card(place, TWO).dragTo(cell(page, 'Ann Lee', WEDNESDAY));
  await expect(card(cell(page, 'Ann Lee', WEDNESDAY), TWO)).toBeVisible();
  await expect
    .poll(async () => (await held(server, id))['scheduled_date'])
    .toBe(String(before).replace(MONDAY, WEDNESDAY));
});

test('a job that two devices moved carries a question, which its card opens', { tag: INSTALLED }, async ({
  page,
  context,
  server,
  signIn,
}) => {
  const [id] = await plan(server);
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await open(page);
  await expect(card(cell(page, 'Ann Lee', MONDAY), TWO)).toBeVisible();
  await context.setOffline(true);
  await link(cell(page, 'Ann Lee', MONDAY), TWO).focus();
  await page.keyboard.press('Space');
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(card(cell(page, 'Ann Lee', WEDNESDAY), TWO)).toContainText('Waiting');
  await server.api(`${ORDERS}${id}/`, { method: 'PATCH', body: { scheduled_date: WEEK[4] } });
  await context.setOffline(false);
  const asking = page.getByRole('article').filter({ hasText: TWO }).filter({ hasText: 'Needs attention' });
  await asking.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/sync/);
  await expect(page.getByText('Mar 5, 2031').first()).toBeVisible();
  await expect(page.getByText('Mar 6, 2031').first()).toBeVisible();
});

test('on the day, a job is dragged from hour to hour', async ({ page, server, signIn }) => {
  const [id] = await plan(server);
  await signIn();
  await upToDate(page);
  await open(page, `/schedule?view=day&day=${MONDAY}`);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Ann Lee' }) });
  const hours = row.getByRole('gridcell').last();
  await expect(card(hours, TWO)).toContainText(/9\s–\s11\sAM/);
  const box = await hours.boundingBox();
  const from = await card(hours, TWO).boundingBox();
  if (!box || !from) throw new Error('not drawn');
  // Grabbed 10 px from its start, and dropped at noon: six of fourteen hours.
  const noon = (box.width * 6) / 14;
  await card(hours, TWO).dragTo(hours, {
    sourcePosition: { x: 10, y: 30 },
    targetPosition: { x: noon + 10, y: 30 },
  });
  await expect(card(hours, TWO)).toContainText(/12\s–\s2\sPM/);
  await expect
    .poll(async () => (await held(server, id))['notes'])
    .toBe(NOTES.replace('09:00-11:00', '12:00-14:00'));

  // Its end is stretched to half past four.
  const moved = await card(hours, TWO).boundingBox();
  if (!moved) throw new Error('not drawn');
  await page.mouse.move(moved.x + moved.width - 2, moved.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + (box.width * 10.5) / 14, moved.y + 50, { steps: 4 });
  await page.mouse.up();
  await expect(card(hours, TWO)).toContainText(/4:30/);
  await expect
    .poll(async () => (await held(server, id))['notes'])
    .toBe(NOTES.replace('09:00-11:00', '12:00-16:30'));
});

for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 820],
] as const) {
  test(`axe finds nothing in the ${scheme} at ${width} px`, async ({ page, server, signIn }) => {
    await plan(server);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 1000 });
    await signIn();
    await upToDate(page);
    for (const view of ['week', 'day']) {
      await open(page, `${PATH}&view=${view}`);
      expect(await findings(page)).toEqual([]);
    }
    await page.keyboard.press('Tab');
    await link(page.getByRole('grid'), TWO).first().focus();
    await page.keyboard.press('m');
    await page
      .getByRole('dialog', { name: `Move ${TWO}` })
      .getByRole('checkbox')
      .first()
      .waitFor();
    expect(await findings(page)).toEqual([]);
  });
}
