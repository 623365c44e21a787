import { afterEach, describe, expect, it, vi } from 'vitest';
import { findRecords, readReferences } from '../../src/db/mirror-and-outbox.ts';
import type { AppDatabase } from '../../src/db/tables.ts';
import type { FieldChanges } from '../../src/domain/field-changes.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { workOrderSpec } from '../../src/domain/work-order.ts';
import { withServerReferences } from '../../src/outbox/dependencies.ts';
import { aDatabase, aRecord, inTx } from '../support/browser/test-database.ts';
import { changes } from '../support/records/mutations.ts';

afterEach(() => vi.restoreAllMocks());

/** Ben (7) and Cat ('x-9') came from the server, Ann ('a') has number 12 there, Dan ('d') was never sent. */
async function withFour() {
  const { relaxed } = await aDatabase();
  await relaxed.customers.bulkAdd([
    aRecord({ localId: '7' }),
    aRecord({ localId: 'x-9' }),
    aRecord({ localId: 'a', serverId: 12 }),
    { ...aRecord({ localId: 'd' }), serverId: 'd' },
  ]);
  const { serverId: _, ...dan } = aRecord({ localId: 'd' });
  await relaxed.customers.put(dan);
  return relaxed;
}

async function seenOnServer(db: AppDatabase, resource: ResourceName, fields: FieldChanges) {
  const references = await inTx(db, (tx) => readReferences(tx, [{ resource, fields }]));
  return withServerReferences(references, resource, fields);
}

describe('a change compared with a server copy', () => {
  it('[M2] refers to a record created here by its server id', async () => {
    const db = await withFour();
    const mine = changes({ customer: ['7', 'a'], title: ['Roof', 'a'] });
    const seen = await seenOnServer(db, 'projects', mine);
    expect(seen).toEqual(changes({ customer: ['7', '12'], title: ['Roof', 'a'] }));
    const back = await seenOnServer(db, 'projects', changes({ customer: ['a', '7'] }));
    expect(back).toEqual(changes({ customer: ['12', '7'] }));
  });

  it.each([
    ['was never sent', changes({ customer: [null, 'd'] })],
    ['is not on this device', changes({ customer: ['404', 'gone'] })],
    ['goes by the same id in both places', changes({ customer: ['7', 'x-9'] })],
    ['is none', changes({ customer: ['7', null] })],
  ])('[M2] keeps a reference if the record %s', async (_, mine) => {
    const db = await withFour();
    expect(await seenOnServer(db, 'projects', mine)).toEqual(mine);
  });

  it('[M2] converts each of several references', async () => {
    // No kind has two of them yet.
    vi.spyOn(workOrderSpec, 'references', 'get').mockReturnValue([
      { field: 'title', to: 'customers' },
      { field: 'customer', to: 'customers' },
    ]);
    const db = await withFour();
    const mine = changes({ title: ['a', '7'], customer: ['7', 'a'] });
    const seen = await seenOnServer(db, 'workOrders', mine);
    expect(seen).toEqual(changes({ title: ['12', '7'], customer: ['7', '12'] }));
  });

  it('[M2] stays the same without references', async () => {
    const db = await withFour();
    const mine = changes({ customer: ['7', 'a'] });
    expect(await seenOnServer(db, 'customers', mine)).toEqual(mine);
    const title = changes({ title: ['Roof', 'Roof 2'] });
    expect(await seenOnServer(db, 'projects', title)).toEqual(title);
  });
});

describe('finding many records at once', () => {
  it('accepts local ids and both forms of server ids, and leaves out unknown ones', async () => {
    const db = await withFour();
    const ids = ['7', 'a', '12', 'x-9', 'd', '404', 'gone', ''];
    const found = await inTx(db, (tx) => findRecords(tx, 'customers', ids));
    expect([...found].map(([id, record]) => [id, record.localId])).toEqual([
      ['7', '7'],
      ['a', 'a'],
      ['x-9', 'x-9'],
      ['d', 'd'],
      ['12', 'a'],
    ]);
  });
});
