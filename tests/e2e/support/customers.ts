import { expect, type Locator, type Page } from '@playwright/test';
import { customerSpec } from '../../../src/domain/customer.ts';
import { recordsOn } from './held-records.ts';
import type { Server } from './server.ts';

/** Where customers are listed and made; a customer's own path is this and its id. */
export const CUSTOMERS_PATH = customerSpec.path;

interface HeldCustomer {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly city: string;
  readonly company_name: string;
}

/** Every customer that the server holds, newest first. */
export async function customersOn(server: Server): Promise<HeldCustomer[]> {
  const { body } = await server.api(`${CUSTOMERS_PATH}?page_size=500`);
  return (body as { results: HeldCustomer[] }).results;
}

/** The first customer, except the very first, that no other record refers to: the server refuses to delete the rest. */
export async function unreferencedCustomer(server: Server): Promise<HeldCustomer | undefined> {
  const others = await Promise.all(
    (['projects', 'estimates', 'workOrders'] as const).map((resource) => recordsOn(server, resource)),
  );
  const referenced = new Set(others.flat().map(({ customer }) => customer));
  return (await customersOn(server)).slice(1).find(({ id }) => !referenced.has(id));
}

/** The e-mails of the customers that tests made up, newest first. */
export async function madeOn(server: Server): Promise<string[]> {
  const held = await customersOn(server);
  return held.map(({ email }) => email).filter((email) => email.startsWith('nora.vance.'));
}

/** The customer list's row that shows `text`. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search customers' });
}

/** By the title of this version of the app, or by that of the versions before it. */
export function syncStatus(page: Page): Locator {
  return page.getByTitle(/^Open (?:Sync|the sync centre)$/);
}

/** Goes to the customers by the navigation, as one does after signing in. */
export async function openCustomers(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Customers' }).click();
  await page.waitForURL('**/customers');
}

/** Waits until the first pull is done and nothing waits. */
export async function upToDate(page: Page): Promise<void> {
  await expect(syncStatus(page)).toHaveText(/Up to date as of/, { timeout: 180_000 });
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
  await focused(dialog);
  await dialog.getByLabel('First Name').fill(first);
  await dialog.getByLabel('Last Name').fill(last);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create' }).click();
}

/** A dialog takes the focus a moment after it opens: text that is on its way then ends up in its first field. */
async function focused(dialog: Locator): Promise<void> {
  await expect(dialog.getByLabel('First Name')).toBeFocused();
}

export async function addCustomer(page: Page, customer: NewCustomer): Promise<void> {
  await fillNewCustomer(page, customer);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Changes a customer's company through the list. The row is searched for: a long list renders only a part. */
export async function editCompany(page: Page, email: string, company: string): Promise<void> {
  await searchBox(page).fill(email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await rowOf(page, email)
    .getByRole('button', { name: /^Edit / })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Customer' });
  await focused(dialog);
  await dialog.getByLabel('Company Name').fill(company);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
  await searchBox(page).fill('');
}

/** The nth customer that a test makes up. */
export function newCustomer(n: number): NewCustomer {
  return { first: 'Nora', last: `Vance${n}`, email: `nora.vance.${n}@example.com` };
}
