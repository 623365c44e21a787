import { expect } from '@playwright/test';
import { REPORTS } from '../../src/domain/reports.ts';
import { drawn, type Hands } from './hands.ts';
import { allInMemory, searchBox, upToDate } from './screens.ts';

/** A task that people do with the app on a desktop or a phone. Each journey begins where the previous one ended. */
export interface Journey {
  readonly name: string;
  readonly act: (hands: Hands) => Promise<void>;
}

const BETWEEN_KEYS_MS = 100;
const MIDDLE_PX = 350;
/** When the list is shown again, its cards are measured again, which moves the list a little. */
const NEAR_PX = 150;
const FIRST_ROW = '[aria-rowindex="2"], [aria-posinset="1"]';

/** Daily work. The first journey begins on the list of customers. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'open the app',
    act: async ({ app: { page } }) => {
      await page.reload();
      await allInMemory(page);
      await upToDate(page);
    },
  },
  {
    name: 'look through the lists',
    act: async (hands) => {
      for (const name of ['Projects', 'Estimates', 'Work Orders', 'Customers']) await openList(hands, name);
    },
  },
  { name: 'scroll', act: (hands) => hands.scrollDown() },
  { name: 'search', act: (hands) => search(hands, 'anderson') },
  { name: 'find', act: find },
  { name: 'sort by each column', act: (hands) => hands.sort() },
  {
    name: 'sort projects by customer',
    act: async (hands) => {
      await openList(hands, 'Projects');
      await hands.sort(/^Customer/);
      await openList(hands, 'Customers');
    },
  },
  {
    name: 'filter',
    act: async (hands) => {
      await hands.openFilters();
      const picker = hands.app.page.getByLabel('Filter by status');
      for (const status of ['inactive', 'lead', '']) await hands.choose(picker, status);
      await hands.closeFilters();
    },
  },
  {
    name: 'open a record and go back',
    act: async (hands) => {
      const { page } = hands.app;
      await hands.scrollDown();
      await drawn(page);
      const offset = await page.evaluate(() => scrollY);
      await pressLinkInSight(hands);
      await page.getByRole('link', { name: 'Customers' }).first().waitFor();
      await page.getByRole('button', { name: 'Edit' }).waitFor();
      await drawn(page);
      await page.goBack();
      await expect
        .poll(() => page.evaluate((left) => Math.abs(scrollY - left), offset))
        .toBeLessThan(NEAR_PX);
    },
  },
  {
    name: 'edit and save',
    act: async (hands) => {
      const { page } = hands.app;
      await page.evaluate(() => scrollTo(0, 0));
      await hands.press(page.getByRole('button', { name: /^Edit / }).first());
      const dialog = page.getByRole('dialog');
      await hands.press(dialog.getByLabel('Company Name'));
      await page.keyboard.type('Lakeview', { delay: BETWEEN_KEYS_MS });
      await hands.press(dialog.getByRole('button', { name: 'Update' }));
      await expect(dialog).toHaveCount(0);
      await upToDate(page);
    },
  },
  {
    name: 'choose a customer for a new project',
    act: async (hands) => {
      const { page } = hands.app;
      await openList(hands, 'Projects');
      await hands.press(page.getByRole('button', { name: 'Add Project' }).first());
      const dialog = page.getByRole('dialog');
      await hands.press(dialog.getByLabel('Customer', { exact: true }));
      await page.keyboard.type('susan garcia', { delay: BETWEEN_KEYS_MS });
      await drawn(page);
      await hands.press(page.locator('.mantine-Combobox-option').filter({ hasText: 'Susan' }).first());
      await hands.press(dialog.getByRole('button', { name: 'Cancel' }));
      await hands.press(page.getByRole('button', { name: 'Discard' }));
      await expect(dialog).toHaveCount(0);
    },
  },
  {
    name: 'a job of today',
    act: async (hands) => {
      const { page } = hands.app;
      await openScreenOf(hands, 'Dashboard');
      await hands.press(page.getByRole('link', { name: 'Today’s jobs' }));
      const job = page.getByRole('article').first();
      await hands.press(job.getByRole('link').first());
      await hands.press(page.getByRole('button', { name: 'Add note' }));
      await page.keyboard.type('Wall open behind the washer.', { delay: BETWEEN_KEYS_MS });
      await hands.press(page.getByRole('button', { name: 'Save note' }));
      await page.getByRole('button', { name: 'Add note' }).waitFor();
      await hands.press(page.getByRole('button', { name: /^(On the way|Start|Finish)$/ }));
      await upToDate(page);
    },
  },
  {
    name: 'dashboard',
    act: async (hands) => {
      await openScreenOf(hands, 'Dashboard');
      await hands.app.page.getByRole('list', { name: 'Figures' }).waitFor();
    },
  },
  {
    name: 'needs a push',
    act: async (hands) => {
      const { page } = hands.app;
      await openScreenOf(hands, 'Dashboard');
      const panel = page.getByRole('region', { name: 'Needs a push' });
      await hands.press(panel.getByRole('link', { name: /^All / }));
      await page.getByRole('heading', { level: 1, name: 'Needs a push' }).waitFor();
      const main = page.getByRole('main');
      const old = main.getByRole('button', { name: /waited for more than 30 days$/ }).first();
      for (const items of [5, 25]) {
        await hands.press(old);
        await main.getByRole('listitem').nth(items).waitFor();
        await drawn(page);
      }
    },
  },
  {
    name: 'reports',
    act: async (hands) => {
      const { page } = hands.app;
      await openScreenOf(hands, 'Reports');
      for (const { title } of REPORTS) {
        const card = page.getByRole('region', { name: title });
        await hands.press(card.getByRole('button', { name: 'View Report' }));
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('figure').waitFor();
        await drawn(page);
        await hands.press(dialog.getByRole('button', { name: 'Close' }).last());
        await expect(dialog).toHaveCount(0);
      }
    },
  },
  {
    name: 'export a report',
    act: async (hands) => {
      const { page } = hands.app;
      const [first] = REPORTS;
      const card = page.getByRole('region', { name: first?.title ?? '' });
      const saved = page.waitForEvent('download');
      await hands.press(card.getByRole('button', { name: 'Export' }));
      await (await saved).delete();
    },
  },
  {
    name: 'read everything anew',
    act: async (hands) => {
      await openList(hands, 'Customers');
      await syncNow(hands);
      await hands.app.page.waitForTimeout(8000);
    },
  },
];

/** Journeys during the first download, after the list's first rows are shown. */
export const DURING_DOWNLOAD: readonly Journey[] = [
  {
    name: 'first download: its first rows',
    act: async ({ app: { page } }) => {
      await page.locator(FIRST_ROW).waitFor();
      await page.waitForTimeout(2000);
    },
  },
  { name: 'first download: scroll', act: (hands) => hands.scrollDown() },
  { name: 'first download: search', act: (hands) => search(hands, 'maria') },
  {
    name: 'first download: just wait',
    act: async ({ app: { page } }) => {
      await page.waitForTimeout(8000);
    },
  },
];

