import Dexie from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Databases } from '../../src/db/app-database.ts';
import { putServerRows } from '../../src/db/lane-store.ts';
import type { LiveCollection } from '../../src/db/live-collection.ts';
import { type LiveReader, startLiveReader } from '../../src/db/live-reader.ts';
import type { AppDatabase } from '../../src/db/tables.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import { flush } from '../support/browser/flush.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { aCollection, aDatabase, aRecord } from '../support/browser/test-database.ts';

const clock = new ManualClock();
const errors: string[] = [];
const log = { debug: () => {}, info: () => {}, error: (message: string) => errors.push(message) };
const nothing = (): void => {};
let stop = nothing;
let readSoon: LiveReader['readSoon'] = async () => {};

afterEach(() => {
  stop();
  errors.length = 0;
});

const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => aRecord({ localId: String(from + n) }));

/** @param turnForRest called before more than the first rows are read */
function read(
  db: Databases,
  placement: 'first' | 'last' = 'first',
  turnForRest = async (): Promise<() => void> => nothing,
  resource: ResourceName = 'customers',
): LiveCollection {
  const collection = aCollection(placement, resource);
  ({ stop, readSoon } = startLiveReader({ db, resource, placement, collection, turnForRest, clock, log }));
  return collection;
}

/** Delays the answer of each key range until `until` of its first key resolves. */
async function answerRangesLate(
  db: AppDatabase,
  until: (first: string) => Promise<void> | null,
): Promise<void> {
  db.close({ disableAutoOpen: false });
  db.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          query: async (request) => {
            const answer = await table.query(request);
            const [first] = answer.result as MirrorRecord[];
            await until(first?.localId ?? '');
            return answer;
          },
        };
      },
    }),
  });
  await db.open();
}

