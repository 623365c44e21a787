import type { Page } from '@playwright/test';
import { upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';

/** Chromium complains of what was loaded early and is not used a few seconds after that. */
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

test('a screen whose style sheets come late has nothing to say in the console', async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
  const said: string[] = [];
  listenTo(page, said);
  await page.route(/\/assets\/(form|fields)-.*\.css$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, AFTER_LOAD_MS));
    await route.continue();
  });
  await page.goto('/customers?new');
  await expect(page.getByRole('dialog', { name: 'Add New Customer' })).toBeVisible();
  expect(said).toEqual([]);
});
