import type { Page } from '@playwright/test';
import { customersOn, rowOf, syncStatus, upToDate } from './support/customers.ts';
import { TYPED, typeNew } from './support/drafts.ts';
import { expect, test } from './support/fixtures.ts';
import { databaseOf } from './support/kept.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

/** Begins a transaction on the account's tables that never ends by itself; `window.release` ends it. */
async function plant(page: Page, tables: readonly string[]): Promise<void> {
  await page.evaluate(async (names) => {
    const databases = await indexedDB.databases();
    const name = databases.find((one) => one.name?.startsWith('restoration-crm-account-'))?.name ?? '';
    const connection = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const store = connection.transaction([...names], 'readwrite').objectStore(names[0] ?? '');
    let held = true;
    Object.assign(window, {
      release: () => {
        held = false;
      },
    });
    const goOn = (): void => {
      if (held) store.get('nothing').onsuccess = goOn;
    };
    goOn();
  }, tables);
}

test('a storage that does not answer is said in words, and the app works again after Reload', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await plant(page, ['meta', 'outbox', 'customers']);
  const alert = page.getByRole('alert').filter({ hasText: "This device's storage is not responding." });
  await expect(alert).toContainText('Reloading the page may help.');
  await alert.getByRole('button', { name: 'Reload' }).click();
  await upToDate(page);
  await expect(rowOf(page, '@').first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a save that the storage does not take stays in its dialog, and is made once when it is tried again', async ({
  page,
  context,
  server,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Add Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await dialog.getByLabel('First Name').fill('Nora');
  await dialog.getByLabel('Last Name').fill('Vance');
  await dialog.getByLabel('Email').fill('nora.vance@example.com');
  await plant(other, ['outbox']);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('storage is not responding, so this was not saved');
  await expect(dialog.getByLabel('First Name')).toHaveValue('Nora');
  await other.evaluate(() => (window as unknown as { release: () => void }).release());
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await upToDate(page);
  await expect(page.getByText("This device's storage is not responding.")).toHaveCount(0);
  const made = (await customersOn(server)).filter(({ email }) => email === 'nora.vance@example.com');
  expect(made).toHaveLength(1);
});

test('what is typed stays where it is when the browser removes the data under it, and the cause is said', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const form = await typeNew(page);
  const database = await databaseOf(page);
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await other.evaluate((name) => {
    indexedDB.deleteDatabase(name);
  }, database);
  const alert = page.getByRole('alert').filter({ hasText: 'removed or updated the data' });
  await expect(alert).toContainText('What you typed is still here');
  for (const [label, text] of Object.entries(TYPED)) await expect(form.getByLabel(label)).toHaveValue(text);
  await form.getByLabel('Email').fill('ida.haller@example.com');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByRole('alert')).toContainText('What you entered is still here.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('heading')).toHaveText('Restoration CRM cannot open its data');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(rowOf(page, '@').first()).toBeVisible();
  // The notice that the browser has removed the app's data.
  await expect(syncStatus(page)).toHaveText('1 needs attention');
});