/** Waits for the reader's own work. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await flush();
    clock.advance(0);
  }
  await flush();
}

/** Returns a reader of records 10001 to `last` that waits for the range from 12001 until it may `arrive`. */
async function heldBeforeRange(last: number) {
  const db = await aDatabase();
  await db.strict.customers.bulkAdd(records(10_001, last));
  let arrive = (): void => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await answerRangesLate(db.relaxed, (first) => (first === '12001' ? late : null));
  const collection = read(db);
  await settled();
  return { db, collection, arrive };
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
  ] as const)('shows the first rows of the list (%s) before it reads the rest', async (placement, top) => {
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

  it('reads the requested records before the rest, and resolves once they are there', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 300));
    const collection = read(db, 'first', () => new Promise(() => {}));
    await settled();
    expect(collection.find('7')).toBeUndefined();
    await readSoon(['7', 'nobody']);
    expect(collection.find('7')).toBeDefined();
    expect(collection.getSnapshot()).toMatchObject({ complete: false });
    expect(ids(collection)).toHaveLength(51);
  });

  it('resolves a request even if the read fails or the reader stops', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 300));
    read(db, 'first', () => new Promise(() => {}));
    await settled();
    vi.spyOn(db.relaxed.customers, 'bulkGet').mockRejectedValueOnce(new Error('the disk is ill'));
    await readSoon(['7']);
    await settled();
    expect(errors).toEqual(['reading customers from the device failed']);
    const never = readSoon(['8']);
    stop();
    await never;
    await readSoon(['9']);
  });

  it('reads only the first rows until they are on the screen', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 300));
    let tell = (): void => {};
    const shown = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const collection = read(db, 'first', () => shown.then(() => nothing));
    await settled();
    expect(ids(collection)).toEqual(
      records(251, 300)
        .map(({ localId }) => localId)
        .reverse(),
    );
    expect(collection.find('1')).toBeUndefined();
    expect(collection.getSnapshot().complete).toBe(false);

    await db.strict.customers.put(aRecord({ localId: '300', position: [0, 0] }));
    await db.strict.customers.delete('299');
    await db.strict.customers.add(aRecord({ localId: '301' }));
    await settled();
    expect([ids(collection).includes('301'), collection.find('299')]).toEqual([true, undefined]);
    tell();
    await settled();
    expect(ids(collection)).toHaveLength(300);
    await expectTrue(collection, db.relaxed);
  });

  it('ends its turn when all is read, when a read fails, and when it is stopped while waiting', async () => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 300));
    let ended = 0;
    const end = (): void => {
      ended += 1;
    };
    let turn = async (): Promise<() => void> => {
      db.relaxed.close();
      return end;
    };
    const collection = read(db, 'first', () => turn());
    await settled();
    expect([ended, collection.getSnapshot().complete]).toEqual([1, false]);
    turn = async () => end;
    await db.relaxed.open();
    clock.advance(1000);
    await settled();
    expect([ended, collection.getSnapshot().complete]).toEqual([2, true]);
    stop();
    let grant = nothing;
    const late = new Promise<void>((resolve) => {
      grant = resolve;
    });
    read(db, 'first', () => late.then(turn));
    await settled();
    stop();
    grant();
    await settled();
    expect(ended).toBe(3);
  });

  it('is complete at once for an empty table', async () => {
    const collection = read(await aDatabase());
    await settled();
    expect(collection.getSnapshot()).toMatchObject({ records: [], texts: [], complete: true });
  });

  // @spec D2.1
  it('shows later writes, changes and deletions', async () => {
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

  it.each([49, 50, 500])('shows %i rows that were written in one call', async (count) => {
    const db = await aDatabase();
    await db.strict.customers.bulkAdd(records(1, 10));
    const collection = read(db);
    await settled();
    await db.relaxed.customers.bulkPut(records(6, 5 + count));
    // Each record is read separately.
    for (let read = 0; read < count; read += 50) await settled();
    await expectTrue(collection, db.relaxed);
    expect(ids(collection)).toHaveLength(5 + count);
  });

  it('shows the deletion of a key range and of a whole table', async () => {
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

  it('puts no older answer over an announced write', async () => {
    const { db, collection, arrive } = await heldBeforeRange(15_000);
    expect(collection.find('12000')).toBeDefined();
    expect(collection.find('12001')).toBeUndefined();

    await db.strict.customers.put(aRecord({ localId: '12001', position: [30_000, 1] }));
    await db.strict.customers.put(aRecord({ localId: '12002', view: null }));
    await db.strict.customers.delete('12003');
    await settled();
    arrive();
    await settled();
    expect(collection.getSnapshot().complete).toBe(true);
    expect(ids(collection)).toHaveLength(4998);
    await expectTrue(collection, db.relaxed);
  });

  it('puts no older answer over rows written while it was on its way', async () => {
    const { db, collection, arrive } = await heldBeforeRange(13_000);
    const newer = records(12_001, 12_100).map((row) => ({ ...row, view: { city: 'Elko' } }));
    await db.relaxed.transaction('rw', db.relaxed.customers, (tx) =>
      putServerRows(tx, 'customers', { rows: newer, history: [], now: 0 }),
    );
    await settled();
    arrive();
    await settled();
    expect(collection.getSnapshot().complete).toBe(true);
    const shown = collection.getSnapshot().records.filter(({ view }) => view['city'] === 'Elko');
    expect(shown).toHaveLength(100);
    await expectTrue(collection, db.relaxed);
  });

  it('sees the writes of another connection to the database, and none of other databases', async () => {
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

  it('shows no row before it has read how the server writes dates', async () => {
    const db = await aDatabase();
    await db.strict.workOrders.bulkAdd(records(1, 2));
    const moment = '2026-01-02T17:00:00Z';
    vi.spyOn(db.relaxed.meta, 'get').mockReturnValue(
      Dexie.Promise.resolve(settled()).then(
        () => ({ key: 'dates:workOrders', moment, days: false }) as const,
      ),
    );
    const collection = read(db, 'first', undefined, 'workOrders');
    const seen = new Set<string | null>();
    collection.subscribe(() => {
      const { records: shown, dates } = collection.getSnapshot();
      if (shown.length > 0) seen.add(dates.moment);
    });
    await vi.waitFor(() => expect(ids(collection)).toEqual(['2', '1']));
    expect([...seen]).toEqual([moment]);
  });

  it('shows the first rows although it cannot read how the server writes dates', async () => {
    const db = await aDatabase();
    await db.strict.workOrders.bulkAdd(records(1, 2));
    vi.spyOn(db.relaxed.meta, 'get').mockReturnValue(Dexie.Promise.reject(new Error('the disk is broken')));
    const collection = read(db, 'first', undefined, 'workOrders');
    await settled();
    expect(ids(collection)).toEqual(['2', '1']);
    expect(errors).toContain('reading workOrders from the device failed');
  });

  it('does nothing once it is stopped', async () => {
    const db = await aDatabase();
    const collection = read(db);
    await settled();
    stop();
    await db.relaxed.customers.bulkAdd(records(1, 2));
    await settled();
    expect(ids(collection)).toEqual([]);
  });

  it('reports that the device cannot be read, and tries again', async () => {
    const db = await aDatabase();
    vi.spyOn(db.relaxed.customers, 'orderBy').mockImplementationOnce(() => {
      throw new Error('the disk is broken');
    });
    const collection = read(db);
    await settled();
    expect(errors).toEqual(['reading customers from the device failed']);
    await db.strict.customers.bulkAdd(records(1, 2));
    await settled();
    expect(ids(collection)).toEqual(['2', '1']);
  });
});
