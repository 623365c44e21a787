import { expect, it } from 'vitest';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { ann } from '../support/records/mutations.ts';
import { aSyncedTab } from '../support/tab/scenario.ts';

const ROWS = 200;

it('[L14] a large company costs a page of each list a minute while nothing changes', async () => {
  const customers = Array.from({ length: ROWS }, (_, n) => ({ ...ann, email: `n${n}@example.com` }));
  const titled = Array.from({ length: ROWS }, (_, n) => ({ title: `Work ${n}` }));
  const { backend, tab } = await aSyncedTab(customers, {
    projects: titled,
    estimates: titled,
    workOrders: titled,
  });
  const before = backend.asked;
  await tab.pass(6 * 60_000, 5000);
  expect(backend.asked - before).toBeGreaterThanOrEqual(5 * RESOURCE_NAMES.length);
  expect(backend.asked - before).toBeLessThanOrEqual(7 * RESOURCE_NAMES.length);
});
