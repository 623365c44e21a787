import type { Page } from '@playwright/test';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../src/domain/resource-specs.ts';
import { connectionBack } from './support/connection.ts';
import { offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { create, LISTS, openNew, pickCustomer } from './support/records.ts';
import { runOnce } from './support/run-once.ts';
import type { Server } from './support/server.ts';

runOnce();

/** What the tests call the records that they make. */
const TITLES: Readonly<Record<ResourceName, string>> = {
  customers: 'Nora Vance',
  projects: 'Kitchen dry-out',
  estimates: 'Dry-out estimate',
  workOrders: 'Set up dehumidifiers',
};

async function goTo(page: Page, resource: ResourceName): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: resourceSpecs[resource].label.plural })
    .click();
  // The menu opens a list as it was left.
  await page.waitForURL(({ pathname }) => pathname === LISTS[resource]);
}

/** Opens the record that was just made from its list, and answers its address. */
async function openMade(page: Page, resource: ResourceName): Promise<string> {
  await page.getByRole('link', { name: TITLES[resource], exact: true }).click();
  await page.getByRole('heading', { level: 1, name: TITLES[resource] }).waitFor();
  return new URL(page.url()).pathname;
}

async function madeOn(server: Server, resource: ResourceName) {
  const field = resource === 'customers' ? 'email' : 'title';
  const wanted = resource === 'customers' ? 'nora.vance@example.com' : TITLES[resource];
  return (await recordsOn(server, resource)).filter((record) => record[field] === wanted);
}

