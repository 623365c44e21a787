import type { Page } from '@playwright/test';
import { REPORTS } from '../../../src/domain/reports.ts';
import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import { addCustomer, offlineReady, upToDate } from './customers.ts';
import { JOB, jobOf, planDay } from './day.ts';
import { recordsOn } from './held-records.ts';
import { offerInstall } from './installing.ts';
import { openAccountMenu } from './log-out.ts';
import { LISTS, openNew } from './records.ts';
import type { Server } from './server.ts';

interface Tour {
  readonly page: Page;
  readonly server: Server;
  readonly signIn: () => Promise<void>;
  /** Called on every screen and dialog, whole and at rest. */
  readonly look: (where: string) => Promise<void>;
}

/** The longest name that anybody has; nothing in it invites to a new line but its two hyphens. */
const LONG = 'Bartholomew-Maximilian-Wolfeschlegelsteinhausenbergerdorff';

/** Goes through the screens and dialogs of the app, with a connection and in the end without one. */
export async function tour({ page, server, signIn, look }: Tour): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('landing');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await look('sign-in');
  await planDay(server);
  await signIn();
  await upToDate(page);
  await page.goto('/dashboard');
  await page.getByText('Next on the schedule').waitFor();
  await look('dashboard');
  for (const resource of RESOURCE_NAMES) {
    await page.goto(LISTS[resource]);
    await page.getByText(/^\d+ (customers|projects|estimates|work orders)$/).waitFor();
    await look(`${resource}, list`);
    if (resource === 'workOrders') await lookAtFilters(page, look);
    const dialog = await openNew(page, resource);
    await dialog.getByRole('button', { name: 'Create' }).waitFor();
    await look(`${resource}, dialog`);
    if (resource !== 'customers') {
      await dialog.getByLabel('Customer', { exact: true }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await look(`${resource}, customers to choose from`);
      await page.keyboard.press('Escape');
      await dialog.getByLabel(/Start Date|Valid Until|Scheduled Date/).click();
      await page.getByRole('table').last().waitFor();
      await look(`${resource}, calendar`);
    }
    const [held] = await recordsOn(server, resource);
    await page.goto(`${LISTS[resource]}/${held?.id}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await look(`${resource}, record`);
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page.getByText('Are you sure').waitFor();
    await look(`${resource}, deletion`);
  }
  await page.goto('/today');
  const job = jobOf(page, JOB.title);
  await job.waitFor();
  await look('today');
  await job.getByRole('link', { name: JOB.title }).click();
  await page.getByRole('button', { name: 'Add checklist: Water' }).waitFor();
  await look('a job of today');
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('dialog', { name: 'Assign crew' }).getByRole('checkbox').first().waitFor();
  await look('its crew');
  await page.goto('/estimates');
  const estimate = await openNew(page, 'estimates');
  await estimate.getByRole('button', { name: 'Create' }).click();
  await estimate.getByRole('alert').getByText(/./).first().waitFor();
  await look('an estimate with all that is missing');
  await page.goto('/reports');
  await page.getByText('200 customers').waitFor();
  await look('reports');
  for (const { id } of REPORTS) {
    await page.goto(`/reports?report=${id}`);
    await page.getByRole('figure').waitFor();
    await look(id);
  }
  await page.goto('/customers');
  await offlineReady(page);
  await offerInstall(page);
  await page.context().setOffline(true);
  await addCustomer(page, { first: LONG, last: 'the Elder', email: `${LONG}@example.com` });
  await page.getByRole('region', { name: 'Install app' }).waitFor();
  await look('a long name, waiting, and the proposal to install the app');
  const menu = await openAccountMenu(page);
  await look('account menu');
  await menu.getByRole('menuitem', { name: 'About' }).click();
  await page.getByRole('dialog', { name: 'About' }).waitFor();
  await look('about');
  await page.keyboard.press('Escape');
  const navigation = page.getByRole('button', { name: 'Open navigation' });
  if (await navigation.isVisible()) {
    await navigation.click();
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    await look('navigation');
    await page.keyboard.press('Escape');
  }
  // As large as its text may be, it lies over the list until it is answered.
  await page.getByRole('region', { name: 'Install app' }).getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('link', { name: LONG }).first().click();
  await page.getByText('Not synced yet').waitFor();
  await look('its record');
  await page.goto('/sync');
  await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor();
  await look('sync screen');
}

/** Opens the filters of a list, with the customers that a few letters find, and closes them. */
async function lookAtFilters(page: Page, look: Tour['look']): Promise<void> {
  const filters = page.getByRole('button', { name: /^Filters/ }).first();
  await filters.click();
  await page.getByLabel('Find a customer').fill('an');
  await page.getByRole('list', { name: 'Customers found' }).getByRole('button').first().waitFor();
  await look('filters');
  await filters.click();
}

/** What was found, by where; nowhere is left out. */
export function whereFound(
  found: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
}
