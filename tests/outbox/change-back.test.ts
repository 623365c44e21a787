import { describe, expect, it } from 'vitest';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Intent } from '../../src/outbox/lane-event.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import type { Mutation, UndoStep } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { UNDO_MS } from '../../src/outbox/retry-policy.ts';
import { changeBackRefusal, changedBack, howToUndo, undoStepsOf } from '../../src/outbox/undone.ts';
import { aLane, anEnv, aRow } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const reno = { ...ann, city: 'Reno' };
const toReno = changes({ city: ['', 'Reno'] });
const SENT = { state: 'sending', attemptId: 'x', attempts: 1, firstSentAt: 1 } as const;
const sent = aMutation({ fields: toReno, ...SENT });
const newAnn = { kind: 'create', idempotencyKey: 'a', fields: toReno } as const;
const wire = resourceSpecs.customers.encode(reno as never, 'create');

const stepOf = (kind: 'create' | 'update'): UndoStep => ({
  resource: 'customers',
  localId: 'a',
  before: null,
  mergeBase: null,
  left: 'm-1',
  change: { kind, fields: toReno },
});

function answered(lane: Lane, seen: Mutation): Lane {
  const verdict = { do: 'confirm', record: null } as const;
  const answer = { verdict, status: 200, body: null, row: aRow(wire) };
  return reduceLane(lane, { type: 'answered', seen, before: seen, ...answer }, anEnv()).lane;
}

function saved(lane: Lane, intent: Partial<Intent>, now = 1000): Lane {
  const whole: Intent = { kind: 'update', fields: {}, watched: false, ...intent };
  return reduceLane(lane, { type: 'saved', id: 'back', along: [], intent: whole }, anEnv({ now })).lane;
}

describe('a change that the server has confirmed', () => {
  it('[Q31, Q36] is noted on its record as the last one, until another copy comes', () => {
    const { record } = answered(aLane(ann, [sent]), sent);
    expect(record?.confirmed).toEqual({ id: 'm-1', kind: 'update', isLast: true });
    const read = (city: string, email = ann['email']) => {
      const row = aRow({ ...wire, city, email }, { generation: 3 });
      const lane = { ...aLane(reno), record };
      return reduceLane(lane, { type: 'rowRead', row }, anEnv()).lane.record?.confirmed?.isLast;
    };
    expect(read('Elko')).toBe(false);
    // The same in another form.
    expect(read(' Reno', 'ANN@example.com')).toBe(true);
  });

  it('[Q34] that made the record is not the last one if its row was changed since', () => {
    const create = aMutation({
      ...newAnn,
      state: 'unknown',
      attemptId: 'x',
      firstSentAt: 1,
    } as Partial<Mutation>);
    const found = (city: string) =>
      reduceLane(
        aLane(null, [create]),
        {
          type: 'probed',
          mutationId: 'm-1',
          found: { what: 'one', row: aRow({ ...wire, city }), readWhole: false },
        },
        anEnv(),
      ).lane.record?.confirmed;
    expect(found('Reno')).toEqual({ id: 'm-1', kind: 'create', isLast: true });
    expect(found('Elko')).toEqual({ id: 'm-1', kind: 'create', isLast: false });
  });

  it('[Q31] is noted even if the answer shows no record, unless this device has none', () => {
    const elsewhere = { ...toReno, city: { base: '', value: 'Reno' } };
    const queued = aMutation({ fields: elsewhere });
    const claim = { type: 'checkedOut', seen: queued, features: new Set<string>(), generation: 1 } as const;
    const { lane } = reduceLane(aLane(reno, [queued]), { ...claim, together: new Map() }, anEnv());
    expect(lane).toMatchObject({ mutations: [], record: { confirmed: { id: 'm-1', isLast: true } } });
    const lost = { ...aLane(ann, [sent]), record: undefined };
    const verdict = { do: 'confirm', record: null } as const;
    const answer = { verdict, status: 200, body: null, row: null };
    const after = reduceLane(lost, { type: 'answered', seen: sent, before: sent, ...answer }, anEnv()).lane;
    expect(after).toMatchObject({ record: undefined, mutations: [] });
  });
});

