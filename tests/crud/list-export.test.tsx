import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { onDesk, onPhone, startApp } from '../support/records/record-services.tsx';
import { aCompany, downloads } from '../support/records/reports.tsx';

test('the options of a desk’s list export the rows that it shows', async () => {
  onDesk();
  const taken = downloads();
  const { user } = startApp('/work-orders', await aCompany());
  await screen.findByText('3 work orders');
  for (const name of ['Export as CSV', 'Export as Excel (.xlsx)']) {
    await user.click(await screen.findByRole('button', { name: 'List options' }));
    const entry = await screen.findByRole('menuitem', { name });
    await waitFor(() => expect(entry).not.toHaveAttribute('aria-disabled'));
    await user.click(entry);
    await screen.findByText('Exported 3 work orders');
  }
  await waitFor(() => expect(taken).toHaveLength(2));
  const names = taken.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day'));
  expect(names).toEqual(['work-orders-day.csv', 'work-orders-day.xlsx']);
  const lines = (await taken[0]?.content.text())?.trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
});

test('a phone exports from the panel of its filters', async () => {
  onPhone();
  const taken = downloads();
  const { user } = startApp('/estimates', await aCompany());
  await screen.findByText('3 estimates');
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  const one = await screen.findByRole('button', { name: 'Export' });
  await waitFor(() => expect(one).toBeEnabled());
  await user.click(one);
  await screen.findByText('Exported 3 estimates');
  expect(taken).toHaveLength(1);
});
