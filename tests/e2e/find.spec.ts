import type { Locator, Page } from '@playwright/test';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { findings } from './support/axe.ts';
import { CUSTOMERS_PATH, offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, SERVER_KINDS, test } from './support/fixtures.ts';
import { lost, lostWhenLarge, lostWhenNarrow, smallTargets } from './support/measured.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';

runOnce();

function findDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Find', exact: true });
}

function field(page: Page): Locator {
  return findDialog(page).getByRole('combobox', { name: 'Find' });
}

function hit(page: Page, name: string | RegExp): Locator {
  return findDialog(page).getByRole('option', { name });
}

async function openFind(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field(page)).toBeFocused();
}

async function created(server: Server, path: string, body: object): Promise<number> {
  const made = await server.api(path, { method: 'POST', body });
  expect(made.status).toBe(201);
  return (made.body as { id: number }).id;
}

const JOB = `Key under the mat.
--- Job ---
Crew: Bartok Quill
Flags: gas off, gate 9937
--- Log ---
2026-11-23 08:42 -0600 Bartok Quill: Wall open behind the washer.`;

interface Book {
  readonly customer: number;
  readonly project: number;
  readonly job: number;
}

async function fill(server: Server): Promise<Book> {
  const customer = await created(server, CUSTOMERS_PATH, {
    first_name: 'Vera',
    last_name: 'Quillfeather',
    email: 'vera@example.com',
    phone: '+1-555-777-9182',
    address_line_1: '12 Cellar Rd',
    city: 'Denver',
    customer_type: 'residential',
    status: 'active',
  });
  const project = await created(server, resourceSpecs.projects.path, {
    title: 'Attic after the storm',
    customer,
    project_type: 'storm_damage',
    description: 'Rain.\n--- Claim ---\nCarrier: Prairie Mutual\nClaim number: 44-1182',
  });
  const job = await created(server, resourceSpecs.workOrders.path, {
    title: 'Dry the attic',
    customer,
    work_order_number: 'WO-FIND-1',
    status: 'assigned',
    notes: JOB,
  });
  return { customer, project, job };
}

/** Reads the lists again, and waits until this device has the new records. */
async function fetchAll(page: Page, book: Book): Promise<void> {
  await page.goto('/sync');
  await page.getByRole('button', { name: 'Sync now' }).click();
  for (const path of [
    `/work-orders/${book.job}`,
    `/projects/${book.project}`,
    `/customers/${book.customer}`,
  ]) {
    await page.goto(path);
    await page.getByRole('article').waitFor({ timeout: 180_000 });
  }
  await upToDate(page);
}

for (const [where, serverEnv] of SERVER_KINDS) {
  test.describe(where, () => {
    test.use({ serverEnv });

    test('what a caller says leads to the record, with a connection and without one', {
      tag: INSTALLED,
    }, async ({ page, context, server, signIn }) => {
      const book = await fill(server);
      await signIn();
      await upToDate(page);
      await fetchAll(page, book);
      await offlineReady(page);
      await page.goto('/dashboard');
      for (const isOffline of [false, true]) {
        await context.setOffline(isOffline);
        if (isOffline) await page.reload();
        // Each leads to another record than the one before, whose page is open.
        for (const [typed, path] of [
          ['9182', `/customers/${book.customer}`],
          ['#find-1', `/work-orders/${book.job}`],
          ['quillf', `/customers/${book.customer}`],
          ['bartok', `/work-orders/${book.job}`],
          ['12 cellar', `/customers/${book.customer}`],
          ['gate 9937', `/work-orders/${book.job}`],
          ['44-1182', `/projects/${book.project}`],
          ['behind the washer', `/work-orders/${book.job}`],
        ] as const) {
          await page.getByRole('heading', { level: 1 }).waitFor();
          await openFind(page);
          // Enter comes before the hits do.
          await page.keyboard.type(typed);
          await page.keyboard.press('Enter');
          await expect(page, typed).toHaveURL(new RegExp(`${path}$`));
          await expect(findDialog(page)).toHaveCount(0);
          await expect(page.getByRole('main')).toBeFocused();
        }
      }
      await openFind(page);
      await page.keyboard.type('44-1182');
      await expect(hit(page, /Dry the attic.*Claim number: 44-1182/)).toBeVisible();
      await field(page).fill('zz-nobody');
      await expect(findDialog(page).getByText('Nothing matches “zz-nobody”')).toBeVisible();
    });

    test('a change is found at once, here and in another tab, and what is deleted no longer is', async ({
      page,
      context,
      server,
      signIn,
    }) => {
      const book = await fill(server);
      await signIn();
      await upToDate(page);
      await fetchAll(page, book);
      const other = await context.newPage();
      await other.goto(`/work-orders/${book.job}`);
      await other.getByRole('article').waitFor();
      await openFind(page);
      await page.keyboard.type('xylophone');
      await expect(findDialog(page).getByText('Nothing matches “xylophone”')).toBeVisible();
      await other.getByRole('button', { name: 'Add note' }).click();
      await other.keyboard.type('A xylophone stands in the way.');
      await other.getByRole('button', { name: 'Save note' }).click();
      await expect(hit(page, /Dry the attic.*xylophone/)).toBeVisible();
      await other.getByRole('button', { name: 'More actions' }).click();
      await other.getByRole('menuitem', { name: 'Delete' }).click();
      await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(findDialog(page).getByText('Nothing matches “xylophone”')).toBeVisible();
    });
  });
}

