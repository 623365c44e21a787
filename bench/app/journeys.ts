import { expect, type Locator, type Page } from '@playwright/test';
import { REPORTS } from '../../src/domain/reports.ts';
import { allInMemory, searchBox, upToDate } from './screens.ts';

/** Something that people do with the app, step by step; each begins where the one before it ended. */
export interface Journey {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
}

const BETWEEN_KEYS_MS = 100;
const WHEEL_PX = 400;
const WHEELS = 15;
const MIDDLE_PX = 350;

/** What people do all day. The first begins on the list of customers. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'open the app',
    act: async (page) => {
      await page.reload();
      await allInMemory(page);
      await upToDate(page);
    },
  },
  {
    name: 'look through the lists',
    act: async (page) => {
      for (const name of ['Projects', 'Estimates', 'Work Orders', 'Customers']) await openList(page, name);
    },
  },
  { name: 'scroll', act: scrollDown },
  { name: 'search', act: (page) => search(page, 'anderson') },
  {
    name: 'sort by each column',
    act: async (page) => {
      const headers = page.locator('thead button');
      for (let column = 0; column < (await headers.count()); column += 1) {
        const header = headers.nth(column);
        for (let press = 0; press < 3; press += 1) await pressAndDraw(page, header);
      }
    },
  },
  {
    name: 'sort projects by customer',
    act: async (page) => {
      await openList(page, 'Projects');
      const header = page.getByRole('button', { name: /^Customer/ });
      for (let press = 0; press < 3; press += 1) await pressAndDraw(page, header);
      await openList(page, 'Customers');
    },
  },
  {
    name: 'filter',
    act: async (page) => {
      const picker = page.getByLabel('Filter by status');
      for (const status of ['inactive', 'lead', '']) {
        await picker.selectOption(status);
        await drawn(page);
      }
    },
  },
  {
    name: 'open a record and go back',
    act: async (page) => {
      await scrollDown(page);
      await drawn(page);
      const offset = await page.evaluate(() => scrollY);
      await pressLinkInSight(page);
      await page.getByRole('link', { name: 'Customers' }).first().waitFor();
      await page.getByRole('button', { name: 'Edit' }).waitFor();
      await drawn(page);
      await page.goBack();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(offset);
    },
  },
  {
    name: 'edit and save',
    act: async (page) => {
      await page.evaluate(() => scrollTo(0, 0));
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Company Name').click();
      await page.keyboard.type('Lakeview', { delay: BETWEEN_KEYS_MS });
      await dialog.getByRole('button', { name: 'Update' }).click();
      await expect(dialog).toHaveCount(0);
      await upToDate(page);
    },
  },
  {
    name: 'choose a customer for a new project',
    act: async (page) => {
      await openList(page, 'Projects');
      await page.getByRole('button', { name: 'Add Project' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Customer', { exact: true }).click();
      await page.keyboard.type('maria garcia', { delay: BETWEEN_KEYS_MS });
      await drawn(page);
      await page.locator('.mantine-Combobox-option').filter({ hasText: 'Maria' }).first().click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog).toHaveCount(0);
    },
  },
  {
    name: 'dashboard',
    act: async (page) => {
      await openScreenOf(page, 'Dashboard');
      await page.getByRole('list', { name: 'Figures' }).waitFor();
    },
  },
  {
    name: 'reports',
    act: async (page) => {
      await openScreenOf(page, 'Reports');
      for (const { title } of REPORTS) {
        await page.getByRole('region', { name: title }).getByRole('button', { name: 'View Report' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('figure').waitFor();
        await drawn(page);
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await expect(dialog).toHaveCount(0);
      }
    },
  },
  {
    name: 'export a report',
    act: async (page) => {
      const [first] = REPORTS;
      const card = page.getByRole('region', { name: first?.title ?? '' });
      const saved = page.waitForEvent('download');
      await card.getByRole('button', { name: 'Export' }).click();
      await (await saved).delete();
    },
  },
  {
    name: 'read everything anew',
    act: async (page) => {
      await openList(page, 'Customers');
      await page.getByTitle('Open the sync centre').click();
      await page.getByRole('button', { name: 'Sync now' }).click();
      await page.waitForTimeout(8000);
    },
  },
];

/** While the first download runs, from the list's first rows on. */
export const DURING_DOWNLOAD: readonly Journey[] = [
  {
    name: 'first download: its first rows',
    act: async (page) => {
      await page.locator('[aria-rowindex="2"]').waitFor();
      await page.waitForTimeout(2000);
    },
  },
  { name: 'first download: scroll', act: scrollDown },
  { name: 'first download: search', act: (page) => search(page, 'maria') },
  {
    name: 'first download: just wait',
    act: async (page) => {
      await page.waitForTimeout(8000);
    },
  },
];

/** Through every screen, and back to the list of customers. */
export const EVERY_SCREEN: readonly Journey[] = [
  ...JOURNEYS.filter(({ name }) =>
    ['look through the lists', 'search', 'open a record and go back', 'dashboard', 'reports'].includes(name),
  ),
  {
    name: 'sync',
    act: async (page) => {
      await page.getByTitle('Open the sync centre').click();
      await page.getByRole('button', { name: 'Sync now' }).click();
      await openList(page, 'Customers');
    },
  },
];

async function openList(page: Page, name: string): Promise<void> {
  await openScreenOf(page, name);
  await page.locator('[aria-rowindex="2"]').waitFor();
  await drawn(page);
}

async function openScreenOf(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function scrollDown(page: Page): Promise<void> {
  await page.mouse.move(640, 500);
  for (let turn = 0; turn < WHEELS; turn += 1) {
    await page.mouse.wheel(0, WHEEL_PX);
    await drawn(page);
  }
}

async function search(page: Page, text: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await searchBox(page).focus();
  await page.keyboard.type(text, { delay: BETWEEN_KEYS_MS });
  await drawn(page);
  for (const _ of text) await page.keyboard.press('Backspace', { delay: BETWEEN_KEYS_MS });
  await drawn(page);
}

async function pressAndDraw(page: Page, button: Locator): Promise<void> {
  await button.click();
  await drawn(page);
}

/** Presses the link of a row in the middle of the window: none that would have to be scrolled to first. */
async function pressLinkInSight(page: Page): Promise<void> {
  const place = await page.evaluate((middle) => {
    const boxes = [...document.querySelectorAll('tbody a')].map((link) => link.getBoundingClientRect());
    const box = boxes.find(({ top }) => top > middle);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, MIDDLE_PX);
  if (!place) throw new Error('No row is in sight');
  await page.mouse.click(place.x, place.y);
}

/** Waits until the browser has drawn what was asked for and has nothing to do. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2000 })),
      ),
  );
}