// @spec 0.2 1.1 3.21 D1.19 D2.36 D2.37 D4.7
test('customer, project, estimate and work order made without a server arrive once, each with its customer', {
  tag: INSTALLED,
}, async ({ page, server, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await server.kill();
  const addresses = new Map<ResourceName, string>();

  // The customer is made where it is first needed: in the project's own picker.
  await goTo(page, 'projects');
  const project = await openNew(page, 'projects');
  await project.getByLabel('Title').fill(TITLES.projects);
  await project.getByLabel('Customer', { exact: true }).click();
  await page.getByRole('option', { name: 'Add New Customer' }).click();
  const customer = page.getByRole('dialog', { name: 'Add New Customer' });
  await customer.getByLabel('First Name').fill('Nora');
  await customer.getByLabel('Last Name').fill('Vance');
  await customer.getByLabel('Email').fill('nora.vance@example.com');
  await customer.getByLabel('Address Line 1').fill('12 Main St');
  await customer.getByLabel('City').fill('Boise');
  await create(customer);
  await expect(project.getByLabel('Customer', { exact: true })).toHaveValue(TITLES.customers);
  await project.getByRole('button', { name: 'Use this address' }).click();
  await expect(project.getByLabel('City')).toHaveValue('Boise');
  await project.getByLabel('Start Date').fill('3/5/2027');
  await project.getByLabel('Estimated Cost').fill('12,500');
  await create(project);
  addresses.set('projects', await openMade(page, 'projects'));
  await page.getByRole('link', { name: TITLES.customers }).first().click();
  await page.getByRole('heading', { level: 1, name: TITLES.customers }).waitFor();
  addresses.set('customers', new URL(page.url()).pathname);
  await page.getByRole('tab', { name: 'Work' }).click();
  await expect(page.getByRole('link', { name: TITLES.projects })).toBeVisible();

  await goTo(page, 'estimates');
  const estimate = await openNew(page, 'estimates');
  await estimate.getByLabel('Title').fill(TITLES.estimates);
  await pickCustomer(estimate, TITLES.customers);
  await estimate.getByLabel('Valid Until').fill('Apr 1, 2027');
  await estimate.getByLabel('Subtotal').fill('100.10');
  await estimate.getByLabel('Tax Rate (%)').fill('8.25');
  await expect(estimate.getByLabel('Total Amount')).toHaveValue('108.36');
  await create(estimate);
  addresses.set('estimates', await openMade(page, 'estimates'));

  await goTo(page, 'workOrders');
  const order = await openNew(page, 'workOrders');
  await order.getByLabel('Title').fill(TITLES.workOrders);
  await expect(order.getByLabel('Work Order Number')).toHaveValue(/^WO-\d{13}-\d{1,3}$/);
  await pickCustomer(order, TITLES.customers);
  await order.getByLabel('Scheduled Date').fill('2027-03-06');
  await order.getByLabel('Estimated Cost').fill('99.9');
  await create(order);
  addresses.set('workOrders', await openMade(page, 'workOrders'));
  await expect(syncStatus(page)).toHaveText('No connection · 4 changes waiting');

  await server.start();
  await connectionBack(page);
  await upToDate(page);
  const [made, ...others] = await madeOn(server, 'customers');
  expect(others).toEqual([]);
  expect(await madeOn(server, 'projects')).toMatchObject([
    { customer: made?.id, city: 'Boise', start_date: '2027-03-05', estimated_cost: 12_500 },
  ]);
  expect(await madeOn(server, 'estimates')).toMatchObject([
    {
      customer: made?.id,
      valid_until: '2027-04-01',
      estimate_number: expect.stringMatching(/^EST-\d{6}$/),
      subtotal: { amount: '100.10' },
      total_amount: { amount: '108.36' },
    },
  ]);
  expect(await madeOn(server, 'workOrders')).toMatchObject([
    {
      customer: made?.id,
      scheduled_date: '2027-03-06',
      estimated_cost: { amount: '99.90', currency: 'USD' },
    },
  ]);

  for (const resource of RESOURCE_NAMES) {
    const [held] = await madeOn(server, resource);
    for (const path of [addresses.get(resource) ?? '', `${LISTS[resource]}/${held?.id}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: TITLES[resource] })).toBeVisible();
      await expect(page.getByText('Waiting to sync')).toHaveCount(0);
    }
  }
});

// @spec 6.2 D1.7 D2.2 D2.23 D2.24
test('every screen and dialog opens from a cold start without a connection, after one sync', {
  tag: INSTALLED,
}, async ({ page, context, server, signIn }) => {
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  const paths: string[] = ['/dashboard', '/sync'];
  for (const resource of RESOURCE_NAMES) {
    const [held] = await recordsOn(server, resource);
    paths.push(LISTS[resource], `${LISTS[resource]}/${held?.id}`);
  }
  await page.close();
  await server.kill();
  await context.setOffline(true);

  for (const path of paths) {
    const cold = await context.newPage();
    const broken: string[] = [];
    cold.on('pageerror', (error) => broken.push(error.message));
    await cold.goto(path);
    await expect(cold.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(cold.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    if (path === '/dashboard') {
      await expect(cold.getByText(/^This device’s figures · as of/)).toBeVisible();
      await expect(cold.getByRole('link', { name: 'Total Customers' })).toContainText('200');
    } else if (path !== '/sync') {
      const edit = cold.getByRole('button', { name: /^Edit/ }).first();
      await edit.click();
      await expect(cold.getByRole('dialog').getByRole('button', { name: 'Update' })).toBeVisible();
    }
    expect(broken).toEqual([]);
    await cold.close();
  }
});

// @spec 0.3 1.2 2.12 D2.22
test('the dashboard shows this device’s figures once it has all records, and each card leads to what it counts', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('Welcome back, demo!')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading the dashboard' })).toHaveCount(0);
  await expect(page.getByText('This device’s figures')).toBeVisible();
  for (const name of ['Pending Estimates', 'Open Work Orders', 'Active Projects']) {
    const card = page.getByRole('list', { name: 'Figures' }).getByRole('link', { name });
    // Back at the dashboard the card stands before its figure.
    await expect(card).toHaveText(/\d/);
    const figure = /\d+/.exec((await card.textContent()) ?? '')?.[0];
    await card.click();
    await expect(page.getByRole('main').getByText(new RegExp(`^${figure} of \\d+ `))).toBeVisible();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  }
});
