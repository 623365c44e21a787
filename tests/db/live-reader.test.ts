import { afterEach, describe, expect, it } from 'vitest';
import type { AppDatabase, Databases } from '../../src/db/app-database.ts';
import type { LiveCollection } from '../../src/db/live-collection.ts';
import { startLiveReader } from '../../src/db/live-reader.ts';
import { flush } from '../support/flush.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { aCollection, aDatabase, aRecord } from '../support/test-database.ts';

const clock = new ManualClock();
const errors: string[] = [];
const log = { debug: () => {}, info: () => {}, error: (message: string) => errors.push(message) };
let stop = (): void => {};

afterEach(() => {
  stop();
  errors.length = 0;
});

const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => aRecord({ localId: String(from + n) }));

function read(db: Databases, placement: 'first' | 'last' = 'first'): LiveCollection {
  const collection = aCollection(placement);
  stop = startLiveReader({ db: db.relaxed, resource: 'customers', placement, collection, clock, log });
  return collection;
}

/** Everything that the device does by itself is done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await flush();
    clock.advance(0);
  }
  await flush();
}

const ids = (collection: LiveCollection): string[] =>
  collection.getSnapshot().records.map(({ localId }) => localId);

async function expectTrue(collection: LiveCollection, db: AppDatabase): Promise<void> {
  const kept = await db.customers.orderBy('position').reverse().toArray();
  expect(ids(collection)).toEqual(kept.filter(({ view }) => view).map(({ localId }) => localId));
}

describe('a live reader', () => {
  it('fills the collection with the whole table, in list order', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 120));
    const collection = read(db);
    expect(collection.getSnapshot().complete).toBe(false);
    await settled();
    expect(ids(collection)).toHaveLength(120);
    expect(ids(collection).slice(0, 3)).toEqual(['120', '119', '118']);
    expect(collection.getSnapshot().complete).toBe(true);
  });

  it.each([
    ['first', ['4100', '4099']],
    ['last', ['1', '2']],
  ] as const)('shows the first rows of the list (%s) before the rest is read', async (placement, top) => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 4100));
    const collection = read(db, placement);
    const seen: string[][] = [];
    collection.subscribe(() => seen.push(ids(collection).slice(0, 2)));
    await settled();
    expect(seen[0]).toEqual(top);
    expect(ids(collection)).toHaveLength(4100);
    expect(collection.getSnapshot().complete).toBe(true);
  });

  it('is complete at once over an empty table', async () => {
    const collection = read(await aDatabase());
    await settled();
    expect(collection.getSnapshot()).toEqual({ records: [], texts: [], complete: true });
  });

  it('shows what is written, changed and deleted afterwards', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 3));
    const collection = read(db);
    await settled();
    await db.strict.customers.add(aRecord({ localId: '4' }));
    await db.relaxed.customers.delete('2');
    await db.strict.customers.put(aRecord({ localId: '1', position: [9, 1] }));
    await settled();
    expect(ids(collection)).toEqual(['1', '4', '3']);
  });

  it('hides a record whose deletion waits', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 2));
    const collection = read(db);
    await settled();
    await db.strict.customers.put(aRecord({ localId: '2', view: null }));
    await settled();
    expect(ids(collection)).toEqual(['1']);
  });

  it.each([49, 50, 500])('shows %i rows that were put in one call', async (count) => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 10));
    const collection = read(db);
    await settled();
    await db.relaxed.customers.bulkPut(records(6, 5 + count));
    await settled();
    await expectTrue(collection, db.relaxed);
    expect(ids(collection)).toHaveLength(5 + count);
  });

  it('shows what a range of keys lost, and what was cleared', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 90));
    const collection = read(db);
    await settled();
    await db.relaxed.customers.where('localId').above('5').delete();
    await settled();
    await expectTrue(collection, db.relaxed);
    await db.relaxed.customers.clear();
    await settled();
    expect(ids(collection)).toEqual([]);
  });

  it('loses no write that happens while the table is read', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 5000));
    const collection = read(db);
    for (let n = 1; n <= 30; n += 1) {
      await db.strict.customers.put(aRecord({ localId: String(n * 150), position: [10_000 + n, n] }));
      await db.strict.customers.delete(String(n * 150 + 1));
      await db.strict.customers.add(aRecord({ localId: String(6000 + n) }));
      clock.advance(0);
    }
    await settled();
    expect(collection.getSnapshot().complete).toBe(true);
    await expectTrue(collection, db.relaxed);
  });

  it('sees what another opening of the same database writes, and nothing of other databases', async () => {
    const db = await aDatabase();
    const again = await aDatabase(db.name);
    const other = await aDatabase();
    const collection = read(db);
    await settled();
    await again.relaxed.customers.bulkAdd(records(1, 2));
    await other.relaxed.customers.bulkAdd(records(8, 9));
    await settled();
    expect(ids(collection)).toEqual(['2', '1']);
  });

  it('stays still once it is stopped', async () => {
    const db = await aDatabase();
    const collection = read(db);
    await settled();
    stop();
    await db.relaxed.customers.bulkAdd(records(1, 2));
    await settled();
    expect(ids(collection)).toEqual([]);
  });

  it('says so when the device cannot be read, and tries again', async () => {
    const db = await aDatabase();
    db.relaxed.close({ disableAutoOpen: true });
    const collection = read(db);
    await settled();
    expect(errors).toEqual(['reading customers from the device failed']);
    await db.relaxed.open();
    await db.strict.customers.bulkAdd(records(1, 2));
    await settled();
    expect(ids(collection)).toEqual(['2', '1']);
  });
});
