import { expect, type Locator, type Page } from '@playwright/test';
import { ORDERS } from './day.ts';
import { recordsOn } from './held-records.ts';
import { planted } from './planted.ts';
import type { Server } from './server.ts';

/** A week that no demo record is in. */
const WEEK = [
  '2031-03-02',
  '2031-03-03',
  '2031-03-04',
  '2031-03-05',
  '2031-03-06',
  '2031-03-07',
  '2031-03-08',
];
export const [, MONDAY = '', , WEDNESDAY = '', THURSDAY = ''] = WEEK;
export const PATH = `/schedule?day=${MONDAY}`;
export const NOTES =
  'Call before arriving.\n--- Job ---\nCrew: Ann Lee, Bo Diaz\nTime: 09:00-11:00\nFlags: dog';

export const TWO = 'Pump out 12 Elm';
export const DONE = 'Haul away 3 Oak';
export const TRAY = 'Roof tarp 9 Pine';

/** Creates work orders on the server. Returns their ids. */
export async function create(server: Server, orders: readonly object[]): Promise<readonly number[]> {
  const [customer] = await recordsOn(server, 'customers');
  const ids: number[] = [];
  for (const [n, fields] of orders.entries()) {
    const body = { customer: customer?.id, status: 'assigned', work_order_number: `WO-S-${n}`, ...fields };
    const { body: made } = await server.api(ORDERS, { method: 'POST', body });
    ids.push((made as { id: number }).id);
  }
  return ids;
}

/** Creates a job of two people, a completed one, and one without a day. Returns their ids. */
export function plan(server: Server): Promise<readonly number[]> {
  return create(server, [
    { title: TWO, scheduled_date: MONDAY, notes: NOTES },
    { title: DONE, scheduled_date: MONDAY, status: 'completed', notes: '--- Job ---\nCrew: Ann Lee' },
    { title: TRAY, priority: 'urgent', notes: 'Ladder.\n--- Job ---\nCrew: Cy Fox' },
  ]);
}

export async function held(server: Server, id: number | undefined): Promise<Record<string, unknown>> {
  return (await server.api(`${ORDERS}${id}/`)).body as Record<string, unknown>;
}

export async function open(page: Page, path = PATH): Promise<void> {
  await page.goto(path);
  await page.getByRole('grid').waitFor();
}

export function cell(page: Page, person: string, day: string): Locator {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: person }) });
  return row.getByRole('gridcell').nth(WEEK.indexOf(day));
}

export const card = (place: Locator, title: string): Locator =>
  place.getByRole('article').filter({ hasText: title });
export const link = (place: Locator, title: string): Locator => place.getByRole('link', { name: title });
export const tray = (page: Page): Locator => page.getByRole('region', { name: 'To schedule' });

/** Returns this device's copy of a work order. */
export async function storedOrder(page: Page, title: string): Promise<Record<string, unknown> | undefined> {
  const orders = await planted(page, 'workOrders');
  return orders.map(({ view }) => view as Record<string, unknown>).find((view) => view['title'] === title);
}

/** Waits until every move is on the disk. Before that, its card cannot be moved again. */
export async function movesSaved(page: Page): Promise<void> {
  await expect(page.getByRole('article').and(page.locator('[aria-busy="true"]'))).toHaveCount(0);
}
