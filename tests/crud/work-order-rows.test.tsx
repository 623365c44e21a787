import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { updateRecord } from '../../src/records/commands.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

// What tells a job from the others of its title: whose it is and where. Its number is for machines.

async function openOrders(...orders: readonly Fields[]): Promise<TestRecords> {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  await records.seedAll('workOrders', orders);
  await records.say({ reasons: ['offline'] });
  startApp('/work-orders', records);
  return records;
}

async function rowOf(title: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name: title });
  return link.closest('tr, li') as HTMLElement;
}

async function renameAnn(records: TestRecords): Promise<void> {
  const draft = { ...CUSTOMERS.a, last_name: 'Meyer' };
  await updateRecord(records.services, 'customers', '1', { initial: CUSTOMERS.a, draft, watch: false });
}

test('a row has customer and street below the title, and follows a customer who is renamed', async () => {
  const records = await openOrders(WORK_ORDERS.a);
  const row = await rowOf('Tear out');
  const [number, title] = within(row).getAllByRole('cell');
  expect(number).toHaveTextContent('WO-1768000000000-7');
  await waitFor(() => expect(title).toHaveTextContent('Tear outAnn Lee · 5 Oak Ave'));
  await renameAnn(records);
  await waitFor(() => expect(title).toHaveTextContent('Tear outAnn Meyer · 5 Oak Ave'));
});

test('so has a card on a phone', async () => {
  onPhone();
  const records = await openOrders(WORK_ORDERS.a);
  // Asked for anew each time: the first cards give way to others when the code that measures them is there.
  const told = async (text: string) => expect(await rowOf('Tear out')).toHaveTextContent(text);
  await waitFor(() => told('Ann Lee · 5 Oak Ave'));
  await told('WO-1768000000000-7');
  await renameAnn(records);
  await waitFor(() => told('Ann Meyer · 5 Oak Ave'));
});

test('what is not known leaves nothing behind', async () => {
  await openOrders(
    { ...WORK_ORDERS.a, title: 'No street', address_line_1: ' ' },
    { ...WORK_ORDERS.a, title: 'No customer', customer: null },
    { ...WORK_ORDERS.a, title: 'Neither', customer: null, address_line_1: '' },
  );
  const titleCell = async (title: string) => within(await rowOf(title)).getAllByRole('cell')[1];
  const noStreet = await titleCell('No street');
  await waitFor(() => expect(noStreet).toHaveTextContent(/^No streetAnn Lee$/));
  expect(await titleCell('No customer')).toHaveTextContent(/^No customer5 Oak Ave$/);
  expect(await titleCell('Neither')).toHaveTextContent(/^Neither$/);
});

test.each([
  ['pending', 'alarm'],
  ['in_progress', 'alarm'],
  ['completed', 'quiet'],
  ['cancelled', 'quiet'],
])('an urgent order that is %s has a chip that is %s', async (status, tone) => {
  await openOrders({ ...WORK_ORDERS.a, status, priority: 'urgent' });
  const row = await rowOf('Tear out');
  expect(within(row).getByText('Urgent')).toHaveAttribute('data-tone', tone);
});
