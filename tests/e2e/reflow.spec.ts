import type { Page } from '@playwright/test';
import { specOf } from '../../src/domain/resource-specs.ts';
import { upToDate } from './support/customers.ts';
import { enterName } from './support/day.ts';
import { expect, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { brokenWords, lostWhenLarge, lostWhenNarrow } from './support/measured.ts';
import { CARL } from './support/people.ts';
import { LISTS } from './support/records.ts';
import { signIn } from './support/sign-in.ts';

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
      const { top, bottom, right } = row.getBoundingClientRect();
      // A place where a line may break has no box.
      for (const part of row.querySelectorAll('td, td :not(wbr)')) {
        // An address of mail is told whole in its record, and where the pointer rests.
        if (!part.checkVisibility() || part.closest('td')?.textContent?.includes('@')) continue;
        // So are the line below a name and a generated number.
        const text = part.textContent ?? '';
        const isNumber = getComputedStyle(part).direction === 'rtl' && part.closest('td')?.title === text;
        if (isNumber || (text !== '' && part.matches('span') && part.getAttribute('title') === text))
          continue;
        const box = part.getBoundingClientRect();
        const cut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'hidden';
        if (cut || box.top < top - 1 || box.bottom > bottom + 1 || box.right > right + 1)
          found.push(part.textContent ?? '');
      }
    }
    return [...new Set(found)];
  });
}

test('the cards of reports keep their buttons on the smallest phone with large text', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/reports');
  for (const button of await page.getByRole('button', { name: 'Export' }).all())
    await expect(button).toBeEnabled();
  await expect(page.getByRole('figure')).toHaveCount(5);
  expect(await lostWhenLarge(page)).toEqual([]);
});

test('no hidden head of a table scrolls the smallest phone with large text sideways', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, role, name] of [
    ['/dashboard', 'region', 'Pipeline'],
    ['/reports?report=estimate-conversion', 'dialog', 'Estimate Conversion'],
  ] as const) {
    await page.goto(path);
    await page.getByRole(role, { name }).getByRole('table').waitFor();
    expect(await lostWhenLarge(page), path).toEqual([]);
  }
});

test('the figures below a chart do not run into each other', async ({ page, signIn }) => {
  await signIn();
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/reports?report=financial-analysis');
    await page.getByRole('dialog').getByRole('figure').waitFor();
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

test('a job with long words in its facts scrolls no page sideways', async ({ page, server, signIn }) => {
  const word = 'https://photos.example.com/'.padEnd(90, 'x');
  const [customer] = await recordsOn(server, 'customers');
  const claim = ['Carrier', 'Claim number', 'Adjuster'].map((label) => `${label}: ${word}`).join('\n');
  await server.api(specOf('projects').path, {
    method: 'POST',
    body: {
      title: word,
      customer: customer?.id,
      project_type: 'water_damage',
      description: `--- Claim ---\n${claim}, 555-555-0101`,
    },
  });
  const job = `--- Job ---\nCrew: ${word}, Ann Lee\nFlags: ${word}, dog\nTime: ${word}\nProject: ${word}`;
  const items = `--- Checklist ---\n[ ] ${word}\n[x] ${word}a (2026-11-23 08:45 -0600 ${word})`;
  const log = `--- Log ---\n2026-11-23 08:42 -0600 ${word}: ${word}`;
  const { body } = await server.api(specOf('workOrders').path, {
    method: 'POST',
    body: {
      title: word,
      work_order_number: 'WO-LONG-1',
      customer: customer?.id,
      status: 'in_progress',
      address_line_1: word,
      scheduled_date: null,
      notes: `${word}\n${job}\nStarted: 2026-11-23 08:42 -0600 ${word}\n${items}\n${log}`,
    },
  });
  await signIn();
  const found: string[] = [];
  const measure = async (where: string): Promise<void> => {
    for (const words of [await lostWhenNarrow(page), await lostWhenLarge(page)])
      found.push(...words.map((what) => `${where}: ${what}`));
  };
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/work-orders/${(body as { id: number }).id}`);
  await page.getByRole('region', { name: /^Insurance claim/ }).waitFor();
  await measure('job');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
  await measure('assign');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('dialog', { name: 'Finish this job?' }).waitFor();
  await measure('finish');
  await page.getByRole('button', { name: 'Go back' }).click();
  await enterName(page);
  await page.goto('/today');
  await page.getByRole('button', { name: 'No date' }).click();
  await page.getByRole('article').waitFor();
  await measure('today');
  expect(found).toEqual([]);
});

test('a user with a long name scrolls no page sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, CARL);
  await upToDate(page);
  for (const path of ['/dashboard', '/today']) {
    await page.goto(path);
    await page.getByRole('region', { name: 'Your name' }).getByText(CARL.username).waitFor();
    expect([...(await lostWhenNarrow(page)), ...(await lostWhenLarge(page))], path).toEqual([]);
  }
});
