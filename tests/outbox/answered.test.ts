import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/domain/ids.ts';
import type { Lane } from '../../src/outbox/lane.ts';
import type { AnsweredEvent } from '../../src/outbox/lane-event.ts';
import type { Mutation, UndoStep } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { undoStepsOf } from '../../src/outbox/undone.ts';
import { aLane, anEnv, aRow } from '../support/lanes/lanes.ts';
import { aMutation, ann, changes } from '../support/records/mutations.ts';
import { seededRandom } from '../support/test/seeded-random.ts';

const HOUR_MS = 60 * 60 * 1000;

const update = aMutation({
  state: 'sending',
  attemptId: 'attempt',
  attempts: 1,
  firstSentAt: 1000,
  fields: changes({ city: ['', 'Reno'] }),
});
const create = aMutation({
  ...update,
  kind: 'create',
  idempotencyKey: 'a',
  fields: changes({ city: [null, 'Reno'] }),
});
const keyed = aMutation({ ...create, sentWithKey: true });
const confirmed = { do: 'confirm', record: null } as const;

/** An answer to a change, by default the first of the lane. */
function answer(lane: Lane, given: Partial<AnsweredEvent>, now = 2000) {
  const [first = update] = lane.mutations;
  const { seen = first } = given;
  const before = { ...seen, state: 'queued', attemptId: null, attempts: 0 } as const;
  const event: AnsweredEvent = {
    type: 'answered',
    seen,
    before,
    verdict: confirmed,
    status: 200,
    body: null,
    row: null,
    ...given,
  };
  return reduceLane(lane, event, anEnv({ now }));
}

describe('an update that the server refuses', () => {
  it('[P8] waits for a person after its record was read three times in vain', () => {
    let lane = aLane(ann, [update]);
    const states: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      ({ lane } = answer(lane, { verdict: { do: 'readRecord' }, status: 409 }));
      const [now = update] = lane.mutations;
      states.push(`${now.state} ${now.refusal?.reason ?? ''}`);
      lane = { ...lane, mutations: [aMutation({ ...now, state: 'sending', attemptId: `again ${times}` })] };
    }
    expect(states).toEqual(['queued ', 'queued ', 'parked rejected']);
  });

  it.each([
    ['for less than an hour', HOUR_MS - 1, { state: 'queued', readFirst: true }],
    ['for an hour', HOUR_MS, { state: 'parked', refusal: { reason: 'serverErrors', status: 500 } }],
  ])('[P10] waits for a person after six server errors %s', (_, since, expected) => {
    const failing = aMutation({ ...update, setbacks: { serverErrors: 5, since: 0, rereads: 0 } });
    const { lane } = answer(aLane(ann, [failing]), { verdict: { do: 'serverError' }, status: 500 }, since);
    expect(lane.mutations).toMatchObject([expected]);
  });
});

describe('a refused update with a later deletion', () => {
  it('[F43] becomes that deletion, of as many attachments as the person saw', () => {
    const deletion = aMutation({
      seq: 2,
      id: 'm-2',
      kind: 'delete',
      attachments: 2,
      attachmentSet: ['a', 'b'],
    });
    const refused = { do: 'park', reason: 'rejected' } as const;
    const { lane } = answer(aLane(ann, [update, deletion]), { verdict: refused, status: 400 });
    expect(lane.mutations).toMatchObject([
      { kind: 'delete', state: 'parked', attachments: 2, attachmentSet: ['a', 'b'] },
    ]);
    // An older version of the app kept only how many.
    const { attachmentSet: _, ...older } = deletion;
    const { lane: before } = answer(aLane(ann, [update, older]), { verdict: refused, status: 400 });
    expect(before.mutations).toMatchObject([{ kind: 'delete', attachments: 2, attachmentSet: null }]);
  });
});

describe('a change that the server asks to delay', () => {
  it('is sent again when due, as if it had never been sent', () => {
    const requeue = { do: 'requeue', pause: 'throttled', fault: false } as const;
    const { lane } = answer(aLane(ann, [update]), { verdict: requeue, status: 429 });
    expect(lane.mutations).toMatchObject([{ state: 'queued', attempts: 0, nextAt: 0 }]);
  });

  it('[Q26] can still be undone, because no server has carried it out', () => {
    const requeue = { do: 'requeue', pause: null, fault: true } as const;
    const before = aMutation({
      ...update,
      state: 'queued',
      attemptId: null,
      firstSentAt: null,
      undo: { before: null, mergeBase: null, along: [] },
    });
    const { lane } = answer(aLane(ann, [update]), { before, verdict: requeue, status: 0 });
    const [change = update] = lane.mutations;
    const undone = reduceLane(lane, { type: 'undone', step: undoStepsOf(change)?.[0] as UndoStep }, anEnv());
    expect(undone.lane.mutations).toEqual([]);
  });

  it.each([
    { do: 'requeue', pause: 'serverProblem', fault: false },
    { do: 'requeue', pause: null, fault: false, later: true },
  ] as const)('backs off by itself if the fault may be its own: %j', (verdict) => {
    const { lane } = answer(aLane(ann, [update]), { verdict, status: 404 });
    const [waiting] = lane.mutations;
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 });
    expect(waiting?.nextAt).toBeGreaterThan(2000);
  });
});

