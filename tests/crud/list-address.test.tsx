import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCustomer, ann } from '../support/records/mutations.ts';
import { onDesk, startApp, TestRecords } from '../support/records/record-services.tsx';

const ben = aCustomer({ first_name: 'Ben', last_name: 'Brown', email: 'ben@example.com' });

async function openCustomers(query = ''): Promise<HTMLElement> {
  const records = await TestRecords.open();
  await records.seed(ann, ben);
  startApp(`/customers${query}`, records);
  return screen.findByRole('searchbox');
}

test('on a slow device, neither a search nor the filter chosen right after it is lost', async () => {
  // The filters are beside the search.
  onDesk();
  const box = await openCustomers('?search=b');
  const filter = await screen.findByRole('combobox', { name: 'Filter by status' });
  fireEvent.change(box, { target: { value: 'be' } });
  // Within one act, nothing is rendered between the press and the choice.
  act(() => {
    fireEvent.pointerDown(filter);
    fireEvent.change(filter, { target: { value: 'active' } });
  });
  expect(window.location.search).toBe('?search=be&status=active');
  expect(box).toHaveValue('be');
  expect(filter).toHaveValue('active');
});

test('on a slow device too, the entry of the navigation clears a search that was just typed', async () => {
  const box = await openCustomers();
  const entry = screen.getByRole('link', { name: 'Customers' });
  fireEvent.change(box, { target: { value: 'ben' } });
  act(() => {
    fireEvent.pointerDown(entry);
    fireEvent.click(entry);
  });
  await waitFor(() => expect(box).toHaveValue(''));
  expect(window.location.search).toBe('');
});
