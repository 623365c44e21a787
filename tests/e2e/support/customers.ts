import { expect, type Locator, type Page } from '@playwright/test';
import { customerSpec } from '../../../src/domain/customer.ts';
import { recordsOn } from './held-records.ts';
import type { Server } from './server.ts';

/** The API path of the customers. A customer's own path is this plus its id. */
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

/** Returns all customers on the server, newest first. */
export async function customersOn(server: Server): Promise<HeldCustomer[]> {
  const { body } = await server.api(`${CUSTOMERS_PATH}?page_size=500`);
  return (body as { results: HeldCustomer[] }).results;
}

/** Returns a customer, other than the first, to whom no record refers. The server refuses to delete the others. */
export async function unreferencedCustomer(server: Server): Promise<HeldCustomer | undefined> {
  const others = await Promise.all(
    (['projects', 'estimates', 'workOrders'] as const).map((resource) => recordsOn(server, resource)),
  );
  const referenced = new Set(others.flat().map(({ customer }) => customer));
  return (await customersOn(server)).slice(1).find(({ id }) => !referenced.has(id));
}

/** Returns the emails of customers that tests made up, newest first. */
export async function madeOn(server: Server): Promise<string[]> {
  const held = await customersOn(server);
  return held.map(({ email }) => email).filter((email) => email.startsWith('nora.vance.'));
}

/** The row of the customer list that shows `text`. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

export function searchBox(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search customers' });
}

/** Finds the status by its title in this version of the app or in earlier ones. */
export function syncStatus(page: Page): Locator {
  return page.getByTitle(/^Open (?:Sync|the sync centre)$/);
}

/** Goes to the customers through the navigation, as after a sign-in. */
export async function openCustomers(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Customers' }).click();
  await page.waitForURL('**/customers');
}

const UP_TO_DATE = /Up to date as of/;

/** Waits until the first pull is done and no change is waiting. */
export async function upToDate(page: Page): Promise<void> {
  await expect(syncStatus(page)).toHaveText(UP_TO_DATE, { timeout: 180_000 });
}

/** True if the list shows no row that waits either: the status may lag behind a save. */
export async function isUpToDate(page: Page): Promise<boolean> {
  const status = (await syncStatus(page).textContent()) ?? '';
  return UP_TO_DATE.test(status) && (await page.getByText('Waiting to sync').count()) === 0;
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

/** Fills in the add dialog and presses Create. Does not wait for the result. */
export async function fillNewCustomer(page: Page, { first, last, email }: NewCustomer): Promise<void> {
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await focused(dialog);
  await dialog.getByLabel('First Name').fill(first);
  await dialog.getByLabel('Last Name').fill(last);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Create' }).click();
}

/** Waits until the dialog has the focus. Text typed just before that would end up in its first field. */
async function focused(dialog: Locator): Promise<void> {
  await expect(dialog.getByLabel('First Name')).toBeFocused();
}

export async function addCustomer(page: Page, customer: NewCustomer): Promise<void> {
  await fillNewCustomer(page, customer);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Changes a customer's company through the list. Searches for the row, because only part of a long list is rendered.
 */
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

/** Returns the nth customer that a test makes up. */
export function newCustomer(n: number): NewCustomer {
  return { first: 'Nora', last: `Vance${n}`, email: `nora.vance.${n}@example.com` };
}
