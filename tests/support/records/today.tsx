import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { dayAt, weekOf } from '../../../src/domain/plain-date.ts';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import { saveSettings } from '../../../src/records/company-settings.ts';
import { ManualClock } from '../browser/manual-clock.ts';
import { CUSTOMERS } from '../kinds/customers.ts';
import { button } from '../kinds/screen.ts';
import { WORK_ORDERS } from '../kinds/work-orders.ts';
import { onPhone, startApp, TestRecords } from '../records/record-services.tsx';

export const TODAY = dayAt(new ManualClock().now());
export const WEEK = weekOf(TODAY);
export const PAUSE = 700; // In ms. Taps within this time are ignored.

/** Returns a job for today, with the given differences. */
export function job(title: string, given: Fields = {}): Fields {
  const common = { status: 'assigned', priority: 'medium', scheduled_date: TODAY, notes: '' };
  return { ...WORK_ORDERS.a, ...common, title, ...given };
}

export const crew = (names: string): string => `--- Job ---\nCrew: ${names}`;

/** Opens Today on a phone, where jobs are cards. */
export async function openToday(jobs: readonly Fields[], myName = '') {
  onPhone();
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  await records.seedAll('workOrders', jobs);
  await records.say({ reasons: ['offline'] });
  if (myName !== '') await saveSettings(records.services, { myName });
  return { records, ...startApp('/today', records) };
}

/** Returns each list on the screen: its heading and the titles of its jobs. */
export function lists(): (string | null)[][] {
  return [...document.querySelectorAll('main section:has(article)')].map((list) =>
    [...list.querySelectorAll('h2, h3')].map(({ textContent }) => textContent),
  );
}

export async function expectLists(...expected: string[][]): Promise<void> {
  await waitFor(() => expect(lists()).toEqual(expected));
}

export async function cardOf(title: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name: title });
  return link.closest('article') as HTMLElement;
}

/** Returns a card's button, once it is enabled. */
export async function step(title: string, words: string): Promise<HTMLElement> {
  return waitFor(async () => {
    const found = button(await cardOf(title), words);
    expect(found).toBeEnabled();
    return found;
  });
}

export async function dayButton(place: number): Promise<HTMLElement> {
  const days = await screen.findByRole('navigation', { name: 'Days of the week' });
  return within(within(days).getAllByRole('listitem')[place] as HTMLElement).getByRole('button');
}

/** Expects the week's buttons to show these numbers of jobs. */
export async function expectCounts(counts: Readonly<Record<string, string>>): Promise<void> {
  for (const [place, day] of WEEK.entries()) {
    const words = new RegExp(`^\\w{3} ?${Number(day.slice(8))} ?${counts[day] ?? 'no jobs'}$`);
    const one = await dayButton(place);
    await waitFor(() => expect(one).toHaveAccessibleName(words));
  }
}

export const saved = () => screen.getByRole('status', { name: 'Saved' });
