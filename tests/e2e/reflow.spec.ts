import type { Page } from '@playwright/test';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import { brokenWords, lost } from './support/measured.ts';
import { LISTS } from './support/records.ts';
import { tour, whereFound } from './support/tour.ts';

/**
 * What WCAG 1.4.10 asks of a window 320 px wide, what a window of 1280 × 800 is at 200 % zoom, and what 1.4.4 asks of text
 * that alone is twice as large.
 */
const WINDOWS = [
  ['320 px wide', { width: 320, height: 640 }, 1],
  ['at 200 % zoom', { width: 640, height: 400 }, 1],
  ['with text of 200 % on a phone', { width: 390, height: 844 }, 2],
  ['with text of 200 % on a tablet', { width: 820, height: 1180 }, 2],
] as const;

/** Makes all text of the page that many times as large, as it would be had the page come so. */
async function enlarge(page: Page, times: number): Promise<void> {
  if (times === 1) return;
  await page.addStyleTag({ content: `html { font-size: ${100 * times}% }` });
  await page.evaluate(() => window.dispatchEvent(new Event('resize')));
  await page.waitForTimeout(200);
}

for (const [name, viewport, times] of WINDOWS) {
  test(`nothing is lost ${name}`, {
    tag: viewport.width < 400 ? INSTALLED : [INSTALLED, VARIANT],
  }, async ({ page, server, signIn }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(viewport);
    // It can find something.
    await page.setContent(
      '<button style="width: 1800px">Too wide</button><h1 style="width: 4em; overflow: hidden">Unbreakable</h1>',
    );
    expect(await lost(page)).toEqual([
      'the page scrolls sideways',
      'outside: BUTTON Too wide',
      'cut: H1 Unbreakable',
    ]);
    const found: Record<string, string[]> = {};
    const look = async (where: string): Promise<void> => {
      await enlarge(page, times);
      found[where] = await lost(page);
    };
    await tour({ page, server, signIn, look });
    expect(whereFound(found)).toEqual({});
  });
}

/** Tablets upright and lying, a phone on its side, small windows of a computer beside the navigation. */
const BETWEEN = [
  { width: 768, height: 1024 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  { width: 1100, height: 800 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
] as const;

test('no list breaks a word or cuts a fact where a table is narrow', async ({ page, signIn }) => {
  test.setTimeout(120_000);
  // It can find something.
  await page.setContent('<p style="width: 3em; overflow-wrap: anywhere">Underwriters</p>');
  expect(await brokenWords(page)).toEqual(['Underwriters']);
  await signIn();
  const found: Record<string, readonly string[]> = {};
  for (const viewport of BETWEEN) {
    await page.setViewportSize(viewport);
    for (const path of Object.values(LISTS)) {
      await page.goto(path);
      await page.getByRole('row').nth(5).waitFor();
      found[`${path} ${viewport.width}`] = [...(await brokenWords(page)), ...(await cutCells(page))];
    }
  }
  expect(whereFound(found)).toEqual({});
});

/** Cells that are larger than the room they have: their words are cut, or paint over the next row. */
async function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const row of document.querySelectorAll('tbody tr')) {
      const { top, bottom } = row.getBoundingClientRect();
      for (const part of row.querySelectorAll('td, td *')) {
        // An address of mail is told whole in its record, and where the pointer rests.
        if (!part.checkVisibility() || part.closest('td')?.textContent?.includes('@')) continue;
        const box = part.getBoundingClientRect();
        const cut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden';
        if (cut || box.top < top - 1 || box.bottom > bottom + 1) found.push(part.textContent ?? '');
      }
    }
    return [...new Set(found)];
  });
}

test('the figures below a chart do not run into each other', async ({ page, signIn }) => {
  await signIn();
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/reports?report=financial-analysis');
    await page.getByRole('figure').waitFor();
    for (const media of ['screen', 'print'] as const) {
      await page.emulateMedia({ media });
      await page
        .locator(media === 'print' ? '[data-paper] figure' : 'figure')
        .first()
        .waitFor();
      const figures = await page.evaluate(() =>
        [...document.querySelectorAll('figure [aria-hidden] span')]
          .filter((one) => one.checkVisibility() && /^\$[\d.]+[KM]?$/.test(one.textContent ?? ''))
          .filter((one) => one.childElementCount === 0)
          .map((one) => one.getBoundingClientRect())
          .map(({ left, right }) => [left, right] as const),
      );
      expect(figures.length, `${width} ${media}`).toBeGreaterThanOrEqual(2);
      for (const [n, [left]] of figures.entries()) {
        expect(left, `${width} ${media}, figure ${n}`).toBeGreaterThan((figures[n - 1]?.[1] ?? -100) + 4);
      }
    }
    await page.emulateMedia({ media: null });
  }
});

test('the customer picker shows eight customers, on a phone and on a computer', async ({ page, signIn }) => {
  await signIn();
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto('/projects');
    await page.getByRole('button', { name: 'Add Project' }).first().click();
    await page.getByLabel('Customer', { exact: true }).click();
    const listbox = page.getByRole('listbox');
    await listbox.getByRole('option').nth(9).waitFor();
    const whole = await listbox.evaluate((list) => {
      const foot = [...list.querySelectorAll('[role="option"]')].at(-1)?.getBoundingClientRect().top ?? 0;
      const { top } = list.getBoundingClientRect();
      const inSight = (option: Element): boolean =>
        option.getBoundingClientRect().top >= top - 1 && option.getBoundingClientRect().bottom <= foot + 1;
      // Without the first, which takes a choice back.
      return [...list.querySelectorAll('[role="option"]')].slice(1).filter(inSight).length;
    });
    expect(whole, `${viewport.width}`).toBeGreaterThanOrEqual(8);
  }
});

// @spec 2.32
test('the drawer is as wide as the navigation beside a page', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(240);
});
