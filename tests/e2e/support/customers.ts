import { expect, type Locator, type Page } from '@playwright/test';
import { customerSpec } from '../../../src/domain/customer.ts';
import type { Companion } from './companion.ts';

const PATH = customerSpec.path;

interface HeldCustomer {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly city: string;
}

/** Every customer that the server holds, newest first. */
export async function customersOn(server: Companion): Promise<HeldCustomer[]> {
  const { body } = await server.api(`${PATH}?page_size=500`);
  return (body as { results: HeldCustomer[] }).results;
}

/** The customer list's row that shows `text`. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search customers' });
}

export function syncStatus(page: Page): Locator {
  return page.getByTitle('Open the sync centre');
}

/** Waits until the first pull is done and nothing waits. */
export async function upToDate(page: Page): Promise<void> {
  await expect(syncStatus(page)).toHaveText(/Up to date as of/, { timeout: 45_000 });
}

/** Waits until the service worker has everything that the app needs without a connection. */
export async function offlineReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

export interface NewCustomer {
  readonly first: string;
  readonly last: string;
  readonly email: string;
}

/** Fills in the add dialog and presses Create; what happens then is the test's business. */
export async function fillNewCustomer(page: Page, { first, last, email }: NewCustomer): Promise<void> {
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await dialog.getByLabel('First Name').fill(first);
  await dialog.getByLabel('Last Name').fill(last);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create' }).click();
}

export async function addCustomer(page: Page, customer: NewCustomer): Promise<void> {
  await fillNewCustomer(page, customer);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
