import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Intent } from '../../src/outbox/lane-event.ts';
import type { Mutation, UndoStep } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { standingOf, undoStepOf, undoStepsOf } from '../../src/outbox/undone.ts';
import { aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const toReno = aMutation({ fields: changes({ city: ['', 'Reno'] }) });
const mail = changes({ email: ['ann@example.com', 'a@b.c'] });
const newAnn = aMutation({
  kind: 'create',
  idempotencyKey: 'a',
  fields: changes({ first_name: [null, 'Ann'] }),
});

/** A save as the database places it in the outbox, and what it changed. */
function save(lane: Lane, intent: Partial<Intent>, id = 'saved'): { lane: Lane; step: UndoStep | null } {
  const whole: Intent = { kind: 'update', fields: {}, watched: false, ...intent };
  const reduction = reduceLane(lane, { type: 'saved', id, intent: whole, along: [] }, anEnv());
  const mutations = reduction.lane.mutations.map((mutation, n) => ({ ...mutation, seq: n + 1 }));
  const unchanged = mutations.map((mutation, n) =>
    lane.mutations[n] === reduction.lane.mutations[n] ? (lane.mutations[n] as Mutation) : mutation,
  );
  const after = { ...reduction.lane, mutations: unchanged as readonly Mutation[] };
  return { lane: after, step: undoStepOf(lane, after, { id, intent: whole }) };
}

function undo(lane: Lane, step: UndoStep | null) {
  if (!step) throw new Error('Nothing was saved that can be undone.');
  return reduceLane(lane, { type: 'undone', step }, anEnv());
}

const contentOf = ({ mutations }: Lane) =>
  mutations.map(({ kind, fields, state, id, refusal }) => ({ kind, fields, state, id, refusal }));

describe('an undone save', () => {
  it.each<[string, Lane, Partial<Intent>]>([
    ['of a record that nothing else has changed', aLane(ann), { fields: mail }],
    ['that was merged into an update', aLane(ann, [toReno]), { fields: mail }],
    ['that was merged into a create', aLane(null, [newAnn]), { fields: mail }],
    ['that removed an update', aLane(ann, [toReno]), { fields: changes({ city: ['Reno', ''] }) }],
    ['that deleted a record', aLane(ann), { kind: 'delete' }],
    ['that deleted a changed record', aLane(ann, [toReno]), { kind: 'delete' }],
    ['that deleted a record that no server has', aLane(null, [newAnn]), { kind: 'delete' }],
    [
      'that mended a refused change',
      aLane(ann, [{ ...toReno, state: 'parked', refusal: aRefusal() } as Mutation]),
      { fields: changes({ city: ['Reno', 'Elko'] }) },
    ],
    [
      'that deleted a refused record',
      aLane(null, [{ ...newAnn, state: 'parked', refusal: aRefusal() } as Mutation]),
      { kind: 'delete' },
    ],
    [
      'behind a change that a dialog watches',
      aLane(ann, [{ ...toReno, watched: true, acceptedAt: 1000 } as Mutation]),
      { fields: mail },
    ],
  ])('[Q26] restores what was there before: one %s', (_, before, intent) => {
    const { lane, step } = save(before, intent);
    expect(contentOf(lane)).not.toEqual(contentOf(before));
    const undone = undo(lane, step).lane;
    expect(contentOf(undone)).toEqual(contentOf(before));
    expect(undone.record?.view).toEqual(before.record?.view);
  });

  it('[Q26] of a new record removes the record', () => {
    const nothing = { ...aLane(ann), localId: 'new', record: undefined };
    const { lane, step } = save(nothing, { kind: 'create', fields: mail });
    const { lane: undone, journal } = undo(lane, step);
    expect(undone).toMatchObject({ record: undefined, mutations: [] });
    expect(journal).toMatchObject([{ mutation: { id: 'saved' }, outcome: 'cancelled' }]);
  });

  it('[Q26] is the last of several: the others stay, and can be undone next', () => {
    const first = save(aLane(ann), { fields: changes({ city: ['', 'Reno'] }) }, 'first');
    const second = save(first.lane, { fields: mail }, 'second');
    const { lane, journal } = undo(second.lane, second.step);
    expect(lane.mutations).toMatchObject([{ id: 'first', fields: { city: { value: 'Reno' } } }]);
    expect(Object.keys(lane.mutations[0]?.fields ?? {})).toEqual(['city']);
    expect(journal).toMatchObject([{ mutation: { fields: mail }, outcome: 'cancelled' }]);
    expect(undo(lane, first.step).lane).toMatchObject({ mutations: [], record: { view: ann } });
  });

  it('[Q30] keeps newer server copies, for when the change is sent', () => {
    const elko = { ...ann, city: 'Elko', email: 'new@example.com' };
    const { lane, step } = save(aLane(ann, [toReno]), { kind: 'delete' });
    const newer = { ...lane, record: { ...aLane(elko).record, server: elko } as Lane['record'] };
    const [change] = undo(newer, step).lane.mutations;
    expect(change).toMatchObject({ kind: 'update', mergeBase: ann });
  });

  it('[Q30] keeps newer bases of its fields', () => {
    const { lane, step } = save(aLane(ann, [toReno]), { fields: changes({ city: ['Reno', 'Elko'] }) });
    const rebased = lane.mutations.map((one) => ({ ...one, fields: changes({ city: ['Ely', 'Elko'] }) }));
    const [change] = undo({ ...lane, mutations: rebased as Mutation[] }, step).lane.mutations;
    expect(change?.fields).toEqual(changes({ city: ['Ely', 'Reno'] }));
  });

  it('[P11] has the record read before the restored change is sent, if a newer row was seen', () => {
    const { lane, step } = save(aLane(ann, [toReno]), { fields: mail });
    const [saved] = lane.mutations as [Mutation];
    const met = reduceLane(lane, { type: 'rowLeft', seen: saved }, anEnv()).lane;
    expect(undo(met, step).lane.mutations).toMatchObject([{ id: 'm-1', readFirst: true }]);
  });

  it('[Q26] can be undone ten times in a row, and no further', () => {
    let lane = aLane(ann);
    for (let n = 0; n < 15; n += 1)
      lane = save(lane, { fields: changes({ city: [n ? `C${n - 1}` : '', `C${n}`] }) }, `s${n}`).lane;
    let undone = 0;
    for (;;) {
      const [steps] = lane.mutations.map(undoStepsOf);
      if (!steps?.[0]) break;
      lane = undo(lane, steps[0]).lane;
      undone += 1;
    }
    expect(undone).toBe(10);
    expect(lane.mutations).toMatchObject([{ id: 's4', fields: { city: { value: 'C4' } } }]);
  });
});

describe('a save that cannot be undone', () => {
  const { lane, step } = save(aLane(ann, [toReno]), { fields: mail });
  const [saved] = lane.mutations as [Mutation];

  it.each<[string, Mutation[], string]>([
    ['is being sent', [{ ...saved, state: 'sending', attemptId: 'x', firstSentAt: 1 } as Mutation], 'sent'],
    ['was sent, and waits again', [{ ...saved, firstSentAt: 1 }], 'sent'],
    ['has left the outbox', [], 'sent'],
    [
      'was merged into two later ones',
      save(
        save(lane, { fields: changes({ state: ['', 'NV'] }) }, 'b').lane,
        { fields: changes({ city: ['Reno', 'Ely'] }) },
        'c',
      ).lane.mutations.slice(),
      'changed',
    ],
    ['has another change behind it', [saved, aMutation({ seq: 9, id: 'behind' })], 'changed'],
  ])('[Q28] gives the reason and changes nothing: one that %s', (_, mutations, why) => {
    const now = { ...lane, mutations };
    expect(step && standingOf(now, step)).toBe(why);
    expect(undo(now, step).lane.mutations).toEqual(mutations);
  });

  it('[Q28] removed a record that is back, or a change of a record that has another now', () => {
    const deleted = save(aLane(null, [newAnn]), { kind: 'delete' });
    expect(undo(aLane(null, [newAnn]), deleted.step).lane.mutations).toEqual([newAnn]);
    const back = save(aLane(ann, [toReno]), { fields: changes({ city: ['Reno', ''] }) });
    const gone = { ...back.lane, record: undefined };
    expect(back.step && standingOf(gone, back.step)).toBe('changed');
    expect(undo(gone, back.step).lane).toBe(gone);
  });

  it('[Q28] has no undo step if it saved nothing, or removed more than one change', () => {
    expect(save(aLane(ann), {}).step).toBeNull();
    const gone = { ...aRefusal('deletedOnServer') };
    const parked = { ...toReno, state: 'parked', refusal: gone } as Mutation;
    const behind = aMutation({ seq: 2, id: 'm-2', fields: mail });
    expect(save(aLane(ann, [parked, behind]), { kind: 'delete' }).step).toBeNull();
  });

  it('[Q28] is part of a conflict that waits for a person', () => {
    const theirs = { ...ann, city: 'Elko' };
    const refusal = { ...aRefusal('conflict'), conflict: { fields: ['city'], before: ann, theirs } };
    const conflict = { ...toReno, state: 'parked', refusal } as Mutation;
    const beside = save(aLane(theirs, [conflict]), { fields: mail });
    expect(beside.step).toBeNull();
    expect(beside.lane.mutations.map(undoStepsOf)).toEqual([null]);
  });
});

describe('the undo of a waiting change', () => {
  it('[Q27] includes what was changed along with it', () => {
    const along: UndoStep[] = [{ resource: 'projects', localId: 'p', before: newAnn, left: null }];
    const intent: Intent = { kind: 'delete', fields: {}, watched: false };
    const { lane } = reduceLane(aLane(ann), { type: 'saved', id: 'saved', intent, along }, anEnv());
    const [deletion] = lane.mutations as [Mutation];
    expect(undoStepsOf(deletion)).toMatchObject([{ localId: 'a', before: null, left: 'saved' }, ...along]);
  });

  it('[Q27, Q28] is empty if it was changed along with another record, was refused, or is a deletion that may have been sent', () => {
    const intent: Intent = { kind: 'update', fields: mail, watched: false };
    const along = reduceLane(aLane(ann), { type: 'saved', id: 'saved', intent, along: null }, anEnv());
    const merged = reduceLane(aLane(ann, [toReno]), { type: 'saved', id: 's', intent, along: null }, anEnv());
    for (const { lane } of [along, merged]) expect(lane.mutations.map(undoStepsOf)).toEqual([null]);
    const { lane } = save(aLane(ann), { fields: mail });
    const [saved] = lane.mutations as [Mutation];
    const sent = { state: 'sending', attemptId: 'x', firstSentAt: 1 } as const;
    expect(undoStepsOf({ ...saved, kind: 'delete', ...sent } as Mutation)).toBeNull();
    expect(undoStepsOf({ ...saved, state: 'parked', refusal: aRefusal() } as Mutation)).toBeNull();
  });
});

describe('what logs a signature', () => {
  const entry =
    '--- Log ---\n2026-11-23 08:45 -0600 Bo Diaz: Estimate signed by Cy Young, document 0123456789ab';
  const notes = changes({ notes: ['', entry] });
  const logged = aMutation({
    resource: 'workOrders',
    fields: notes,
    undo: { before: null, along: [], mergeBase: null },
  });

  it('[F36] is not undone, neither before it is sent nor after', () => {
    expect(undoStepsOf(logged)).toBeNull();
    expect(undoStepsOf({ ...logged, firstSentAt: 1, attempts: 1 } as Mutation)).toBeNull();
  });

  it('[F36] stays if a later save is undone', () => {
    const fields = { ...notes, ...changes({ title: ['Dry', 'Wet'] }) };
    const later = aMutation({
      resource: 'workOrders',
      fields,
      undo: { before: logged, along: [], mergeBase: null },
    });
    expect(undoStepsOf(later)).toMatchObject([
      { before: logged, change: { fields: changes({ title: ['Dry', 'Wet'] }) } },
    ]);
  });

  it('is undone like others if it is a photo, and not if it is a document', () => {
    const create = (kind: string) =>
      aMutation({
        resource: 'attachments',
        kind: 'create',
        idempotencyKey: 'a',
        fields: changes({ kind: [null, kind] }),
        undo: { before: null, along: [], mergeBase: null },
      });
    expect(undoStepsOf(create('photo'))).toHaveLength(1);
    expect(undoStepsOf(create('document'))).toBeNull();
  });
});
