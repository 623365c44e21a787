import type { Locator, Page } from '@playwright/test';
import { undoIsOver } from './support/clocks.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { ORDERS } from './support/day.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { enterOn, tabTo } from './support/keyboard.ts';
import { planted } from './support/planted.ts';
import { runOnce } from './support/run-once.ts';
import {
  card,
  cell,
  create,
  held,
  link,
  MONDAY,
  movesSaved,
  NOTES,
  open,
  plan,
  storedOrder,
  THURSDAY,
  TRAY,
  TWO,
  tray,
  WEDNESDAY,
} from './support/schedule.ts';

runOnce();

test.use({ viewport: { width: 1440, height: 900 } });

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
      const [dated, , id] = await plan(server);
      const before = await held(server, id);
      const { scheduled_date: form } = await held(server, dated);
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
      await movesSaved(page);
      await expect(syncStatus(page)).toHaveText(/No connection/);

      await context.setOffline(false);
      await undoIsOver(page);
      await upToDate(page);
      const after = await held(server, id);
      expect(after['scheduled_date']).toBe(String(form).replace(MONDAY, WEDNESDAY));
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
      await movesSaved(page);
      const changes = (await planted(page, 'outbox')).map(({ kind, fields }) => ({ kind, fields }));
      expect(changes).toEqual(Array.from(titles, () => changes[0]));
      expect(Object.keys(changes[0]?.fields ?? {}).sort()).toEqual(['notes', 'scheduled_date']);
      await context.setOffline(false);
      await undoIsOver(page);
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
        await movesSaved(page);
        await undoIsOver(page);
        await expect.poll(date).not.toBe(form);
        expect(Date.parse(String(await date()))).toBe(Date.UTC(2031, 2, 10, 5, 30));
        expect(String(await date()).slice(19)).toBe(String(form).slice(19));
        expect((await held(server, id))['notes']).toBe(notes);

        await card(monday, TWO).dragTo(tray(page).getByRole('heading', { level: 2 }));
        await expect(card(tray(page), TWO)).toBeVisible();
        await movesSaved(page);
        await undoIsOver(page);
        await expect.poll(date).toBeNull();
        expect((await held(server, id))['notes']).toBe(notes.replace('Time: 01:30-03:30\n', ''));
      });
    });
  });
}
