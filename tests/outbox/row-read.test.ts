import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import type { Lane } from '../../src/outbox/lane.ts';
import type { ServerRow } from '../../src/outbox/mirror-record.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { rowWithoutChanges } from '../../src/outbox/row-read.ts';
import { aLane, anEnv, aRow } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const toReno = aMutation({ fields: changes({ city: ['', 'Reno'] }) });
const behind = aMutation({ seq: 2, id: 'm-2', fields: changes({ email: ['ann@example.com', 'a@b.c'] }) });
const conflict = { ...aRefusal('conflict'), at: 5, conflict: { fields: ['city'], before: ann, theirs: ann } };
const parked = { ...toReno, state: 'parked', refusal: conflict } as const;

function show(lane: Lane, server: Fields, given: Partial<ServerRow> = {}) {
  return reduceLane(lane, { type: 'rowRead', row: aRow(server, given) }, anEnv());
}

describe('a row that a list shows', () => {
  it('becomes a record of this device', () => {
    const nothing = { ...aLane(ann), record: undefined };
    const { lane } = show(nothing, ann, { version: 3 });
    expect(lane.record).toMatchObject({ serverId: 7, server: ann, view: ann, mark: 'synced', version: 3 });
  });

  it('[M6] keeps a waiting change of a field that nobody else changed', () => {
    const { lane } = show(aLane(ann, [toReno]), { ...ann, email: 'lee@example.com' });
    expect(lane.mutations).toMatchObject([{ state: 'queued', fields: toReno.fields }]);
    expect(lane.record?.view).toMatchObject({ city: 'Reno', email: 'lee@example.com' });
  });

  it('[M3, M8] parks a waiting change if both sides changed the same field', () => {
    const [after] = show(aLane(ann, [toReno]), { ...ann, city: 'Elko' }).lane.mutations;
    expect(after).toMatchObject({ state: 'parked', refusal: { reason: 'conflict', at: 1000 } });
    expect(after?.refusal?.conflict).toEqual({
      fields: ['city'],
      before: ann,
      theirs: { ...ann, city: 'Elko' },
    });
  });

  it('[M12] stores the merge base of a change behind another', () => {
    const { lane } = show(aLane(ann, [toReno, behind]), { ...ann, status: 'lead' });
    expect(lane.mutations).toMatchObject([{ id: 'm-1' }, { id: 'm-2', mergeBase: ann }]);
  });

  it("[M12] does not take this device's own values for others' changes", () => {
    const { lane } = show(aLane(ann, [toReno, behind]), { ...ann, city: 'Reno' });
    expect(lane.mutations).toMatchObject([{ fields: {} }, { id: 'm-2' }]);
    expect(lane.mutations[1]).not.toHaveProperty('mergeBase');
  });

  it('is merged by the changed fields alone if it comes back after a deletion', () => {
    const lane = aLane(null, [toReno], { serverId: 7 });
    const { lane: after } = show(lane, { ...ann, postal_code: '89501' });
    expect(after.mutations).toMatchObject([{ state: 'queued' }]);
    expect(after.record?.view).toMatchObject({ city: 'Reno', postal_code: '89501' });
  });

  it('restores the lost record of waiting changes', () => {
    const { lane } = show({ ...aLane(ann, [toReno]), record: undefined }, ann);
    expect(lane.record).toMatchObject({ server: ann, view: { city: 'Reno' }, mark: 'waiting' });
  });
});

