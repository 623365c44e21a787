import { expect, type Locator, type Page } from '@playwright/test';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs, specOf } from '../../../src/domain/resource-specs.ts';
import { recordsOn } from './held-records.ts';
import type { Server } from './server.ts';

/** The path of each kind's list. */
export const LISTS: Readonly<Record<ResourceName, string>> = {
  customers: '/customers',
  projects: '/projects',
  estimates: '/estimates',
  workOrders: '/work-orders',
};

/** Returns the ids of a kind's records that other records refer to. The server does not delete these. */
export async function referredOn(server: Server, resource: ResourceName): Promise<ReadonlySet<unknown>> {
  const ids = new Set<unknown>();
  for (const name of RESOURCE_NAMES) {
    for (const { field, to } of specOf(name).references) {
      if (to !== resource) continue;
      for (const record of await recordsOn(server, name)) ids.add(record[field]);
    }
  }
  return ids;
}

/** Opens the dialog for a new record of a kind. */
export async function openNew(page: Page, resource: ResourceName): Promise<Locator> {
  const { title } = resourceSpecs[resource].label;
  await page
    .getByRole('button', { name: `Add ${title}` })
    .first()
    .click();
  return page.getByRole('dialog', { name: `Add New ${title}` });
}

/** Chooses a customer in a dialog by typing the name. */
export async function pickCustomer(dialog: Locator, name: string): Promise<void> {
  const picker = dialog.getByLabel('Customer', { exact: true });
  await picker.click();
  await picker.fill(name);
  await dialog.page().locator('.mantine-Combobox-option').filter({ hasText: name }).first().click();
  await expect(picker).toHaveValue(name);
}

/** Presses Create and waits until the dialog is gone. */
export async function create(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
}