test('a start that is still reading never says that there is nothing', async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const listen = (): void => {
      const words = document.querySelector('[role="dialog"] [role="status"]')?.textContent ?? '';
      if (words !== said.at(-1)) said.push(words);
    };
    new MutationObserver(listen).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.reload();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('button', { name: 'Find', exact: true }).waitFor();
  if ((await findDialog(page).count()) === 0) await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('mold');
  await expect(findDialog(page).getByText(/^\d+ results$/)).toBeVisible();
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.filter((words) => words.startsWith('Nothing'))).toEqual([]);
});

test('what is typed while Find loads is not lost, and is no shortcut', async ({ page, context, signIn }) => {
  await signIn();
  await upToDate(page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/assets\/find-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('main').focus();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('n?mold');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(field(page)).toHaveValue('n?mold');
});

test('Escape and the button close it, and give the focus back', async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
  const search = page.getByRole('searchbox', { name: 'Search customers' });
  await search.focus();
  await openFind(page);
  await page.keyboard.press('Escape');
  await expect(findDialog(page)).toHaveCount(0);
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('mold');
  await expect(hit(page, /mold/i).first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(findDialog(page).getByRole('button', { name: 'Back to the results' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(findDialog(page).getByRole('button', { name: 'All', exact: true })).toBeVisible();
  await findDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(findDialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeFocused();
});

test('over a form the key does nothing, and what is typed there stays', async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Customer' });
  await form.getByLabel('First Name').fill('Nora');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(form.getByLabel('First Name')).toHaveValue('Nora');
  await expect(findDialog(page)).toHaveCount(0);
});

for (const [width, height] of [
  [320, 640],
  [390, 844],
] as const) {
  test.describe(`on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });

    test('it covers the screen, nothing is lost, and Back closes it', async ({ page, signIn }) => {
      await signIn();
      await upToDate(page);
      await page.getByRole('button', { name: 'Find', exact: true }).tap();
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('mold');
      await expect(hit(page, /mold/i).first()).toBeVisible();
      const box = await findDialog(page).boundingBox();
      expect(box).toMatchObject({ x: 0, y: 0, width, height });
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        expect(await findings(page)).toEqual([]);
      }
      expect([...(await lost(page)), ...(await smallTargets(page))]).toEqual([]);
      if (width > 320) expect([...(await lostWhenNarrow(page)), ...(await lostWhenLarge(page))]).toEqual([]);
      await page.goBack();
      await expect(findDialog(page)).toHaveCount(0);
      await expect(page).toHaveURL(/\/customers$/);
      await page.getByRole('button', { name: 'Find', exact: true }).tap();
      await page.keyboard.type('mold');
      await hit(page, /mold/i).first().tap();
      await expect(page.getByRole('article')).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/customers$/);
    });
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing is wrong with it on a computer (${colorScheme})`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await signIn();
    await upToDate(page);
    const isRight = async (): Promise<void> => {
      expect([...(await findings(page)), ...(await lost(page))]).toEqual([]);
    };
    await isRight();
    await openFind(page);
    await hit(page, 'Sync now').waitFor();
    await isRight();
    await page.keyboard.type('mold');
    await hit(page, /mold/i).first().waitFor();
    await isRight();
    await page.keyboard.press('ArrowRight');
    await hit(page, 'Change status').waitFor();
    await isRight();
  });
}