describe('[M19] a conflict, when the list shows the record again', () => {
  it('[M19] is sent if the server has its old value again', () => {
    expect(show(aLane(ann, [parked]), ann).lane.mutations).toMatchObject([
      { state: 'queued', fields: toReno.fields, refusal: null },
    ]);
  });

  it('[M19] is confirmed if the server has its value', () => {
    const { lane, journal } = show(aLane(ann, [parked]), { ...ann, city: 'Reno' });
    expect(lane.mutations).toEqual([]);
    expect(journal).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it("[M3] shows the server's new value, and keeps the time since when it waits", () => {
    const { lane } = show(aLane(ann, [parked]), { ...ann, city: 'Elko' });
    const [after] = lane.mutations;
    expect(after).toMatchObject({ state: 'parked', refusal: { at: 5 } });
    expect(after?.refusal?.conflict?.theirs).toMatchObject({ city: 'Elko' });
  });
});

describe('a record that is read before its change is sent', () => {
  const seen = { ...toReno, readFirst: true };
  const read = (lane: Lane, server: Fields, startGeneration = 1) =>
    reduceLane(lane, { type: 'recordRead', seen, row: aRow(server), startGeneration }, anEnv());

  it("[S13] lets the change be sent over the server's new values", () => {
    const { lane } = read(aLane(ann, [seen]), { ...ann, status: 'lead' });
    expect(lane.mutations).toMatchObject([{ state: 'queued', readFirst: false }]);
    expect(lane.record?.server).toMatchObject({ status: 'lead' });
  });

  it('[M7] confirms a change whose answer was lost', () => {
    const { lane, journal } = read(aLane(ann, [seen]), { ...ann, city: 'Reno' });
    expect(lane.mutations).toEqual([]);
    expect(journal).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('[M8] parks the change if both sides changed the same field', () => {
    expect(read(aLane(ann, [seen]), { ...ann, city: 'Elko' }).lane.mutations).toMatchObject([
      { state: 'parked', refusal: { reason: 'conflict' } },
    ]);
  });

  it.each([
    ['a newer copy has come', aLane(ann, [seen]), 0],
    ['the change is on its way', aLane(ann, [aMutation({ ...seen, state: 'sending', attemptId: 'a' })]), 1],
    ['the change was tried again', aLane(ann, [{ ...seen, attemptId: 'a' }]), 1],
    ['the change has left', aLane(ann), 1],
    ['the record is gone', { ...aLane(ann), record: undefined }, 1],
  ] as const)('changes nothing if meanwhile %s', (_, lane, startGeneration) => {
    expect(read(lane, { ...ann, status: 'lead' }, startGeneration).lane).toBe(lane);
  });
});

describe('a row of a record without changes', () => {
  it('is stored without an event, with what others changed', () => {
    const key = { resource: 'customers', localId: '7' } as const;
    const row = aRow(ann);
    const first = rowWithoutChanges(key, { known: undefined, row, copy: ann }, 1000);
    expect(first).toMatchObject({ record: { serverId: 7, view: ann, mark: 'synced' }, history: [] });
    const copy = { ...ann, city: 'Elko' };
    const next = rowWithoutChanges(key, { known: first.record, row: aRow(copy), copy }, 1000);
    expect(next).toMatchObject({
      record: { view: copy },
      history: [{ by: 'other', fields: { city: { is: 'Elko' } } }],
    });
  });
});

describe('a record of which only half a confirmation was stored', () => {
  const create = { seq: 1, id: 'm-0', fields: changes({ first_name: [null, 'Ann'], city: [null, 'Elko'] }) };
  const halve = (mutations: readonly Mutation[], key: string | null, given = create) => {
    const lane = aLane(null, mutations);
    const event = { type: 'halfConfirmed', create: given, key, at: 5 } as const;
    return { lane, after: reduceLane(lane, event, anEnv()).lane };
  };

  it('[L97] sends its create again with the key that it had, before its later changes', () => {
    const { after } = halve([behind], 'key');
    expect(after.mutations).toMatchObject([
      {
        seq: 1,
        id: 'm-0',
        kind: 'create',
        state: 'queued',
        idempotencyKey: 'key',
        sentWithKey: true,
        firstSentAt: 5,
      },
      behind,
    ]);
    expect(after.record?.view).toEqual({ first_name: 'Ann', city: 'Elko', email: 'a@b.c' });
  });

  it('[L97] looks for the row of a create without a key', () => {
    const { after } = halve([behind], null);
    expect(after.mutations[0]).toMatchObject({ state: 'unknown', idempotencyKey: 'a', sentWithKey: false });
  });

  it('[L97] no longer takes the record for deleted', () => {
    const refusal = { ...aRefusal('deletedOnServer'), status: 0 };
    const { after } = halve([{ ...behind, state: 'parked', refusal }], 'key');
    expect(after.mutations[1]).toMatchObject({ state: 'queued', refusal: null });
    const told = { ...refusal, status: 410 };
    expect(halve([{ ...behind, state: 'parked', refusal: told }], 'key').after.mutations[1]).toMatchObject({
      state: 'parked',
    });
  });

  it('[L97] stays as it is if its create waits, or if an earlier change does', () => {
    for (const [mutation, seq] of [
      [aMutation({ seq: 2, kind: 'create', idempotencyKey: 'a' }), 1],
      [behind, 2],
    ] as const) {
      const { lane, after } = halve([mutation], 'key', { ...create, seq });
      expect(after).toBe(lane);
    }
  });

  it('[L97] stays as it is if the server has it', () => {
    const lane = aLane(ann, [behind]);
    const event = { type: 'halfConfirmed', create, key: 'key', at: 5 } as const;
    expect(reduceLane(lane, event, anEnv()).lane).toBe(lane);
  });
});
