import { startApp, TestRecords } from '../records/record-services.tsx';
import { CUSTOMERS } from './customers.ts';
import { ESTIMATES } from './estimates.ts';
import type { Kind } from './kind.ts';
import { PROJECTS } from './projects.ts';
import { WORK_ORDERS } from './work-orders.ts';

/** The four kinds with their names, for `describe.each`. */
export const KINDS: readonly (readonly [name: string, kind: Kind])[] = [
  CUSTOMERS,
  PROJECTS,
  ESTIMATES,
  WORK_ORDERS,
].map((kind) => [kind.label.plural.toLowerCase(), kind] as const);

/** Stores the three samples of one kind, and the customers that they refer to. */
export async function seedSamples(kind: Kind): Promise<TestRecords> {
  const records = await TestRecords.open();
  if (kind !== CUSTOMERS) await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  await records.seedAll(kind.resource, [kind.a, kind.b, kind.blank]);
  return records;
}

/** Stores samples a and b of every kind. All records that refer to a customer refer to Ann. */
export async function seedAnns(): Promise<TestRecords> {
  const records = await TestRecords.open();
  for (const [, { resource, a, b }] of KINDS) {
    const both = resource === 'customers' ? [a, b] : [a, { ...b, customer: '1' }];
    await records.seedAll(resource, both);
  }
  return records;
}

export function openList(kind: Kind, records: TestRecords, query = '') {
  return startApp(kind.path + query, records);
}
