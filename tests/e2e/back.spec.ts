import type { Locator, Page } from '@playwright/test';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { backCloses, backLeaves, comeTo, followLink, pressBack, question } from './support/back.ts';
import { upToDate } from './support/customers.ts';
import { expect, test, VARIANT } from './support/fixtures.ts';
import { openAccountMenu } from './support/log-out.ts';
import { LISTS, openNew } from './support/records.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** What opens over a list of customers. */
const OVER_A_LIST: readonly (readonly [name: string, open: (page: Page) => Promise<Locator>])[] = [
  ['the form of a record', (page) => editFirst(page)],
  [
    'the question before a deletion',
    async (page) => {
      await rowButton(page, 'Delete').click();
      return page.getByRole('dialog', { name: 'Delete Customer' });
    },
  ],
  ['the account menu', (page) => openAccountMenu(page)],
  [
    'About',
    async (page) => {
      await (await openAccountMenu(page)).getByRole('menuitem', { name: 'About' }).click();
      return page.getByRole('dialog', { name: 'About' });
    },
  ],
];

const DRAWER = [
  'the navigation',
  async (page: Page) => {
    await page.getByRole('button', { name: 'Open navigation' }).click();
    return page.getByRole('dialog', { name: 'Navigation' });
  },
] as const;

function rowButton(page: Page, what: 'Edit' | 'Delete'): Locator {
  return page.getByRole('button', { name: new RegExp(`^${what} `) }).first();
}

async function editFirst(page: Page): Promise<Locator> {
  await rowButton(page, 'Edit').click();
  return page.getByRole('dialog', { name: 'Edit Customer' });
}

