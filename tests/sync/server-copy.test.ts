import { describe, expect, it } from 'vitest';
import { collectionWriter } from '../../src/db/collection-writer.ts';
import { sameFields } from '../../src/domain/field-changes.ts';
import { isForeignRow } from '../../src/domain/ids.ts';
import type { Wire } from '../../src/domain/resource-spec.ts';
import { serverCopyOf } from '../../src/outbox/mirror-record.ts';
import { aDatabase, aRecord, inTx } from '../support/browser/test-database.ts';

/** The places that these rows get, each row in a transaction of its own. */
async function placesOf(rows: readonly Wire[]) {
  const { relaxed } = await aDatabase();
  const places: unknown[] = [];
  for (const wire of rows) {
    await inTx(relaxed, async (tx) => {
      const writer = await collectionWriter(tx, 'customers', 0);
      places.push(writer.rowOf({ id: wire['id'] as number | string, wire }, undefined).position);
      await writer.save();
    });
  }
  return places;
}

describe('the place of a row in its list', () => {
  it('[L18] is the time it was made, read as a time and not as text', async () => {
    const rows = [
      { id: 1, created_at: '2026-01-15T09:00:00.123456Z' },
      { id: 2, created_at: '2026-01-15T03:00:00-06:00' },
      { id: 3, created_at: 'never' },
    ];
    const nine = Date.UTC(2026, 0, 15, 9);
    expect(await placesOf(rows)).toEqual([
      [nine + 123, 1],
      [nine, 2],
      [0, 3],
    ]);
  });

  it('[L18] is its number if the server sends no time, as long as the database lives', async () => {
    expect(await placesOf([{ id: 12 }, { id: 7, created_at: '2026-01-15T09:00:00Z' }, { id: 'x' }])).toEqual([
      [12, 12],
      [7, 7],
      [0, 'x'],
    ]);
  });

  it('[L18] is the order in which rows were first seen where ids are no numbers either', async () => {
    expect(await placesOf([{ id: 'b' }, { id: 'a' }])).toEqual([
      [1, 'b'],
      [2, 'a'],
    ]);
  });
});

describe("a server's copy", () => {
  it('[L8] keeps what was left out as it was known, and takes what came', () => {
    const known = serverCopyOf('customers', { phone: '555', city: 'Boise', status: 'lead' }, null);
    expect(serverCopyOf('customers', { city: '' }, known)).toEqual({ ...known, city: '' });
    expect(serverCopyOf('customers', { city: '' }, { city: 'Boise' })).toMatchObject({
      city: '',
      status: 'active',
    });
  });

  it('[L4] is the same only if every field is', () => {
    expect(sameFields({ a: 1, b: '' }, { a: 1 })).toBe(true);
    expect(sameFields({ a: 1 }, { a: '1' })).toBe(false);
    expect(sameFields(null, {})).toBe(false);
  });

  it('[M4] tells a row that was first seen on the server from one made here', () => {
    expect(isForeignRow(aRecord({ localId: '7', serverId: 7 }))).toBe(true);
    expect(isForeignRow(aRecord({ localId: 'made-here', serverId: 7 }))).toBe(false);
  });
});
