import type { Locator, Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { ORDERS } from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { enterOn, tabTo } from './support/keyboard.ts';
import { planted } from './support/planted.ts';
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
const [, MONDAY = '', , WEDNESDAY = '', THURSDAY = ''] = WEEK;
const PATH = `/schedule?day=${MONDAY}`;
const NOTES = 'Call before arriving.\n--- Job ---\nCrew: Ann Lee, Bo Diaz\nTime: 09:00-11:00\nFlags: dog';

const TWO = 'Pump out 12 Elm';
const DONE = 'Haul away 3 Oak';
const TRAY = 'Roof tarp 9 Pine';

/** Creates work orders on the server. Returns their ids. */
async function create(server: Server, orders: readonly object[]): Promise<readonly number[]> {
  const [customer] = await recordsOn(server, 'customers');
  const ids: number[] = [];
  for (const [n, fields] of orders.entries()) {
    const body = { customer: customer?.id, status: 'assigned', work_order_number: `WO-S-${n}`, ...fields };
    const { body: made } = await server.api(ORDERS, { method: 'POST', body });
    ids.push((made as { id: number }).id);
  }
  return ids;
}

/** Creates a job of two people, a completed one, and one without a day. Returns their ids. */
function plan(server: Server): Promise<readonly number[]> {
  return create(server, [
    { title: TWO, scheduled_date: MONDAY, notes: NOTES },
    { title: DONE, scheduled_date: MONDAY, status: 'completed', notes: '--- Job ---\nCrew: Ann Lee' },
    { title: TRAY, priority: 'urgent', notes: 'Ladder.\n--- Job ---\nCrew: Cy Fox' },
  ]);
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
const tray = (page: Page): Locator => page.getByRole('region', { name: 'To schedule' });

/** Sends the events that a tablet's browser sends for a card held by a finger: drag events, but no mouse events. */
async function dragByFinger(from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  await from.evaluate(
    async (card, place) => {
      const dataTransfer = new DataTransfer();
      for (const [element, type] of [
        [card, 'dragstart'],
        [place, 'dragenter'],
        [place, 'dragover'],
        [place, 'drop'],
        [card, 'dragend'],
      ] as const) {
        const { x: clientX, y: clientY } = element.getBoundingClientRect();
        const about = { bubbles: true, cancelable: true, dataTransfer, clientX, clientY };
        element.dispatchEvent(new DragEvent(type, about));
        await new Promise(requestAnimationFrame);
      }
    },
    await to.evaluateHandle((place) => place),
  );
}

/** Returns this device's copy of a work order. */
async function storedOrder(page: Page, title: string): Promise<unknown> {
  const orders = await planted(page, 'workOrders');
  return orders.map(({ view }) => view as Record<string, unknown>).find((view) => view['title'] === title);
}

/** Searches the tray, and moves the focus to the card that is found. */
async function goToCard(page: Page, search: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(search);
  await expect(tray(page).getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(link(tray(page), TRAY)).toBeFocused();
}

/** Presses an arrow key until a screen reader is told this place. */
async function carry(page: Page, key: string, place: string): Promise<void> {
  const said = page.getByRole('status').filter({ hasText: place });
  for (let presses = 0; presses < 20 && (await said.count()) === 0; presses += 1)
    await page.keyboard.press(key);
  await expect(said).toBeAttached();
}

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
      // People are read from the notes of all jobs, after the first paint.
      await expect(page.getByRole('rowheader', { name: 'Cy Fox' })).toBeVisible();
      const stored = await storedOrder(page, TRAY);
      await goToCard(page, 'tarp 9 pine');
      await page.keyboard.press('Space');
      await carry(page, 'ArrowRight', 'Wednesday, March 5, Cy Fox, no jobs');
      await carry(page, 'ArrowUp', 'Wednesday, March 5, Bo Diaz, no jobs');
      await page.keyboard.press('Enter');
      await expect(card(cell(page, 'Cy Fox', WEDNESDAY), TRAY)).toBeVisible();
      await expect(link(cell(page, 'Bo Diaz', WEDNESDAY), TRAY)).toBeFocused();
      await enterOn(page, 'button', 'Undo');
      await expect(card(tray(page), TRAY)).toBeVisible();
      expect(await storedOrder(page, TRAY)).toEqual(stored);
      expect(await planted(page, 'outbox')).toEqual([]);

      await goToCard(page, 'tarp 9 pine');
      await page.keyboard.press('m');
      await tabTo(page, 'textbox', 'Another day');
      await page.keyboard.type('Mar 5, 2031');
      await tabTo(page, 'textbox', 'Time');
      await page.keyboard.type('1 PM');
      await tabTo(page, 'checkbox', 'Ann Lee');
      await page.keyboard.press('Space');
      await enterOn(page, 'button', 'Move');
      await expect(card(cell(page, 'Ann Lee', WEDNESDAY), TRAY)).toContainText(/1\sPM/);
      await expect(syncStatus(page)).toHaveText(/No connection/);

      await context.setOffline(false);
      await upToDate(page);
      const after = await held(server, id);
      expect(String(after['scheduled_date'])).toContain(WEDNESDAY);
      expect(after['notes']).toBe('Ladder.\n--- Job ---\nCrew: Cy Fox, Ann Lee\nTime: 13:00');
      expect(after['title']).toBe(before['title']);
    });

    test('a mouse, a finger and keys write the same change, and midnight stays midnight', async ({
      page,
      context,
      server,
      signIn,
    }) => {
      const titles = ['Mouse job', 'Finger job', 'Keys job'];
      const ids = await create(
        server,
        titles.map((title) => ({ title, scheduled_date: `${MONDAY}T00:00:00Z`, notes: NOTES })),
      );
      const { scheduled_date: form } = await held(server, ids[0]);
      await signIn();
      await upToDate(page);
      await open(page);
      const from = cell(page, 'Ann Lee', MONDAY);
      const to = cell(page, 'Nobody yet', WEDNESDAY);
      await expect(card(from, 'Keys job')).toBeVisible();
      await context.setOffline(true);
      await card(from, 'Mouse job').dragTo(to);
      await expect(card(from, 'Mouse job')).toHaveCount(0);
      await dragByFinger(card(from, 'Finger job'), to);
      await expect(card(from, 'Finger job')).toHaveCount(0);
      await link(from, 'Keys job').focus();
      await page.keyboard.press('Space');
      for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
      for (const title of titles) await expect(card(cell(page, 'Bo Diaz', WEDNESDAY), title)).toBeVisible();
      const changes = (await planted(page, 'outbox')).map(({ kind, fields }) => ({ kind, fields }));
      expect(changes).toEqual(Array.from(titles, () => changes[0]));
      expect(Object.keys(changes[0]?.fields ?? {}).sort()).toEqual(['notes', 'scheduled_date']);
      await context.setOffline(false);
      await upToDate(page);
      for (const id of ids) {
        const { scheduled_date, notes } = await held(server, id);
        expect(scheduled_date).toBe(String(form).replace(MONDAY, WEDNESDAY));
        expect(notes).toBe(NOTES.replace('Ann Lee, ', ''));
      }
    });

    test('a job that two devices moved asks one question, which its card opens, and loses nothing', {
      tag: INSTALLED,
    }, async ({ page, context, server, signIn }) => {
      const [id] = await plan(server);
      const { scheduled_date: form } = await held(server, id);
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
      const office = { scheduled_date: String(form).replace(MONDAY, THURSDAY), notes: `Gate 12.\n${NOTES}` };
      await server.api(`${ORDERS}${id}/`, { method: 'PATCH', body: office });
      await context.setOffline(false);
      const asking = page
        .getByRole('article')
        .filter({ hasText: TWO })
        .filter({ hasText: 'Needs attention' });
      await asking.first().getByRole('link').click();
      await expect(page).toHaveURL(/\/sync/);
      await expect(page.getByText('Mar 5, 2031').first()).toBeVisible();
      await expect(page.getByText('Mar 6, 2031').first()).toBeVisible();
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await upToDate(page);
      const after = await held(server, id);
      expect(after['scheduled_date']).toBe(String(form).replace(MONDAY, WEDNESDAY));
      expect(after['notes']).toBe(office.notes);
      await open(page);
      await expect(card(cell(page, 'Bo Diaz', WEDNESDAY), TWO)).toBeVisible();
      await expect(page.getByText('Needs attention')).toHaveCount(0);
    });

    test.describe('in the week in which the clocks change', () => {
      test.use({ timezoneId: 'America/New_York' });

      test('a moment keeps its hour and its format, and a job in the tray keeps only its crew', async ({
        page,
        server,
        signIn,
      }) => {
        const notes = NOTES.replace('09:00-11:00', '01:30-03:30');
        const fields = { title: TWO, scheduled_date: '2031-03-09T01:30:00-05:00', notes };
        const [id] = await create(server, [fields]);
        const { scheduled_date: form } = await held(server, id);
        await signIn();
        await upToDate(page);
        await open(page, '/schedule?day=2031-03-10');
        const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Ann Lee' }) });
        const [sunday, monday] = [row.getByRole('gridcell').nth(0), row.getByRole('gridcell').nth(1)];
        await card(sunday, TWO).dragTo(monday);
        await expect(card(monday, TWO)).toContainText(/1:30\s–\s3:30\sAM/);
        const date = async () => (await held(server, id))['scheduled_date'];
        await expect.poll(async () => Date.parse(String(await date()))).toBe(Date.UTC(2031, 2, 10, 5, 30));
        expect(String(await date()).slice(19)).toBe(String(form).slice(19));
        expect((await held(server, id))['notes']).toBe(notes);

        await card(monday, TWO).dragTo(tray(page).getByRole('heading', { level: 2 }));
        await expect(card(tray(page), TWO)).toBeVisible();
        await expect.poll(date).toBe(null);
        expect((await held(server, id))['notes']).toBe(notes.replace('Time: 01:30-03:30\n', ''));
      });
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