describe('two equal creates', () => {
  it.each([
    ['is looked for if it is being sent', create, 'unknown'],
    ['stays as it is if it is already sent again', { ...create, attemptId: 'another' }, 'sending'],
    ['stays as it is if it is already looked for', { ...create, state: 'unknown' }, 'unknown'],
  ] as const)('[P29] with one row, which belongs to the other: this one %s', (_, mine, state) => {
    const lane = aLane(null, [aMutation(mine)]);
    const other = { ...aLane(ann, [], { localId: 'other' }), localId: 'other' };
    const { lane: after, journal } = answer(lane, { seen: create, row: aRow(ann), other });
    expect(after.mutations).toMatchObject([{ state }]);
    expect(journal).toEqual([]);
  });
});

describe('a late answer', () => {
  const waiting = aMutation({ ...update, state: 'queued', readFirst: true, claimGeneration: 1 });

  it('[P26] asks a person if it names another row than the one the create became', () => {
    const known = aLane(ann);
    const { notes, lane } = answer(known, { seen: create, row: aRow(ann, { id: 8 }) });
    expect(notes).toMatchObject([{ note: 'secondRow', serverId: 8, watch: { serverId: 7 } }]);
    expect(lane).toBe(known);
    expect(answer(known, { seen: create, row: aRow(ann) }).notes).toEqual([]);
  });

  it('[P26] asks too if the row that the create became was deleted since', () => {
    const behind = aMutation({ seq: 2, id: 'm-2', fields: changes({ city: ['', 'Elko'] }) });
    const lane = aLane(null, [behind], { serverId: 7 });
    const { notes } = answer(lane, { seen: create, row: aRow(ann, { id: 8 }) });
    expect(notes).toMatchObject([{ note: 'secondRow', serverId: 8 }]);
  });

  it('changes nothing for a record that is on no server', () => {
    const nothing = { ...aLane(ann), record: undefined };
    expect(answer(nothing, { seen: create, row: aRow(ann) }).notes).toEqual([]);
  });

  it.each([
    ['taken', 'no copy of the record came since', 1, []],
    ['left to a read of the record', 'a copy came since', 9, [{ state: 'queued' }]],
  ])('[P28] to an update is %s if %s', (_, __, serverGen, expected) => {
    const lane = aLane(ann, [waiting], { serverGen });
    const { lane: after } = answer(lane, { seen: update, row: aRow({ ...ann, city: 'Reno' }) });
    expect(after.mutations).toMatchObject(expected);
  });

  it.each([
    ['a list or feed', {}],
    ['its own read', { seen: waiting }],
  ])('[P72] to an update does not bring back a record whose deletion is known from %s', (_, read) => {
    const lane = aLane(ann, [waiting], { serverGen: 1 });
    const known = reduceLane(lane, { type: 'rowGone', ...read }, anEnv()).lane;
    expect(known.mutations).toMatchObject([{ state: 'parked', refusal: { reason: 'deletedOnServer' } }]);
    expect(answer(known, { seen: update, row: aRow({ ...ann, city: 'Reno' }) }).lane).toBe(known);
  });

  it('[P27] to an attempt before the last one changes nothing', () => {
    const lane = aLane(ann, [aMutation({ ...update, state: 'queued', attemptId: 'another' })]);
    expect(answer(lane, { seen: update, row: aRow(ann) }).lane).toBe(lane);
  });

  it('[P25] confirms a create that a person sent again since', () => {
    const again = aMutation({ ...create, id: 'again', state: 'queued', attemptId: null });
    const { lane, journal } = answer(aLane(null, [again]), { seen: create, row: aRow(ann) });
    expect(lane.mutations).toEqual([]);
    expect(lane.record).toMatchObject({ serverId: 7 });
    expect(journal).toMatchObject([{ mutation: { id: 'again' }, outcome: 'confirmed' }]);
  });

  it.each([
    ['queued', { state: 'queued', attemptId: null }],
    ['sent again', { attemptId: 'later' }],
  ] as const)('[P71] asks for the whole list if a create with a key is %s', (_, now) => {
    const { lane, notes } = answer(aLane(null, [aMutation({ ...keyed, ...now })]), {
      seen: keyed,
      row: aRow(ann),
    });
    expect(lane.mutations).toEqual([]);
    expect(notes).toContainEqual({ note: 'readWhole', besideFeed: true });
  });

  it('[X57] does not confirm a create whose row was deleted since, nor the one made again', () => {
    const parked = answer(aLane(null, [keyed]), {
      verdict: { do: 'park', reason: 'deletedOnServer' },
      status: 410,
    }).lane;
    expect(answer(parked, { seen: keyed, row: aRow(ann) }).lane).toBe(parked);
    const again = aLane(null, [
      aMutation({ ...keyed, id: 'again', idempotencyKey: 'b', attemptId: 'later' }),
    ]);
    expect(answer(again, { seen: keyed, row: aRow(ann) }).lane).toBe(again);
  });
});