async function openList(hands: Hands, name: string): Promise<void> {
  const { page } = hands.app;
  await openScreenOf(hands, name);
  await page.locator(FIRST_ROW).waitFor();
  await drawn(page);
}

async function openScreenOf(hands: Hands, name: string): Promise<void> {
  const { page } = hands.app;
  await hands.openNavigation();
  await hands.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }));
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function syncNow(hands: Hands): Promise<void> {
  const { page } = hands.app;
  await hands.press(page.getByTitle('Open Sync'));
  await hands.press(page.getByRole('button', { name: 'Sync now' }));
}

async function search(hands: Hands, text: string): Promise<void> {
  const { page } = hands.app;
  await page.evaluate(() => scrollTo(0, 0));
  await hands.press(searchBox(page));
  await page.keyboard.type(text, { delay: BETWEEN_KEYS_MS });
  await drawn(page);
  for (const _ of text) await page.keyboard.press('Backspace', { delay: BETWEEN_KEYS_MS });
  await drawn(page);
}

/** Opens Find over the list, types a name and a number, narrows to a kind, and closes it. */
async function find(hands: Hands): Promise<void> {
  const { page } = hands.app;
  await hands.press(page.getByRole('button', { name: 'Find', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Find' });
  await dialog.getByRole('option').first().waitFor();
  for (const text of ['susan garcia', '4567', 'dry']) {
    await page.keyboard.type(text, { delay: BETWEEN_KEYS_MS });
    await dialog
      .getByRole('status')
      .filter({ hasText: /result|Nothing/ })
      .waitFor();
    await drawn(page);
    if (text === 'dry') await hands.press(dialog.getByRole('button', { name: 'Work Orders' }));
    await drawn(page);
    for (const _ of text) await page.keyboard.press('Backspace', { delay: BETWEEN_KEYS_MS });
    await drawn(page);
  }
  await hands.press(dialog.getByRole('button', { name: 'Close' }));
  await expect(dialog).toHaveCount(0);
}

/** Presses a link in the middle of the window, so that nothing scrolls first. */
async function pressLinkInSight(hands: Hands): Promise<void> {
  const place = await hands.app.page.evaluate((middle) => {
    const links = document.querySelectorAll('main :is(tbody, [aria-posinset]) a[href^="/customers/"]');
    const boxes = [...links].map((link) => link.getBoundingClientRect());
    const box = boxes.find(({ top }) => top > middle);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, MIDDLE_PX);
  if (!place) throw new Error('No row is in sight');
  await hands.pressAt(place.x, place.y);
}
