import { expect, test } from 'vitest';
import { specOf } from '../../src/domain/resource-specs.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { decideParked } from '../../src/records/parked.ts';
import { aRecord, aRecordServices, inTx } from '../support/browser/test-database.ts';
import { appendMutation, refold } from '../support/lanes/raw-lane.ts';
import { aNewMutation, changes } from '../support/records/mutations.ts';

const before = {
  ...specOf('estimates').blank({ now: 0, random: 0 }),
  title: 'Roof',
  subtotal: 100,
  total_amount: 100,
};
const theirs = { ...before, total_amount: 120 };

async function conflict(fields: Mutation['fields'], inConflict: readonly string[]) {
  const services = await aRecordServices();
  await inTx(services.db.strict, async (tx) => {
    const record = aRecord({ localId: '1', server: theirs });
    await tx.table('estimates').add(record);
    const refusal = { reason: 'conflict', status: 0, body: null, at: 0 } as const;
    await appendMutation(
      tx,
      aNewMutation({
        resource: 'estimates',
        localId: '1',
        fields,
        state: 'parked',
        refusal: { ...refusal, conflict: { fields: inConflict, before, theirs } },
      }),
    );
    await refold(tx, 'estimates', record);
  });
  const { relaxed } = services.db;
  return {
    services,
    outbox: () => relaxed.outbox.toArray(),
    journal: () => relaxed.journal.toArray(),
    view: async () => (await relaxed.estimates.get('1'))?.view,
  };
}

test('[M16, M17, M18] taking theirs includes the fields of the same merge group', async () => {
  const fields = { total_amount: { base: 100, value: 130 }, subtotal: { base: 100, value: 110 } };
  const { services, outbox, journal, view } = await conflict(fields, ['total_amount']);
  expect(await decideParked(services, 'm-1', { what: 'takeTheirs' })).toBe(true);
  expect(await outbox()).toEqual([]);
  expect(await view()).toEqual(theirs);
  expect(await journal()).toMatchObject([
    { outcome: 'cancelled', theirs: { total_amount: 120, subtotal: 100 } },
  ]);
});

test('[M16, M18] taking theirs sends the other changes under a new id, and notes the dropped ones in the journal', async () => {
  const fields = { ...changes({ notes: ['', 'Call first'] }), total_amount: { base: 100, value: 130 } };
  const { services, outbox, journal, view } = await conflict(fields, ['total_amount']);
  expect(await decideParked(services, 'm-1', { what: 'takeTheirs' })).toBe(true);
  const [left] = await outbox();
  expect(left).toMatchObject({
    state: 'queued',
    refusal: null,
    fields: { notes: { base: '', value: 'Call first' } },
  });
  expect(Object.keys(left?.fields ?? {})).toEqual(['notes']);
  expect(left?.id).not.toBe('m-1');
  expect(await view()).toEqual({ ...theirs, notes: 'Call first' });
  expect(await journal()).toMatchObject([
    {
      mutationId: 'm-1',
      outcome: 'cancelled',
      fields: { total_amount: { value: 130 } },
      theirs: { total_amount: 120 },
    },
  ]);
  expect(services.saved).toEqual(['saved']);
});

test('taking theirs does nothing for a change that is no longer parked', async () => {
  const { services } = await conflict(changes({ notes: ['', 'x'] }), ['notes']);
  expect(await decideParked(services, 'another', { what: 'takeTheirs' })).toBe(false);
});
