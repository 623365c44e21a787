import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { KINDS, openList } from '../support/kinds/kinds.ts';
import { TestRecords } from '../support/records/record-services.tsx';

const READ: Readonly<Record<ResourceName, readonly ResourceName[]>> = {
  customers: ['customers'],
  projects: ['customers', 'projects'],
  estimates: ['customers', 'estimates'],
  workOrders: ['customers', 'workOrders'],
};

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
