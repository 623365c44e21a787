import { screen } from '@testing-library/react';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import { CUSTOMERS } from '../kinds/customers.ts';
import { onPhone, startApp, TestRecords } from './record-services.tsx';
import { job, TODAY, WEEK } from './today.tsx';

export async function openSchedule(jobs: readonly Fields[], search = '', forms: object = {}) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  await records.seedAll('workOrders', jobs);
  await records.say({ reasons: ['offline'] });
  await records.seeDates(forms);
  const app = startApp(`/schedule${search}`, records);
  await screen.findByRole('grid');
  return { records, ...app };
}

/** Opens the schedule on a phone, offline. */
export async function openPhoneSchedule(jobs: readonly Fields[], query = '') {
  onPhone();
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  await records.seedAll('workOrders', jobs);
  await records.say({ reasons: ['offline'] });
  return { records, ...startApp(`/schedule${query}`, records) };
}

/** With plain spaces. */
const plain = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ');

/** What is said to a screen reader. */
export const said = (): string[] => screen.getAllByRole('status').map(plain);

/** The cards of a person on a day, by title. Nobody's row is the first. */
export function titles(person: string, day = TODAY): string[] {
  const row = [...document.querySelectorAll('tbody tr')].find(
    (one) => one.querySelector('th')?.textContent?.endsWith(person) === true,
  );
  const cell = row?.querySelectorAll('td')[WEEK.indexOf(day)];
  return [...(cell?.querySelectorAll('article') ?? [])].map((card) => plain(card.querySelector('a')));
}

export const rows = (): (string | null | undefined)[] =>
  [...document.querySelectorAll('tbody tr th')].map(
    (head) => head.querySelector('span > :last-child')?.textContent,
  );

export const card = (title: string): HTMLElement => {
  const [link] = screen.getAllByRole('link', { name: new RegExp(title) });
  return link as HTMLElement;
};

export const DATED = (notes: string, given: Fields = {}) => job('Dry cellar', { notes, ...given });
