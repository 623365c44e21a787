import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayBefore } from '../../src/domain/plain-date.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { job, TODAY } from '../support/records/today.tsx';

test('a late job of a status that this version does not know is opened, not moved', async () => {
  const records = await TestRecords.open();
  await records.seedAll('workOrders', [
    job('Held', { status: 'on_hold', scheduled_date: dayBefore(TODAY), customer: null }),
  ]);
  const { user } = startApp('/push', records);
  const open = await screen.findByRole('link', { name: 'Open Held' });
  expect(open).toHaveAttribute('href', '/work-orders/1');
  expect(screen.queryByRole('button', { name: 'Move to today' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More for Held' }));
  const menu = await screen.findByRole('menu');
  expect(within(menu).getByRole('menuitem', { name: 'Mark as completed' })).toBeVisible();
  expect(within(menu).queryByRole('menuitem', { name: /^Move to/ })).toBeNull();
});
