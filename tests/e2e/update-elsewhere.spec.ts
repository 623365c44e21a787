import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { offlineReady, upToDate } from './support/customers.ts';
import { test as base, expect, INSTALLED } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { releaseNext } from './support/next-release.ts';
import { create, openNew, pickCustomer } from './support/records.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

const NEW_VERSION = 'A new version of the app is ready.';

const test = base.extend<{ build: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
  build: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-build-'));
    await cp('dist', folder, { recursive: true });
    await provide(folder);
    await rm(folder, { recursive: true });
  },
  serverEnv: async ({ build }, provide) => provide({ STATIC_DIR: build }),
});

test('an update that another tab applies, old parts and all, takes nothing from a form that is open here', {
  tag: INSTALLED,
}, async ({ page, context, server, signIn, build }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await page.goto('/projects');
  await upToDate(page);
  const [customer] = await recordsOn(server, 'customers');
  const name = `${String(customer?.['first_name'])} ${String(customer?.['last_name'])}`;
  const form = await openNew(page, 'projects');
  await form.getByLabel('Title').fill('Kitchen dry-out');
  await form.getByLabel('Description').fill('Typed before the update.');

  await releaseNext(build);
  await lookForNextRelease(page);
  const other = await context.newPage();
  await other.goto('/customers');
  await expect(other.getByText(NEW_VERSION)).toBeVisible();
  await other.getByRole('button', { name: 'Update', exact: true }).click();
  // The browser lets the new worker serve a page only when the old one has nothing under way for another.
  await expect(other.locator('html[data-build="newer"]')).toHaveCount(1);
  await upToDate(other);

  // The part for a new customer was not loaded here before, and no server and no cache has it any more.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await form.getByLabel('Customer', { exact: true }).click();
  await page.getByRole('option', { name: 'Add New Customer' }).click();
  await expect(page.getByText('This part of the app could not be loaded.')).toBeVisible();
  // The browser asks, for the form below is not saved.
  const asked = page.waitForEvent('dialog');
  const reloading = page.getByRole('button', { name: 'Reload' }).click();
  await (await asked).dismiss();
  await reloading;
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(form.getByLabel('Title')).toHaveValue('Kitchen dry-out');
  await expect(form.getByLabel('Description')).toHaveValue('Typed before the update.');
  await pickCustomer(form, name);
  await page.getByRole('button', { name: 'Update', exact: true, includeHidden: true }).dispatchEvent('click');
  await expect(page.getByText('The app updates as soon as the open form is saved or closed.')).toBeVisible();
  await create(form);

  await expect(page.locator('html[data-build="newer"]')).toHaveCount(1);
  await upToDate(page);
  await expect(page.getByRole('link', { name: 'Kitchen dry-out' })).toHaveCount(1);
  const made = (await recordsOn(server, 'projects')).filter(({ title }) => title === 'Kitchen dry-out');
  expect(made).toMatchObject([{ customer: customer?.id, description: 'Typed before the update.' }]);
  await expect(page.getByText(NEW_VERSION)).toHaveCount(0);
});

/** What the app does every hour; resolves when the next release is on the device and waits. */
async function lookForNextRelease(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  const waits = () =>
    page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state ?? 'none waits');
  await expect.poll(waits).toBe('installed');
}
