import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { brokenWords } from './support/measured.ts';
import { LISTS } from './support/records.ts';

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
  // It can find something.
  await page.setContent('<p style="width: 3em; overflow-wrap: anywhere">Underwriters</p>');
  expect(await brokenWords(page)).toEqual(['Underwriters']);
  await signIn();
  const found: string[] = [];
  for (const viewport of BETWEEN) {
    await page.setViewportSize(viewport);
    for (const path of Object.values(LISTS)) {
      await page.goto(path);
      await page.getByRole('row').nth(5).waitFor();
      const words = [...(await brokenWords(page)), ...(await cutCells(page))];
      found.push(...words.map((word) => `${path} ${viewport.width}: ${word}`));
    }
  }
  expect(found).toEqual([]);
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
