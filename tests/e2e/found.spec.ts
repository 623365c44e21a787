import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { searchBox, upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';

const WORK_ORDERS_PATH = '/api/v1/work-orders/work-orders/';

/** A day of this machine's calendar, so many days from now. */
function dayFromNow(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

function matches(page: Page, count: number, of: string) {
  return page.getByRole('main').getByText(new RegExp(`^${count} of [\\d,]+ ${of}`));
}

async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
}

test.use({ viewport: { width: 390, height: 844 } });

test('customers and their work are found by name, number and place', async ({ page, server, signIn }) => {
  const body = {
    first_name: 'Vera',
    last_name: 'Quillfeather',
    email: 'vera@example.com',
    phone: '+1-555-777-1234',
    address_line_1: '12 Cellar Rd',
    city: 'Denver',
    customer_type: 'residential',
    status: 'active',
  };
  const made = await server.api('/api/v1/customers/customers/', { method: 'POST', body });
  const { id } = made.body as { id: number };
  const order = { title: 'Dry the basement', customer: id, work_order_number: 'WO-FOUND-1' };
  expect((await server.api(WORK_ORDERS_PATH, { method: 'POST', body: order })).status).toBe(201);
  await signIn();
  // A device that has just read a list rests for twenty times as long as that took.
  await expect(page.getByText('Vera Quillfeather')).toBeVisible({ timeout: 180_000 });
  for (const typed of ['777-1234', '7771234', 'cellar quill', 'DENVER vera']) {
    await searchBox(page).fill(typed);
    await expect(page.getByRole('main').getByRole('link', { name: 'Vera Quillfeather' })).toBeVisible();
    await expect(matches(page, 1, 'customers')).toBeVisible();
  }
  await page.goto('/work-orders?search=quillfeather');
  await expect(page.getByRole('link', { name: 'Dry the basement' })).toBeVisible();
  await expect(matches(page, 1, 'work orders')).toBeVisible();
  await page.getByRole('searchbox').fill('(777) 1234');
  await expect(matches(page, 1, 'work orders')).toBeVisible();
});

test('jobs are found by their day, and what is found has an address', async ({ page, server, signIn }) => {
  const jobs = [
    { title: 'Job of tomorrow', scheduled_date: dayFromNow(1), status: 'assigned' },
    { title: 'Job without a day', scheduled_date: null, status: 'pending' },
    { title: 'Job of long ago', scheduled_date: '2001-02-03', status: 'pending' },
    { title: 'Job that was done', scheduled_date: '2001-02-03', status: 'completed' },
  ];
  const [customer] = await recordsOn(server, 'customers');
  for (const [n, job] of jobs.entries()) {
    const body = { ...job, customer: customer?.['id'], work_order_number: `WO-DAY-${n}` };
    expect((await server.api(WORK_ORDERS_PATH, { method: 'POST', body })).status).toBe(201);
  }
  await signIn();
  await upToDate(page);
  await page.goto('/work-orders?search=job');
  await expect(page.getByRole('link', { name: 'Job that was done' })).toBeVisible();
  await openFilters(page);
  const shows = async (choice: string, title: string): Promise<void> => {
    await page.getByRole('button', { name: choice, exact: true }).click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await expect(matches(page, 1, 'work orders')).toBeVisible();
  };
  await page.getByRole('searchbox', { name: 'Search work orders' }).fill('wo-day');
  await shows('Tomorrow', 'Job of tomorrow');
  await shows('No date', 'Job without a day');
  await shows('Overdue', 'Job of long ago');
  expect(page.url()).toContain('scheduled_date=overdue');
  await page.reload();
  await expect(page.getByText('Scheduled: Overdue')).toBeVisible();
  await expect(matches(page, 1, 'work orders')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(matches(page, 4, 'work orders')).toBeVisible();
  await openFilters(page);
  await page.getByLabel('Scheduled from', { exact: true }).fill('2/3/01');
  await page.getByLabel('Scheduled to', { exact: true }).fill('Feb 2, 2001');
  await expect(page.getByText('The first day comes after the last.')).toBeVisible();
  await page.getByLabel('Scheduled to', { exact: true }).fill('2/4/01');
  await expect(matches(page, 2, 'work orders')).toBeVisible();
});

test('expired estimates of one customer are found and exported', async ({ page, server, signIn }) => {
  const [customer] = await recordsOn(server, 'customers');
  const name = [customer?.['first_name'], customer?.['last_name']].join(' ');
  const body = {
    title: 'Estimate, that lapsed',
    customer: customer?.['id'],
    status: 'sent',
    valid_until: '2001-02-03',
    subtotal: '10.00',
    tax_rate: '0.00',
    total_amount: '10.00',
  };
  const made = await server.api('/api/v1/estimates/estimates/', { method: 'POST', body });
  expect(made.status).toBe(201);
  await signIn();
  await upToDate(page);
  await page.goto('/estimates?search=lapsed');
  await expect(page.getByRole('link', { name: body.title })).toBeVisible();
  await openFilters(page);
  await page.getByRole('button', { name: 'Expired', exact: true }).click();
  await page.getByRole('combobox', { name: 'Customer' }).fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByText(`Customer: ${name}`)).toBeVisible();
  await expect(matches(page, 1, 'estimates')).toBeVisible();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^estimates-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"Estimate, that lapsed"');
  expect(lines[1]).toContain(name);
  await expect(page.getByText('Exported 1 estimate', { exact: true })).toBeVisible();
});

// @spec D1.37 D1.38
test('the menu opens the open work orders by date, and then what was left there', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const choose = async (title: string): Promise<void> => {
    const menu = page.getByRole('button', { name: 'Open navigation' });
    if (await menu.isVisible()) await menu.click();
    const nav = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
    await nav.getByRole('link', { name: title }).click();
  };
  await choose('Work Orders');
  await expect(page.getByText('Status: Open')).toBeVisible();
  expect(decodeURIComponent(page.url())).toContain('?status=pending,assigned&sort=scheduled_date');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Status: Open')).toHaveCount(0);
  await choose('Customers');
  await expect(page).toHaveURL(/\/customers$/);
  await page.reload();
  await searchBox(page).waitFor();
  await choose('Work Orders');
  await expect(page.getByRole('main').getByText(/^\d+ work orders/)).toBeVisible();
  expect(page.url()).toContain('/work-orders?sort=scheduled_date');
  await page.goto('/work-orders');
  await expect(page.getByRole('main').getByText(/^\d+ work orders/)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});
