import { describe, expect, it } from 'vitest';
import { findByServerId, findRecord } from '../../src/db/mirror-and-outbox.ts';
import { folded, newLocalRecord, unsentPosition } from '../../src/outbox/mirror-record.ts';
import { aDatabase, aRecord, inTx } from '../support/browser/test-database.ts';
import { appendMutation, refold } from '../support/lanes/raw-lane.ts';
import { aMutation, aNewMutation, aRefusal, changes } from '../support/records/mutations.ts';

const boise = { city: 'Boise' };
const toReno = { localId: '7', fields: changes({ city: ['Boise', 'Reno'] }) };

describe('a record in the mirror', () => {
  it('shows its server copy with all of its own open changes and no others', async () => {
    const { strict } = await aDatabase();
    await inTx(strict, async (tx) => {
      await appendMutation(tx, aNewMutation(toReno));
      const other = changes({ city: ['', 'Elko'] });
      await appendMutation(tx, aNewMutation({ id: 'm-2', localId: '8', fields: other }));
      await refold(tx, 'customers', aRecord({ localId: '7', server: boise }));
    });
    expect(await strict.customers.get('7')).toMatchObject({
      server: boise,
      view: { city: 'Reno' },
      mark: 'waiting',
    });
  });

  it('applies changes in the order of acceptance, in whatever order they were read', async () => {
    const { strict } = await aDatabase();
    await inTx(strict, async (tx) => {
      await appendMutation(tx, aNewMutation(toReno));
      await appendMutation(
        tx,
        aNewMutation({ ...toReno, id: 'm-0', fields: changes({ city: ['Reno', 'Elko'] }) }),
      );
      await refold(tx, 'customers', aRecord({ localId: '7', server: boise }));
    });
    expect((await strict.customers.get('7'))?.view).toEqual({ city: 'Elko' });
  });

  it('[S15] is listed again when its deletion is parked', () => {
    const refused = aMutation({ kind: 'delete', state: 'parked', refusal: aRefusal() });
    expect(folded(aRecord({ localId: '7', server: boise }), [refused], 0)).toMatchObject({
      view: boise,
      mark: 'attention',
    });
  });

  it('is placed after all others until a server has it, in the order of acceptance', async () => {
    const { strict } = await aDatabase();
    await strict.customers.bulkAdd([
      newLocalRecord('made second', { seq: 12, now: 0 }),
      aRecord({ localId: '7', position: [Date.UTC(2030, 0), 7] }),
      newLocalRecord('made first', { seq: 11, now: 0 }),
    ]);
    const order = await strict.customers.orderBy('position').primaryKeys();
    expect(order).toEqual(['7', 'made first', 'made second']);
    expect(unsentPosition(11)).toEqual([Number.MAX_SAFE_INTEGER, 11]);
  });
});

describe('finding a record', () => {
  // @spec 3.1 D2.37
  it('works by local id, by server id, and by a server id from an address', async () => {
    const { strict } = await aDatabase();
    await strict.customers.bulkAdd([
      aRecord({ localId: 'made-here', serverId: 27 }),
      aRecord({ localId: 'too', serverId: 'b7-uuid' }),
      newLocalRecord('unsent', { seq: 1, now: 0 }),
    ]);
    const find = (id: string) => inTx(strict, async (tx) => (await findRecord(tx, 'customers', id))?.localId);
    expect(await find('made-here')).toBe('made-here');
    expect(await find('27')).toBe('made-here');
    expect(await find('b7-uuid')).toBe('too');
    expect(await find('unsent')).toBe('unsent');
    expect(await find('28')).toBeUndefined();
    expect(await find('0027x')).toBeUndefined();
  });

  it('never converts a server id between number and text', async () => {
    const { strict } = await aDatabase();
    await strict.customers.add(aRecord({ localId: 'a', serverId: 27 }));
    const found = await inTx(strict, (tx) => findByServerId(tx, 'customers', '27'));
    expect(found).toBeUndefined();
  });

  it('rejects a second record with the same server id', async () => {
    const { strict } = await aDatabase();
    await strict.customers.add(aRecord({ localId: 'a', serverId: 27 }));
    await expect(strict.customers.add(aRecord({ localId: 'b', serverId: 27 }))).rejects.toThrow('constraint');
  });
});