async function typed(dialog: Locator): Promise<Locator> {
  const field = dialog.getByLabel('First Name');
  await expect(field).toBeFocused();
  await field.press('ControlOrMeta+A');
  await field.page().keyboard.type('Half-typed');
  return field;
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
});

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test.describe(`on a ${size}`, { tag: size === 'phone' ? [] : [VARIANT] }, () => {
    test.use({ viewport });

    test('Back closes whatever is open and holds nothing typed, Forward opens it no more, and Back then leaves', async ({
      page,
    }) => {
      for (const [name, open] of [...OVER_A_LIST, ...(size === 'phone' ? [DRAWER] : [])]) {
        await test.step(name, async () => {
          await comeTo(page, '/customers');
          const layer = await open(page);
          await layer.waitFor();
          await backCloses(page, layer);
          await page.goForward();
          await expect(layer).toHaveCount(0);

          await (await open(page)).waitFor();
          await page.keyboard.press('Escape');
          await expect(layer).toHaveCount(0);
          await backLeaves(page);
        });
      }
    });

    test('Back closes the form of every kind', async ({ page }) => {
      for (const resource of RESOURCE_NAMES) {
        await comeTo(page, LISTS[resource]);
        const dialog = await openNew(page, resource);
        await dialog.waitFor();
        await backCloses(page, dialog);
        await backLeaves(page);
      }
    });

    test('Back asks where something was typed, as often as it is pressed, and nothing is lost', async ({
      page,
    }) => {
      await comeTo(page, '/customers');
      for (const open of [(at: Page) => openNew(at, 'customers'), editFirst]) {
        const dialog = await open(page);
        const field = await typed(dialog);
        for (const keep of ['Back', 'Keep editing', 'Escape']) {
          await pressBack(page);
          await question(page).waitFor();
          await expect(dialog).toBeVisible();
          if (keep === 'Back') await pressBack(page);
          else if (keep === 'Escape') await page.keyboard.press('Escape');
          else await question(page).getByRole('button', { name: keep }).click();
          await expect(question(page)).toHaveCount(0);
          await expect(field).toHaveValue('Half-typed');
        }
        await pressBack(page);
        await question(page).getByRole('button', { name: 'Discard' }).click();
        await expect(dialog).toHaveCount(0);
        expect(new URL(page.url()).pathname).toBe('/customers');
      }
      await backLeaves(page);
    });

    test('Back closes a picker in a form in a form, then asks for each form', async ({ page }) => {
      await comeTo(page, '/projects');
      const project = await openNew(page, 'projects');
      await project.getByLabel('Title').fill('Kitchen dry-out');
      const options = page.getByRole('listbox', { name: 'Select a Customer' });
      await project.getByLabel('Customer', { exact: true }).click();
      await options.waitFor();
      await pressBack(page);
      await expect(options).toHaveCount(0);

      await project.getByLabel('Start Date').click();
      const calendar = page.getByRole('button', { name: 'Next month' });
      await calendar.waitFor();
      await pressBack(page);
      await expect(calendar).toHaveCount(0);
      await project.getByLabel('Start Date').click();
      await calendar.click();
      await pressBack(page);
      await expect(calendar).toHaveCount(0);

      await project.getByLabel('Customer', { exact: true }).click();
      await page.getByRole('option', { name: 'Add New Customer' }).click();
      const customer = page.getByRole('dialog', { name: 'Add New Customer' });
      const name = await typed(customer);
      await pressBack(page);
      await question(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(name).toHaveValue('Half-typed');
      await pressBack(page);
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(customer).toHaveCount(0);

      await expect(project.getByLabel('Title')).toHaveValue('Kitchen dry-out');
      await pressBack(page);
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(project).toHaveCount(0);
      await backLeaves(page);
    });

    test('a form that is saved, canceled or closed leaves nothing behind for Back or Forward', async ({
      page,
    }) => {
      const saved = async (dialog: Locator): Promise<void> => {
        await dialog.getByLabel('First Name').fill('Nora');
        await dialog.getByLabel('Last Name').fill('Vance');
        await dialog.getByLabel('Email').fill('nora.vance@example.com');
        await dialog.getByRole('button', { name: 'Create' }).click();
      };
      for (const leave of [
        (dialog: Locator) => dialog.getByRole('button', { name: 'Cancel' }).click(),
        (dialog: Locator) => dialog.getByRole('button', { name: 'Close' }).click(),
        saved,
      ]) {
        await comeTo(page, '/customers');
        const dialog = await openNew(page, 'customers');
        await leave(dialog);
        await expect(dialog).toHaveCount(0);
        await page.goForward();
        await expect(page.getByRole('button', { name: 'Add Customer' }).first()).toBeVisible();
        await backLeaves(page);
      }
    });

    test('a page that is loaded anew over an open form is left by one Back', async ({ page }) => {
      await comeTo(page, '/customers');
      await (await openNew(page, 'customers')).waitFor();
      await page.reload();
      await upToDate(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goForward();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await backLeaves(page);
    });

    test('what leads on from a record and its dialogs is one step each', async ({ page }) => {
      await comeTo(page, '/customers');
      await page.getByRole('main').locator('a[href^="/customers/"]').first().click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Customer' });
      await dialog.waitFor();
      await backCloses(page, dialog);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const asked = page.getByRole('dialog', { name: 'Delete Customer' });
      await asked.waitFor();
      await backCloses(page, asked);
      await followLink(page, '/projects');
      await page.goBack();
      await page.waitForURL(/\/customers\/\d+$/);
      await page.goForward();
      await page.waitForURL('**/projects');
      await page.goBack();
      await page.waitForURL(/\/customers\/\d+$/);
      await backLeaves(page, '/customers');
      await backLeaves(page);
    });

    test('a report closes by one Back, and Forward opens it again', async ({ page }) => {
      await comeTo(page, '/reports');
      await page.getByRole('main').getByRole('button').first().click();
      const report = page.getByRole('dialog');
      await report.waitFor();
      await backCloses(page, report, byAddress);
      await page.goForward();
      await report.waitFor();
      await backCloses(page, report, byAddress);
      await backLeaves(page);
    });

    test('a report and a form that an address asked for', async ({ page }) => {
      await comeTo(page, '/customers');
      await page.goto('/reports?report=nothing');
      const report = page.getByRole('dialog', { name: 'Report' });
      await report.waitFor();
      await backLeaves(page, '/customers');

      await page.goto('/customers?new');
      const form = page.getByRole('dialog', { name: 'Add New Customer' });
      await typed(form);
      await page.goBack();
      await question(page).getByRole('button', { name: 'Discard' }).click();
      await expect(form).toHaveCount(0);
      await expect(page).toHaveURL(/\/customers$/);
      await page.goForward();
      await expect(form).toHaveCount(0);
      await expect(page).toHaveURL(/\/customers$/);
    });

    test('the list stays where it was scrolled to, whatever closes the form over it', async ({ page }) => {
      await page.setViewportSize({ width: viewport.width, height: 500 });
      await comeTo(page, '/customers');
      await page.mouse.move(viewport.width / 2, 400);
      // Until the rows are there, there is nothing to scroll.
      await expect(async () => {
        await page.mouse.wheel(0, 900);
        await expect.poll(() => offset(page), { timeout: 1000 }).toBeGreaterThan(600);
      }).toPass();
      await page.waitForTimeout(300);
      const left = await offset(page);
      const inSight = page
        .getByRole('button', { name: /^Edit / })
        .nth(await firstInSight(page.getByRole('button', { name: /^Edit / })));
      const dialog = page.getByRole('dialog');
      for (const leave of ['Back', 'Escape', 'Update']) {
        await inSight.click();
        await dialog.waitFor();
        if (leave === 'Back') await pressBack(page);
        else if (leave === 'Escape') await page.keyboard.press('Escape');
        else await dialog.getByRole('button', { name: leave }).click();
        await expect(dialog).toHaveCount(0);
        expect(await offset(page), leave).toBe(left);
      }
      const user = await page.getByRole('button', { name: 'Account menu' }).boundingBox();
      // By hand: Playwright scrolls to what it presses.
      await page.mouse.click((user?.x ?? 0) + 20, (user?.y ?? 0) + 20);
      await page.getByRole('menu').waitFor();
      expect(await offset(page)).toBe(left);
      await page.mouse.move(100, 400);
      await page.mouse.wheel(0, 200);
      await expect.poll(() => offset(page)).toBeGreaterThan(left + 100);
      await page.waitForTimeout(300);
      const further = await offset(page);
      await backCloses(page, page.getByRole('menu'));
      expect(await offset(page)).toBe(further);
    });
  });
}

/** A report is open because the address says so: the browser closes it. */
const byAddress = (page: Page): Promise<unknown> => page.goBack();

const offset = (page: Page): Promise<number> => page.evaluate(() => scrollY);

async function firstInSight(buttons: Locator): Promise<number> {
  return buttons.evaluateAll((all) =>
    all.findIndex((button) => {
      const box = button.getBoundingClientRect();
      return box.top > 250 && box.bottom < innerHeight;
    }),
  );
}

test('Back in the list of a kind that is opened by keyboard closes the picker first', async ({ page }) => {
  const kind: ResourceName = 'workOrders';
  await comeTo(page, LISTS[kind]);
  await page
    .getByRole('button', { name: `Add ${resourceSpecs[kind].label.title}` })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Add New ${resourceSpecs[kind].label.title}` });
  await dialog.waitFor();
  await dialog.getByLabel('Customer', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  const options = page.getByRole('listbox');
  await options.waitFor();
  await page.keyboard.press('Alt+ArrowLeft');
  await pressBack(page);
  await expect(options).toHaveCount(0);
  await backCloses(page, dialog);
  await backLeaves(page);
});
