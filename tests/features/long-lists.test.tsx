import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { KINDS } from '../support/kinds/kinds.ts';
import { aCustomer } from '../support/records/mutations.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';

// What is made of more records than one looks at while a screen is drawn: right, and right again after a change.

const MANY = 2500;
const late = aCustomer({ first_name: 'Abe', last_name: 'Late', email: 'abe@example.com' });

let records: TestRecords;
let clock: ReturnType<typeof setInterval>;

beforeEach(async () => {
  records = await TestRecords.open();
  clock = setInterval(() => act(() => records.clock.advance(1)), 5);
});

afterEach(() => clearInterval(clock));

function projects(count: number, customer: (n: number) => string): Fields[] {
  const [, sample] = KINDS.find(([, { resource }]) => resource === 'projects') ?? [];
  if (!sample) throw new Error('There are no sample projects.');
  return Array.from({ length: count }, (_, n) => ({
    ...sample.a,
    title: `Job ${n}`,
    customer: customer(n),
    estimated_cost: 10,
  }));
}

test('a report', async () => {
  await records.seed(...customers(MANY));
  startApp('/reports?report=customer-summary', records);
  const dialog = await screen.findByRole('dialog', { name: 'Customer Summary' });
  const total = within(dialog).getByText('Total Customers').nextElementSibling;
  await waitFor(() => expect(total).toHaveTextContent('2,500'));
  expect(await within(dialog).findByRole('figure')).toBeVisible();
  await records.seed(late);
  await records.seed(late);
  await waitFor(() => expect(total).toHaveTextContent('2,502'));
});

test('the figures of the dashboard', async () => {
  await records.seed(...customers(MANY));
  await records.say({ reasons: ['offline'] });
  startApp('/dashboard', records);
  const card = await screen.findByRole('link', { name: /Total Customers/ });
  await waitFor(() => expect(card).toHaveTextContent('2,500'));
  await records.seed(late);
  await waitFor(() => expect(card).toHaveTextContent('2,501'));
});

test('what belongs to a customer', async () => {
  await records.seed(...customers(2));
  await records.seedAll(
    'projects',
    projects(MANY, (n) => (n % 1000 === 0 ? '1' : '2')),
  );
  startApp('/customers/1?tab=work', records);
  const section = await screen.findByRole('region', { name: 'Projects' });
  expect(await within(section).findByText('3 worth $30')).toBeVisible();
  await records.seedAll(
    'projects',
    projects(1, () => '1'),
  );
  expect(await within(section).findByText('4 worth $40')).toBeVisible();
});
