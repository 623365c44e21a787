import type { Locator, Page } from '@playwright/test';
import { backCloses, backLeaves, comeTo, pressBack, question } from './support/back.ts';
import { CUSTOMERS_PATH, offlineReady, upToDate } from './support/customers.ts';
import { closedGate } from './support/faulty-proxy.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { openNew } from './support/records.ts';
import { runOnce } from './support/run-once.ts';
import { awaitAnswers } from './support/timers.ts';
import { accessExpired, endSession, expiredDialog, SHORT_ACCESS, signInAgain } from './support/tokens.ts';

runOnce();

test.use({ viewport: { width: 390, height: 844 } });

/** Each is kept open in another way: by a form, and by the frame around the page. Other layers use these. */
const LAYERS: readonly (readonly [name: string, open: (page: Page) => Promise<Locator>])[] = [
  ['the form of a record', (page) => editFirst(page)],
  [
    'the navigation',
    async (page) => {
      await page.getByRole('button', { name: 'Open navigation' }).click();
      return page.getByRole('dialog', { name: 'Navigation' });
    },
  ],
];

async function editFirst(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
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

test('Back closes whatever is open and holds nothing typed, Forward opens it no more, and Back then leaves', async ({
  page,
}) => {
  for (const [name, open] of LAYERS) {
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

test('a report is a step of its own, and what an address asked for is one step', async ({ page }) => {
  await comeTo(page, '/reports');
  await page.getByRole('main').getByRole('button').first().click();
  const opened = page.getByRole('dialog');
  await opened.waitFor();
  // A report is open because the address says so: the browser closes it.
  for (const _ of ['opened by a press', 'opened by Forward']) {
    await backCloses(page, opened, () => page.goBack());
    await page.goForward();
    await opened.waitFor();
  }
  await page.goBack();
  await backLeaves(page);

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

test.describe('where the answer can be held up', () => {
  test.use({ throughProxy: true });

  test('Back does nothing while a form is being saved', async ({ page, faultyProxy }) => {
    await awaitAnswers(page);
    await comeTo(page, '/customers');
    const gate = closedGate();
    faultyProxy.inject({
      method: 'POST',
      path: CUSTOMERS_PATH,
      fault: { kind: 'hold', until: gate.passed },
    });
    const dialog = await openNew(page, 'customers');
    await dialog.getByLabel('First Name').fill('Nora');
    await dialog.getByLabel('Last Name').fill('Vance');
    await dialog.getByLabel('Email').fill('nora.vance.9@example.com');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await pressBack(page);
    await expect(question(page)).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/customers');
    gate.open();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('nora.vance.9@example.com')).toBeVisible();
    await backLeaves(page);
  });
});

test.describe('with a session that expires', () => {
  test.use({ serverEnv: SHORT_ACCESS });

  test('Back puts off the sign-in that is asked for over a half-filled form, which stays', {
    tag: INSTALLED,
  }, async ({ page, context, server }) => {
    await offlineReady(page);
    await comeTo(page, '/customers');
    await context.setOffline(true);
    const form = await openNew(page, 'customers');
    await typed(form);
    await endSession(server, page);
    await accessExpired(server, page);
    await context.setOffline(false);
    const dialog = expiredDialog(page);
    await dialog.waitFor();
    await backCloses(page, dialog);
    await expect(form.getByLabel('First Name')).toHaveValue('Half-typed');
    await pressBack(page);
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(form).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor();
    await signInAgain(page);
    await backLeaves(page);
  });
});