describe('a save that a server may have', () => {
  const confirmed = { id: 'm-1', kind: 'update', isLast: true } as const;
  const over = (given: Partial<MirrorRecord>, mutations: readonly Mutation[] = []) =>
    aLane(reno, mutations, given);

  it.each<[string, Lane, 'create' | 'update']>([
    ['while it is being sent', over({}, [sent]), 'update'],
    ['once it was confirmed', over({ confirmed }), 'update'],
    [
      'although others changed the record since',
      over({ confirmed: { ...confirmed, isLast: false } }),
      'update',
    ],
    ['of a new record', over({ confirmed: { ...confirmed, kind: 'create' } }), 'create'],
  ])('[Q31, Q34] can be changed back %s', (_, lane, kind) => {
    expect(changeBackRefusal(lane, stepOf(kind))).toBeNull();
    expect(howToUndo(lane, stepOf(kind)).do).toBe('changeBack');
  });

  const behind = aMutation({ seq: 2, id: 'm-2', fields: toReno });
  it.each<[string, string, Lane, UndoStep]>([
    [
      'refused',
      'the server refused it',
      over({}, [{ ...sent, state: 'parked', refusal: aRefusal() } as Mutation]),
      stepOf('update'),
    ],
    ['changed', 'another change waits behind it', over({}, [sent, behind]), stepOf('update')],
    ['changed', 'another change waits', over({ confirmed }, [behind]), stepOf('update')],
    [
      'changed',
      'a later change was confirmed',
      over({ confirmed: { ...confirmed, id: 'm-2' } }),
      stepOf('update'),
    ],
    ['sent', 'no change of this device was confirmed', over({}), stepOf('update')],
    ['sent', 'the record is gone', { ...over({}), record: undefined }, stepOf('update')],
    [
      'edited',
      'others have changed the new record',
      over({ confirmed: { ...confirmed, isLast: false } }),
      stepOf('create'),
    ],
    [
      'sent',
      'it deleted the record',
      over({ confirmed }),
      { ...stepOf('update'), change: undefined } as never,
    ],
    [
      'sent',
      'it left nothing to send',
      over({ confirmed }),
      { ...stepOf('update'), before: sent, left: null } as never,
    ],
  ])('[Q28, Q34] cannot be changed back: "%s" if %s', (why, _, lane, step) => {
    expect(changeBackRefusal(lane, step)).toBe(why);
    expect(howToUndo(lane, step).do).not.toBe('changeBack');
  });

  it('[Q26, Q34] is refused as changed while a later change waits behind it', () => {
    const lane = over({}, [aMutation({ fields: toReno }), aMutation({ seq: 2, id: 'm-2' })]);
    expect(howToUndo(lane, stepOf('update'))).toEqual({ do: 'refuse', why: 'changed' });
  });

  it('[Q26] is taken out of the outbox while no server can have seen it', () => {
    expect(howToUndo(over({}, [aMutation({ fields: toReno })]), stepOf('update'))).toEqual({ do: 'takeOut' });
  });

  it('[Q31, Q34] is reversed by the old values, or a create by a deletion', () => {
    expect(changedBack({ kind: 'update', fields: toReno })).toEqual({
      kind: 'update',
      fields: changes({ city: ['Reno', ''] }),
      undoes: true,
    });
    expect(changedBack({ kind: 'create', fields: toReno })).toEqual({
      kind: 'delete',
      fields: {},
      undoes: true,
    });
  });

  it('[Q31] is a whole open change once it may have been sent, and its last save before that', () => {
    expect(undoStepsOf(sent)).toEqual([{ ...stepOf('update') }]);
    const both = changes({ city: ['', 'Elko'], state: ['', 'NV'], email: ['ann@example.com', 'a@b.c'] });
    const before = aMutation({
      fields: changes({ city: ['', 'Reno'], email: ['ann@example.com', 'a@b.c'] }),
    });
    const undo = { before, mergeBase: null, along: [] };
    const [step] = undoStepsOf(aMutation({ id: 'm-2', fields: both, undo })) ?? [];
    const fields = changes({ city: ['Reno', 'Elko'], state: ['', 'NV'] });
    expect(step).toMatchObject({ left: 'm-2', change: { kind: 'update', fields } });
    const [first] = undoStepsOf(aMutation({ ...newAnn, undo: { ...undo, before: null } })) ?? [];
    expect(first).toMatchObject({ change: { kind: 'create', fields: toReno } });
    const [deletion] = undoStepsOf(aMutation({ kind: 'delete', undo })) ?? [];
    expect(deletion).not.toHaveProperty('change');
  });

  it('is not reversed for a signed document, because a signature cannot be taken twice', () => {
    const fields = changes({ kind: [null, 'document'] });
    expect(undoStepsOf(aMutation({ ...sent, kind: 'create', resource: 'attachments', fields }))).toBeNull();
  });
});