describe('a deletion of a record that the server does not have', () => {
  it('[X24] is confirmed, and the whole collection is read', () => {
    const deletion = aMutation({ kind: 'delete', state: 'sending', attemptId: 'attempt' });
    const { lane, notes } = answer(aLane(ann, [deletion]), { status: 404 });
    expect(lane.record).toBeUndefined();
    expect(notes).toEqual([
      { note: 'deleted', serverId: 7 },
      { note: 'readWhole', besideFeed: true },
    ]);
  });
});

describe('a refused create with a generated number', () => {
  const numbered: Mutation = aMutation({
    ...create,
    resource: 'workOrders',
    idempotencyKey: 'a',
    attemptId: uuidv7(1000, seededRandom(2)),
    fields: { work_order_number: { base: null, value: 'W-1' }, title: { base: null, value: 'Roof' } },
    generated: { work_order_number: 'W-1' },
  });
  const taken = {
    verdict: { do: 'park', reason: 'rejected' },
    status: 400,
    body: { work_order_number: ['Taken.'] },
  } as const;

  it('[P13] gets another number at once if it was sent with its key', () => {
    const { lane } = answer(aLane(null, [aMutation({ ...numbered, sentWithKey: true })]), taken);
    const [again] = lane.mutations;
    expect(again).toMatchObject({ state: 'queued', firstSentAt: null, setbacks: { renumbered: 1 } });
    const number = again?.fields['work_order_number']?.value;
    expect(number).not.toBe('W-1');
    expect(again?.generated).toEqual({ work_order_number: number });
    expect(again?.fields['title']).toEqual({ base: null, value: 'Roof' });
  });

  it('[P46] gets no fourth number', () => {
    const setbacks = { serverErrors: 0, since: 0, rereads: 0, renumbered: 3 };
    const { lane } = answer(aLane(null, [aMutation({ ...numbered, sentWithKey: true, setbacks })]), taken);
    expect(lane.mutations).toMatchObject([{ state: 'parked', refusal: { reason: 'rejected' } }]);
  });

  it('[P47] is looked for first if it had no key', () => {
    const { lane } = answer(aLane(null, [numbered]), taken);
    expect(lane.mutations).toMatchObject([{ state: 'unknown', refusal: { reason: 'rejected' } }]);
  });
});

describe('a change behind a refused change', () => {
  const refused = { verdict: { do: 'park', reason: 'rejected' }, status: 400 } as const;
  const behind = aMutation({ seq: 2, id: 'm-2', fields: changes({ email: ['ann@example.com', 'a@b.c'] }) });

  it('[Q15] is merged into the refused one', () => {
    const { lane, journal } = answer(aLane(ann, [update, behind]), refused);
    expect(lane.mutations).toMatchObject([{ id: 'm-1', state: 'parked', attemptId: null }]);
    expect(Object.keys(lane.mutations[0]?.fields ?? {})).toEqual(['city', 'email']);
    expect(journal).toMatchObject([{ mutation: { id: 'm-2' }, outcome: 'replaced' }]);
  });

  it('[Q15] removes both if nothing is left to change', () => {
    const back = { ...behind, fields: changes({ city: ['Reno', ''] }) };
    const { lane, journal } = answer(aLane(ann, [update, back]), refused);
    expect(lane.mutations).toEqual([]);
    expect(lane.record).toMatchObject({ view: ann, mark: 'synced' });
    expect(journal.map(({ outcome }) => outcome)).toEqual(['replaced', 'cancelled']);
  });

  it('[Q15] turns the refused one into a deletion if it deletes the record', () => {
    const deletion = aMutation({ seq: 2, id: 'm-2', kind: 'delete', deps: ['c'] });
    const { lane } = answer(aLane(ann, [update, deletion]), refused);
    expect(lane.mutations).toMatchObject([{ id: 'm-1', kind: 'delete', deps: ['c'], state: 'parked' }]);
  });

  it('[Q4] waits if it was sent before, as when two records became one', () => {
    const sent = { ...behind, firstSentAt: 500 };
    const { lane } = answer(aLane(ann, [update, sent]), refused);
    expect(lane.mutations).toMatchObject([{ id: 'm-1', state: 'parked' }, { id: 'm-2' }]);
  });
});
