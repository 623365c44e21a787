import type { BrowserContext, Page } from '@playwright/test';
import { offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';

/** Every screen of a signed-in person, and by what it is known. */
const SCREENS: Readonly<Record<string, string>> = {
  '/dashboard': 'Dashboard',
  '/customers': 'Customers',
  '/projects': 'Projects',
  '/estimates': 'Estimates',
  '/work-orders': 'Work Orders',
  '/reports': 'Reports',
  '/sync': 'Sync',
  '/customers/1': '',
  '/customers?new': 'Customers',
  '/work-orders?new': 'Work Orders',
};
/** Chromium complains of what was loaded early and not used a few seconds after that: on a busy machine without cause. */
const AFTER_LOAD_MS = 6000;

/** Playwright keeps the worker away in most tests, and the app says that it could not have it. */
const BY_PLAYWRIGHT = /Service Worker registration blocked by Playwright|no offline use on this address/;

/** Notes what a page says in its console, and what it throws. */
function listenTo(page: Page, said: string[]): void {
  page.on('console', (message) => {
    if (!['warning', 'error'].includes(message.type()) || BY_PLAYWRIGHT.test(message.text())) return;
    said.push(`${new URL(page.url()).pathname}: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`${new URL(page.url()).pathname}: ${error.message}`));
}

async function openAll(context: BrowserContext, said: string[]): Promise<void> {
  // One after the other: a machine that starts ten at once is too slow to use within seconds what it loaded.
  for (const [path, heading] of Object.entries(SCREENS)) {
    const page = await context.newPage();
    listenTo(page, said);
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(heading === '' ? title : title.filter({ hasText: heading })).toBeVisible();
  }
  await context.pages().at(-1)?.waitForTimeout(AFTER_LOAD_MS);
}

test.describe.configure({ timeout: 150_000 });

test('no screen has anything to say in the console', { tag: '@undisturbed' }, async ({
  page,
  context,
  signIn,
}) => {
  const said: string[] = [];
  listenTo(page, said);
  await signIn();
  await upToDate(page);
  await openAll(context, said);
  expect(said).toEqual([]);
});

test('nor has one where the app is installed', { tag: [INSTALLED, '@undisturbed'] }, async ({
  page,
  context,
  signIn,
}) => {
  const said: string[] = [];
  listenTo(page, said);
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await openAll(context, said);
  expect(said).toEqual([]);
});

test('nor has one whose style sheets come late', async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
  const said: string[] = [];
  listenTo(page, said);
  await page.route(/\/assets\/(form|fields)-.*\.css$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, AFTER_LOAD_MS));
    await route.continue();
  });
  await page.goto('/customers?new');
  await expect(page.getByRole('dialog', { name: 'Add New Customer' })).toBeVisible({ timeout: 30_000 });
  expect(said).toEqual([]);
});
