import { startApp, TestRecords } from '../records/record-services.tsx';
import { CUSTOMERS } from './customers.ts';
import { ESTIMATES } from './estimates.ts';
import type { Kind } from './kind.ts';
import { PROJECTS } from './projects.ts';
import { WORK_ORDERS } from './work-orders.ts';

/** The four kinds, each under its name: for `describe.each`. */
export const KINDS: readonly (readonly [name: string, kind: Kind])[] = [
  CUSTOMERS,
  PROJECTS,
  ESTIMATES,
  WORK_ORDERS,
].map((kind) => [kind.label.plural.toLowerCase(), kind] as const);

/** The customers that the other kinds' samples refer to, and the three samples of one kind. */
export async function seedSamples(kind: Kind): Promise<TestRecords> {
  const records = await TestRecords.open();
  if (kind !== CUSTOMERS) await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  await records.seedAll(kind.resource, [kind.a, kind.b, kind.blank]);
  return records;
}

/** Both samples of every kind, and all that refers to a customer is Ann's. */
export async function seedAnns(): Promise<TestRecords> {
  const records = await TestRecords.open();
  for (const [, { resource, a, b }] of KINDS) {
    const both = resource === 'customers' ? [a, b] : [a, { ...b, customer: '1' }];
    await records.seedAll(resource, both);
  }
  return records;
}

/** Opens a kind's list. */
export function openList(kind: Kind, records: TestRecords, query = '') {
  return startApp(kind.path + query, records);
}
