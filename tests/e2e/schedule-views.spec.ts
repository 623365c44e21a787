import type { Locator, Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { upToDate } from './support/customers.ts';
import { expect, SERVER_KINDS, test } from './support/fixtures.ts';
import { printedText, sheets } from './support/paper.ts';
import { planted } from './support/planted.ts';
import { runOnce } from './support/run-once.ts';
import {
  card,
  cell,
  DONE,
  held,
  link,
  MONDAY,
  movesSaved,
  NOTES,
  open,
  PATH,
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

function dayOfMonth(page: Page, day: string): Locator {
  return page
    .getByRole('gridcell')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${day},`) }) });
}

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });

    test('on the day, a job is dragged from hour to hour and to any time, and in the month to another day', async ({
      page,
      server,
      signIn,
    }) => {
      const [id] = await plan(server);
      const { scheduled_date: form } = await held(server, id);
      const notes = async () => (await storedOrder(page, TWO))?.['notes'];
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
      await expect.poll(notes).toBe(NOTES.replace('09:00-11:00', '12:00-14:00'));

      // Its end is stretched to half past four.
      await movesSaved(page);
      const moved = await card(hours, TWO).boundingBox();
      if (!moved) throw new Error('not drawn');
      await page.mouse.move(moved.x + moved.width - 2, moved.y + 50);
      await page.mouse.down();
      await page.mouse.move(box.x + (box.width * 10.5) / 14, moved.y + 50, { steps: 4 });
      await page.mouse.up();
      await expect(card(hours, TWO)).toContainText(/4:30/);
      await expect.poll(notes).toBe(NOTES.replace('09:00-11:00', '12:00-16:30'));

      // At any time, it has none.
      await movesSaved(page);
      await card(hours, TWO).dragTo(row.getByRole('gridcell').first());
      const timeless = NOTES.replace('Time: 09:00-11:00\n', '');
      await expect.poll(notes).toBe(timeless);

      // In the month, its day alone.
      await open(page, `/schedule?view=month&day=${MONDAY}`);
      const [monday, thursday] = [dayOfMonth(page, 'Monday, March 3'), dayOfMonth(page, 'Thursday, March 6')];
      await card(monday, TWO).dragTo(thursday);
      await expect(card(thursday, TWO)).toBeVisible();
      await expect(card(monday, TWO)).toHaveCount(0);
      // The card is there before the change is on the disk.
      const onThursday = String(form).replace(MONDAY, THURSDAY);
      await expect.poll(async () => (await storedOrder(page, TWO))?.['scheduled_date']).toBe(onThursday);
      // Otherwise the app waits with the change until it can no longer be undone.
      await page.goto('/sync');
      await upToDate(page);
      const after = await held(server, id);
      expect(after['scheduled_date']).toBe(onThursday);
      expect(after['notes']).toBe(timeless);
    });
  });
}

test('a completed job is not moved by mouse, keys or menu', async ({ page, server, signIn }) => {
  await plan(server);
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
  expect(await planted(page, 'outbox')).toEqual([]);
});

test('the week is printed with a sheet for each person, and nothing else', async ({
  page,
  server,
  signIn,
}) => {
  await plan(server);
  await signIn();
  await upToDate(page);
  await open(page);
  await expect(card(cell(page, 'Bo Diaz', MONDAY), TWO)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('button', { name: 'Print and more' }).click();
  await page.getByRole('menuitem', { name: 'Print the week by person' }).click();
  // The company has no name yet.
  await page.getByRole('dialog', { name: 'Print' }).getByRole('button', { name: 'Print' }).click();
  const sheetsOf = (await printedText(page)).split(/^(?=Week Mar 2)/m);
  expect(sheetsOf).toEqual([
    expect.stringMatching(/Crew\nAnn Lee\nMonday, March 3[^]*9:00 AM[^]*Pump out 12 Elm[^]*Bo Diaz/),
    expect.stringMatching(/Crew\nBo Diaz\nMonday, March 3[^]*Pump out 12 Elm[^]*Ann Lee/),
  ]);
  expect(await sheets(page)).toEqual([2, 2]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('grid')).toBeHidden();
});

const LOOKS = [
  ['in the light', 1440, { colorScheme: 'light' }],
  ['in the dark', 820, { colorScheme: 'dark' }],
  ['in forced colors', 1440, { forcedColors: 'active' }],
] as const;

for (const [look, width, media] of LOOKS) {
  test(`axe finds nothing ${look} at ${width} px, and a place to drop a job is told apart`, async ({
    page,
    server,
    signIn,
  }) => {
    await plan(server);
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height: 1000 });
    await signIn();
    await upToDate(page);
    await open(page, `${PATH}&view=day`);
    expect(await findings(page)).toEqual([]);
    await open(page);
    const first = link(page.getByRole('grid'), TWO).first();
    await first.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    const target = page.getByRole('grid').locator('[data-target]');
    const unmarked = cell(page, 'Bo Diaz', WEDNESDAY);
    await expect(target).toHaveCount(1);
    expect(await looksOf(target)).not.toBe(await looksOf(unmarked));
    await page.keyboard.press('Escape');
    await expect(target).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('m');
    await page
      .getByRole('dialog', { name: `Move ${TWO}` })
      .getByRole('checkbox')
      .first()
      .waitFor();
    expect(await findings(page)).toEqual([]);
    await page.emulateMedia({ ...media, contrast: 'more' });
    expect(await findings(page)).toEqual([]);
  });
}

test('a whole week fits beside the tray on a small desktop', async ({ page, server, signIn }) => {
  await plan(server);
  await signIn();
  await upToDate(page);
  await open(page);
  // The first is 1366 px without a scroll bar.
  for (const width of [1349, 1440, 1920]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(card(tray(page), TRAY)).toBeVisible();
    const grid = await page.getByRole('grid').boundingBox();
    const around = await page.getByRole('grid').locator('..').boundingBox();
    expect(grid?.width, `${width}`).toBeLessThanOrEqual(around?.width ?? 0);
  }
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test('the week scrolls sideways by itself, and the page does not', async ({ page, server, signIn }) => {
    await plan(server);
    await signIn();
    await upToDate(page);
    await open(page);
    const saturday = page.getByRole('columnheader', { name: 'Sat, Mar 8' });
    const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(await widths()).toEqual([820, 820]);
    await saturday.scrollIntoViewIfNeeded();
    await expect(saturday).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('rowheader', { name: 'Ann Lee' })).toBeInViewport({ ratio: 1 });
  });
});

/** Returns what is painted around an element. Browsers paint no shadows in forced colors. */
function looksOf(place: Locator): Promise<string> {
  return place.evaluate((element) => {
    const { outlineStyle, outlineColor, backgroundColor, boxShadow } = getComputedStyle(element);
    return [outlineStyle, outlineColor, backgroundColor, boxShadow].join();
  });
}
