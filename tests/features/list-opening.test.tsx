import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { KINDS, openList } from '../support/kinds/kinds.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const READ: Readonly<Record<ResourceName, readonly ResourceName[]>> = {
  customers: ['customers'],
  projects: ['customers', 'projects'],
  estimates: ['customers', 'estimates'],
  workOrders: ['customers', 'workOrders'],
};

// @spec D1.37 D1.38
test('the menu opens Work Orders on open ones by date, the address in the specified order', async () => {
  const records = await TestRecords.open();
  const { user } = startApp('/customers', records);
  const choose = async (name: string): Promise<void> => {
    const nav = await screen.findByRole('navigation', { name: 'Main' });
    await user.click(within(nav).getByRole('link', { name }));
  };
  for (const name of ['Projects', 'Estimates', 'Customers']) {
    await choose(name);
    await screen.findByRole('heading', { level: 1, name });
    expect(window.location.search).toBe('');
  }
  await choose('Work Orders');
  await waitFor(() =>
    expect(decodeURIComponent(window.location.search)).toBe('?status=pending,assigned&sort=scheduled_date'),
  );
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(window.location.search).toBe('?sort=scheduled_date'));
});

// @spec 2.46 2.51 2.54 2.57 D2.3
test.each(KINDS)(
  'opening the %s has them read anew, and the customers that they refer to',
  async (_, kind) => {
    const records = await TestRecords.open();
    const { meta } = records.services.db.relaxed;
    openList(kind, records);
    await waitFor(async () => {
      const asked = await meta.bulkGet(RESOURCE_NAMES.map((name) => `request:${name}`));
      expect(RESOURCE_NAMES.filter((_name, index) => asked[index])).toEqual(READ[kind.resource]);
    });
  },
);
