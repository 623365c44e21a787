import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { loadScreenAt, SCREENS } from '../../src/app/screen-parts.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const at = (path: string): URL => new URL(path, 'http://app.test');

test.each([
  ['/', 'dashboard'],
  ['/dashboard', 'dashboard'],
  ['/customers', 'list'],
  ['/customers?status=active', 'list'],
  ['/work-orders', 'list'],
  ['/projects/7', 'record'],
  ['/reports', 'reports'],
  ['/settings', 'settings'],
  ['/sync', 'sync'],
  ['/login', 'dashboard'],
  ['/login?next=%2Fcustomers%3Fstatus%3Dactive', 'list'],
] as const)('of %s the code of one screen is loaded: the %s', async (path, wanted) => {
  const loads = Object.entries(SCREENS).map(([name, part]) => [name, vi.spyOn(part, 'load')] as const);
  await loadScreenAt(at(path));
  expect(loads.filter(([, load]) => load.mock.calls.length > 0).map(([name]) => name)).toEqual([wanted]);
});

test('a screen whose code has been loaded shows without a spinner', async () => {
  await loadScreenAt(at('/customers'));
  const records = await TestRecords.open();
  await records.seed(ann);
  startApp('/customers', records);
  expect(screen.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('code that cannot be had is a matter for the screen', async () => {
  vi.spyOn(SCREENS.reports, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(loadScreenAt(at('/reports'))).resolves.toBeUndefined();
});