describe('a reversing change', () => {
  it('[Q33] is sent after a read, unless the server counts versions', () => {
    const back = { ...changedBack({ kind: 'update', fields: toReno }) };
    expect(saved(aLane(reno), back).mutations).toMatchObject([
      { kind: 'update', readFirst: true, nextAt: 0 },
    ]);
    expect(saved(aLane(reno, [], { version: 3 }), back).mutations).toMatchObject([{ readFirst: false }]);
  });

  it('[Q35] asks before it deletes a record that was changed since', () => {
    const back = { ...changedBack({ kind: 'create', fields: toReno }), mergeBase: reno };
    const lane = saved(aLane(reno), back);
    const [deletion] = lane.mutations as [Mutation];
    expect(deletion).toMatchObject({ readFirst: true, mergeBase: reno, nextAt: 1000 + UNDO_MS });
    const read = (city: string) => {
      const row = aRow({ ...wire, city });
      const event = { type: 'recordRead', seen: deletion, row, startGeneration: 1 } as const;
      return reduceLane(lane, event, anEnv()).lane.mutations;
    };
    expect(read('Reno')).toMatchObject([{ kind: 'delete', state: 'queued', readFirst: false }]);
    expect(read('Elko')).toMatchObject([{ state: 'parked', refusal: { reason: 'conflict' } }]);
  });

  it('[Q35] behind a create that is being sent is compared with the answer', () => {
    const create = aMutation({ ...newAnn, ...SENT });
    const lane = saved(aLane(null, [create]), changedBack({ kind: 'create', fields: toReno }));
    const [deletion] = answered(
      { ...lane, mutations: lane.mutations.map((one, n) => ({ ...one, seq: n + 1 })) },
      create,
    ).mutations;
    expect(deletion).toMatchObject({ kind: 'delete', mergeBase: { city: 'Reno' } });
  });

  it('[P61] removes a waiting tap, and what waited before waits again', () => {
    const tap = aMutation({ fields: toReno, acceptedAt: 500, nextAt: 500 + UNDO_MS });
    const lane = saved(aLane(ann, [tap]), { fields: changes({ state: ['', 'NV'] }), held: true }, 4000);
    expect(lane.mutations).toMatchObject([{ nextAt: 4000 + UNDO_MS }]);
    const [step] = undoStepsOf(lane.mutations[0] as Mutation) ?? [];
    const undone = reduceLane(lane, { type: 'undone', step: step as UndoStep }, anEnv({ now: 9000 })).lane;
    expect(undone.mutations).toMatchObject([{ id: 'm-1', nextAt: 9000 + UNDO_MS }]);
  });
});
