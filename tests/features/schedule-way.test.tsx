import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { job } from '../support/records/today.tsx';

describe('the way to the schedule', () => {
  test('is on the list of work orders, and back again to the open ones', async () => {
    const records = await TestRecords.open();
    await records.seedAll('workOrders', [job('Now')]);
    const { user } = startApp('/work-orders', records);
    const views = await screen.findByRole('navigation', { name: 'Views' });
    expect(within(views).getByRole('link', { name: 'List' })).toHaveAttribute('aria-current', 'page');
    await user.click(within(views).getByRole('link', { name: 'Schedule' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
    await user.click(
      within(await screen.findByRole('navigation', { name: 'Views' })).getByRole('link', { name: 'List' }),
    );
    await waitFor(() =>
      expect(location.pathname + location.search).toBe(
        '/work-orders?status=pending,assigned&sort=scheduled_date',
      ),
    );
  });

  test('is on the dashboard', async () => {
    const records = await TestRecords.open();
    const { user } = startApp('/dashboard', records);
    const part = await screen.findByRole('region', { name: 'Next on the schedule' });
    await user.click(within(part).getByRole('link', { name: 'Schedule' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible();
  });
});
