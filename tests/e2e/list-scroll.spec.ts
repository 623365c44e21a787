import type { Page } from '@playwright/test';
import { pressBack } from './support/back.ts';
import { openCustomers, upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';

// A window in which a small part of the list has room.
test.use({ viewport: { width: 1280, height: 420 } });

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await openCustomers(page);
  await upToDate(page);
});

const offset = (page: Page): Promise<number> => page.evaluate(() => scrollY);

/** What a person sees of the list: the names in the window, in order. */
function inSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const above = [...document.querySelectorAll('header, thead')];
    const top = Math.max(...above.map((one) => one.getBoundingClientRect().bottom));
    return [...document.querySelectorAll('tbody a[href^="/customers/"]')]
      .filter((link) => {
        const box = link.getBoundingClientRect();
        return box.top > top && box.bottom < innerHeight;
      })
      .map((link) => link.textContent ?? '');
  });
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Turns the wheel, and waits for the rows. */
async function scrollDown(page: Page, px: number): Promise<void> {
  await page.mouse.move(640, 300);
  const before = await offset(page);
  await page.mouse.wheel(0, px);
  await expect.poll(() => offset(page)).toBeGreaterThan(before + px / 2);
}

test('the list is found where it was left: after a look at a record, after a form that Back or Escape closed, and after an edit', async ({
  page,
}) => {
  await scrollDown(page, 600);
  await scrollDown(page, 200);
  const names = await inSight(page);
  const [, name = ''] = names;
  expect(names.length).toBeGreaterThan(2);

  // At once: nothing waits until the wheel has come to rest.
  const left = await offset(page);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => offset(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => offset(page)).toBe(left);
  expect(await inSight(page)).toEqual(names);

  const edit = page.getByRole('button', { name: `Edit ${name}`, exact: true });
  const dialog = page.getByRole('dialog');
  for (const leave of [pressBack, () => page.keyboard.press('Escape')]) {
    await edit.click();
    await dialog.waitFor();
    await leave(page);
    await expect(dialog).toHaveCount(0);
    expect(await offset(page)).toBe(left);
  }
  await edit.click();
  await dialog.getByLabel('Company Name').fill('Lakeview');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText('Lakeview');
  expect(await offset(page)).toBe(left);
});

test('a screen reader is told of every row which it is, however far one scrolls', async ({ page }) => {
  const table = page.getByRole('table');
  await expect(table).not.toHaveAttribute('aria-rowcount', '-1');
  const count = Number(await table.getAttribute('aria-rowcount'));
  const whole = new Map<number, string>();
  for (let turn = 0; turn < 34; turn += 1) {
    const drawn = await table
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.map((row) => [Number(row.getAttribute('aria-rowindex')), row.textContent ?? ''] as const),
      );
    for (const [index, text] of drawn) {
      expect(whole.get(index) ?? text).toBe(text);
      whole.set(index, text);
    }
    // Without gaps, below the row of headers.
    expect(drawn.slice(1).map(([index]) => index - (drawn[1]?.[0] ?? 0))).toEqual(
      drawn.slice(1).map((_, n) => n),
    );
    await page.mouse.move(640, 300);
    await page.mouse.wheel(0, 500);
    await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))));
  }
  expect([...whole.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  await expect(table.getByRole('columnheader')).toHaveCount(7);
  await expect(table.getByRole('row').last().getByRole('cell')).toHaveCount(7);
});

test('on a phone, going back draws the cards that were in sight, at once and where they were', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.locator('li[aria-posinset]');
  await cards.first().waitFor();
  for (let turn = 0; turn < 3; turn += 1) {
    await page.evaluate(() => scrollBy(0, innerHeight));
    await twoFrames(page);
  }
  const placed = (): Promise<readonly (readonly [string | null, number])[]> =>
    cards.evaluateAll((all) =>
      all
        .map((card) => [card.getAttribute('aria-posinset'), card.getBoundingClientRect().top] as const)
        .filter(([, top]) => top >= 0 && top < innerHeight),
    );
  const seen = await placed();
  const left = await offset(page);
  expect(seen.length).toBeGreaterThan(2);

  // The first one may be below the bar.
  const [, [second] = ['']] = seen;
  await page.locator(`li[aria-posinset="${second}"]`).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.evaluate(() => {
    const drawn: number[] = [];
    Object.assign(globalThis, { drawn });
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('li[aria-posinset]'))
        drawn.push(Number(card.getAttribute('aria-posinset')));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.goBack();
  await expect.poll(placed).toEqual(seen);
  expect(await offset(page)).toBe(left);
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: number[] }).drawn);
  // No card far above was drawn first, only to be thrown away.
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(Number(seen[0]?.[0]) - 9);
});

test('on a phone, going back shows the jobs of the day where they were, though they are drawn one after the other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/today');
  const job = page.getByRole('main').getByRole('article').nth(3).getByRole('link').first();
  await job.waitFor();
  await twoFrames(page);
  // The last parts above the jobs. They would push them down.
  await page.getByRole('group', { name: /^Jobs are matched by name/ }).waitFor();
  await page.getByText(/^\d+ jobs \+/).waitFor();
  await page.evaluate(() => scrollTo(0, 900));
  await twoFrames(page);
  const href = await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLElement>('main article h3 a')];
    return links.find((link) => link.getBoundingClientRect().top > 100)?.getAttribute('href');
  });
  const link = page.locator(`main article h3 a[href="${href}"]`);
  const place = (): Promise<number> => link.evaluate((one) => one.getBoundingClientRect().top);
  const seen = await place();
  await link.evaluate((one: HTMLElement) => one.click());
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.goBack();
  await expect.poll(place).toBe(seen);
});

test('on a desk, going back once more, to another part of a record, leaves its offset to the browser', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/customers/2');
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Overview').waitFor();
  await twoFrames(page);
  await tab('Work').click();
  await page.getByRole('main').getByRole('listitem').getByRole('link').nth(6).waitFor();
  await page.evaluate(() => scrollTo(0, 250));
  await twoFrames(page);
  const left = await offset(page);
  expect(left).toBeGreaterThan(200);
  await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLElement>('main li a')];
    links.find((link) => link.getBoundingClientRect().top > 100)?.click();
  });
  await expect(page).toHaveURL(/projects|estimates|work-orders/);
  await page.goBack();
  await expect.poll(() => offset(page)).toBe(left);
  await page.goBack();
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await twoFrames(page);
  await page
    .getByRole('main')
    .getByRole('article')
    .first()
    .evaluate((part) => {
      part.style.paddingBottom = '2000px';
    });
  await twoFrames(page);
  expect(await offset(page)).toBe(0);
});
