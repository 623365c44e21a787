import type { LiveCollection } from '../../src/db/live-collection.ts';
import { workOrderSpec } from '../../src/domain/work-order.ts';
import { collectionOf } from './account.ts';

const WORK = [
  'Extract water',
  'Dry the basement',
  'Tear out drywall',
  'Clean soot',
  'Treat mold',
  'Board up',
];
const STREETS = ['Juniper', 'Hickory', 'Larkspur', 'Foxglove', 'Bluebonnet', 'Sagebrush', 'Cottonwood'];
/** Gives every customer one work order, in a different order from the customers. */
const STEP = 7919;

const collections = new Map<number, LiveCollection>();

/** Makes work orders in memory, one for each of `count` customers. They are the same each time. */
export function heldJobs(count: number): LiveCollection {
  const known = collections.get(count) ?? made(count);
  collections.set(count, known);
  return known;
}

function made(count: number): LiveCollection {
  const collection = collectionOf('workOrders');
  const rows = Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const view = {
      ...workOrderSpec.blank({ now: 1_700_000_000_000 + index, random: (index % 1000) / 1000 }),
      title: `${WORK[index % WORK.length]} at ${100 + (index % 9900)} ${STREETS[index % STREETS.length]} Lane`,
      customer: String(((index * STEP) % count) + 1),
      address_line_1: `${100 + (index % 9900)} ${STREETS[index % STREETS.length]} Lane`,
      city: 'Denton',
      state: 'TX',
      postal_code: String(76_000 + (index % 900)),
    };
    const localId = String(id);
    return {
      localId,
      serverId: id,
      server: view,
      view,
      mark: 'synced' as const,
      position: [id, id] as const,
      serverGen: 1,
      firstSeenGen: 1,
      seen: { created_at: null, updated_at: null, first_seen: 0 },
    };
  });
  collection.apply(rows.map((row) => [row.localId, row] as const));
  return collection;
}
