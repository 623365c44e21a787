import { beforeEach, describe, expect, it } from 'vitest';
import type { Databases } from '../../src/db/app-database.ts';
import { KnownRows } from '../../src/db/known-rows.ts';
import { readCollection, readRow, writeMeta } from '../../src/db/meta-rows.ts';
import type { WireRecord } from '../../src/domain/answer.ts';
import { newServerRecord, serverCopyOf } from '../../src/outbox/mirror-record.ts';
import { flush } from '../support/browser/flush.ts';
import { aDatabase, inTx } from '../support/browser/test-database.ts';
import { aCustomer } from '../support/records/mutations.ts';
import { atTestEnd } from '../support/test/test-end.ts';

let db: Databases;
let known: KnownRows;

beforeEach(async () => {
  db = await aDatabase();
  known = new KnownRows(db.changes);
  atTestEnd(() => known.close());
  await flush();
});

const row = (id: number | string, city = 'Reno'): WireRecord => ({
  id,
  wire: { id, ...aCustomer({ city }), created_at: null, updated_at: null },
});

function recordOf({ id, wire }: WireRecord, localId = String(id)) {
  const server = serverCopyOf('customers', wire, null);
  return newServerRecord(
    { resource: 'customers', localId },
    { id, wire, version: undefined, generation: 1, position: [1, id], readAt: 0 },
    server,
  );
}

/** Puts what the server has, as a pull does. */
const store = (where: Databases, rows: readonly WireRecord[]): Promise<void> =>
  inTx(where.relaxed, async (tx) => {
    const collection = await readCollection(tx, 'customers');
    await tx.table('customers').bulkPut(rows.map((one) => recordOf(one)));
    await writeMeta(tx, { ...collection, generation: collection.generation + 1 });
  });

/** The ids of what would be looked up of a page. */
const lookedUp = (rows: readonly WireRecord[], version?: number): Promise<(number | string)[]> =>
  inTx(db.relaxed, async (tx) => {
    const seen = {
      commits: (await readRow(tx, 'changes'))?.n ?? 0,
      versionOf: () => version,
    };
    return known.changedAmong('customers', rows, seen).map(({ id }) => id);
  });

describe('[L4] of a page that is read again', () => {
  it('nothing is looked up that this tab has put, but what has changed since', async () => {
    await store(db, [row(1), row(2), row('c')]);
    expect(await lookedUp([row(1), row(2, 'Elko'), row('c'), row(3)])).toEqual([2, 3]);
  });

  it('a number and its text are two ids, and a text that reads like a number is another value', async () => {
    await store(db, [row(1, '5')]);
    const number = { id: 1, wire: { ...row(1).wire, city: 5 } };
    expect(await lookedUp([row('1', '5')])).toEqual(['1']);
    // The app reads a number as text, and so does what it compares.
    expect(await lookedUp([number])).toEqual([]);
  });

  it('all is looked up in another version, or where the server leaves something out', async () => {
    await store(db, [row(1)]);
    expect(await lookedUp([row(1)], 7)).toEqual([1]);
    const { city: _, ...partial } = row(1).wire;
    expect(await lookedUp([{ id: 1, wire: partial }])).toEqual([1]);
  });

  it('what a person or another tab has written is looked up once, and known from then on', async () => {
    await store(db, [row(1), row(2), row(3)]);
    const other = await aDatabase(db.name);
    await inTx(other.strict, (tx) => tx.table('customers').put(recordOf(row(1, 'Elko'))));
    await inTx(db.strict, (tx) => tx.table('customers').delete('2'));
    await flush();
    expect(await lookedUp([row(1), row(2), row(3)])).toEqual([1, 2]);
    await inTx(db.relaxed, async () => known.learn('customers', recordOf(row(1, 'Elko'))));
    expect(await lookedUp([row(1, 'Elko'), row(3)])).toEqual([]);
  });

  it('all is looked up while another tab has committed something that this one has not heard of', async () => {
    await store(db, [row(1)]);
    await inTx(db.relaxed, async (tx) => {
      const n = (await readRow(tx, 'changes'))?.n ?? 0;
      await writeMeta(tx, { key: 'changes', n: n + 1 });
    });
    expect(await lookedUp([row(1)])).toEqual([1]);
  });

  it('a record that was made here is known by its server id, and forgotten by its own', async () => {
    await inTx(db.relaxed, (tx) => tx.table('customers').put(recordOf(row(8), 'made-here')));
    expect(await lookedUp([row(8)])).toEqual([]);
    await inTx(db.relaxed, (tx) => tx.table('customers').delete('made-here'));
    expect(await lookedUp([row(8)])).toEqual([8]);
  });

  it('nothing is looked up that the mirror held before, once it has been read', async () => {
    await store(db, [row(1), row(2)]);
    const fresh = new KnownRows(db.changes);
    atTestEnd(() => fresh.close());
    const seen = {
      commits: ((await db.relaxed.meta.get('changes')) as { n: number }).n,
      versionOf: () => undefined,
    };
    expect(fresh.changedAmong('customers', [row(1)], seen)).toHaveLength(1);
    await fresh.load(db.relaxed, 'customers');
    expect(fresh.changedAmong('customers', [row(1), row(2, 'Elko')], seen).map(({ id }) => id)).toEqual([2]);
    await inTx(db.strict, (tx) => tx.table('customers').delete('1'));
    await flush();
    await fresh.load(db.relaxed, 'customers');
    const now = { ...seen, commits: seen.commits + 1 };
    expect(fresh.changedAmong('customers', [row(1)], now)).toHaveLength(1);
  });

  it('nothing is known after everything may have changed', async () => {
    await store(db, [row(1)]);
    db.changes.everything();
    expect(await lookedUp([row(1)])).toEqual([1]);
  });
});
