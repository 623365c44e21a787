import { liveQuery } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Databases } from '../../src/db/app-database.ts';
import { putServerRows } from '../../src/db/lane-store.ts';
import type { LiveCollection } from '../../src/db/live-collection.ts';
import { startLiveReader } from '../../src/db/live-reader.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import { flush } from '../support/browser/flush.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { aCollection, aDatabase, aRecord } from '../support/browser/test-database.ts';

let stop = (): void => {};
afterEach(() => stop());

const records = (count: number) =>
  Array.from({ length: count }, (_, n) => aRecord({ localId: String(n + 1) }));

function put(
  { relaxed }: Databases,
  rows: readonly MirrorRecord[],
  afterwards = async (): Promise<unknown> => undefined,
): Promise<void> {
  return relaxed.transaction('rw', relaxed.customers, relaxed.meta, async (tx) => {
    await putServerRows(tx, 'customers', { rows, history: [], now: 0 });
    await afterwards();
  });
}

/** A screen of the same tab: what it shows, and which rows were read for it. */
async function aScreen(db: Databases): Promise<{ shown: LiveCollection; read: () => unknown[] }> {
  const collection = aCollection();
  const log = { debug: () => {}, info: () => {}, error: (message: string) => expect.fail(message) };
  ({ stop } = startLiveReader({
    db,
    resource: 'customers',
    placement: 'first',
    collection,
    turnForRest: async () => () => {},
    clock: new ManualClock(),
    log,
  }));
  await flush();
  const reads = vi.spyOn(db.relaxed.customers, 'bulkGet');
  return { shown: collection, read: () => reads.mock.calls.flatMap(([keys]) => keys) };
}

describe('rows written as the server sent them', () => {
  it('are all stored, and shown without a read', async () => {
    const db = await aDatabase();
    const { shown, read } = await aScreen(db);
    await put(db, records(400));
    await flush();
    expect(await db.strict.customers.count()).toBe(400);
    expect(shown.getSnapshot().records).toHaveLength(400);
    expect(read()).toEqual([]);
  });

  it('show the last write if the transaction writes some of them twice', async () => {
    const db = await aDatabase();
    const { shown } = await aScreen(db);
    const newer = aRecord({ localId: '2', view: { city: 'Elko' } });
    await put(db, records(3), () => db.relaxed.customers.put(newer));
    await flush();
    expect(shown.find('2')?.view).toEqual({ city: 'Elko' });
  });

  it("are read if another tab's later commit is announced first", async () => {
    const db = await aDatabase();
    const { shown, read } = await aScreen(db);
    const later = { n: 99, tables: { customers: ['2'] }, generations: {} };
    await put(db, records(3), async () => {
      db.changes.committed(later, () => new Map());
    });
    await flush();
    expect(shown.getSnapshot().records).toHaveLength(3);
    expect(new Set(read())).toEqual(new Set(['1', '2', '3']));
  });

  it('are all read if later writes in the transaction are unknown', async () => {
    const db = await aDatabase();
    const { shown } = await aScreen(db);
    await put(db, records(60), () =>
      db.relaxed.customers.bulkPut(records(60).map((row) => ({ ...row, view: null }))),
    );
    await flush();
    expect(shown.getSnapshot().records).toEqual([]);
  });

  it('show the later write if two transactions write the same row', async () => {
    const db = await aDatabase();
    const { shown } = await aScreen(db);
    await Promise.all([put(db, records(3)), put(db, [aRecord({ localId: '3', view: { city: 'Elko' } })])]);
    await flush();
    expect(shown.find('3')?.view).toEqual({ city: 'Elko' });
  });

  it('are announced to a query of an index', async () => {
    const db = await aDatabase();
    const counts: number[] = [];
    const watch = liveQuery(() => db.strict.customers.where('serverId').equals(7).count());
    const watching = watch.subscribe((count) => counts.push(count));
    await vi.waitFor(() => expect(counts).toEqual([0]));
    await put(db, [aRecord({ localId: '7', serverId: 7 })]);
    await vi.waitFor(() => expect(counts.at(-1)).toBe(1));
    watching.unsubscribe();
  });

  it.each([
    ['the transaction fails', () => Promise.reject(new Error('No.')), /No\./, records(2)],
    [
      'one of them cannot be stored',
      async () => {},
      /ConstraintError/,
      [...records(200), aRecord({ localId: 'x', serverId: 999 })],
    ],
  ])('are neither stored nor shown if %s', async (_, afterwards, why, rows) => {
    const db = await aDatabase();
    const { shown } = await aScreen(db);
    await db.strict.customers.add(aRecord({ localId: 'held', serverId: 999 }));
    await expect(put(db, rows, afterwards)).rejects.toThrow(why);
    await flush();
    expect(await db.strict.customers.toCollection().primaryKeys()).toEqual(['held']);
    expect(shown.getSnapshot().records.map(({ localId }) => localId)).toEqual(['held']);
  });

  it('may be an empty list', async () => {
    const db = await aDatabase();
    await put(db, []);
    expect(await db.strict.customers.count()).toBe(0);
  });
});
