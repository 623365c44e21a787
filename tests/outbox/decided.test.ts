import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Decision } from '../../src/outbox/lane-event.ts';
import { type Mutation, NOT_PROBED } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const gone = aRefusal('deletedOnServer');

function decide(lane: Lane, mutationId: string, decision: Decision) {
  return reduceLane(lane, { type: 'decided', mutationId, decision }, anEnv());
}

const before = { ...ann, city: '' };
const theirs = { ...ann, city: 'Elko', email: 'lee@b.c' };
const mine = changes({ city: ['', 'Reno'], email: ['ann@example.com', 'a@b.c'] });
const inConflict = (fields: readonly string[], given: Partial<Mutation> = {}) =>
  aMutation({
    state: 'parked',
    attemptId: 'a',
    fields: mine,
    refusal: { ...aRefusal('conflict'), conflict: { fields, before, theirs } },
    ...given,
  });

describe('a deletion that would have taken more attachments than the person saw', () => {
  const parkedWith = (body: unknown) => {
    const refusal = { ...aRefusal(), status: 409, body };
    return aLane(ann, [
      aMutation({ kind: 'delete', state: 'parked', attachments: 1, attachmentSet: ['a'], refusal }),
    ]);
  };

  it('[F43] takes as many as the person has read of, once they delete it anyway', () => {
    const { lane } = decide(parkedWith({ detail: 'No.', attachments: 4 }), 'm-1', { what: 'retry' });
    expect(lane.mutations).toMatchObject([
      { kind: 'delete', state: 'queued', attachments: 4, attachmentSet: null },
    ]);
  });

  it('[F43] takes those that the server named, once the person deletes them anyway', () => {
    const body = { detail: 'No.', attachments: 4, attachments_hash: 'ab' };
    const { lane } = decide(parkedWith(body), 'm-1', { what: 'retry' });
    expect(lane.mutations).toMatchObject([{ attachments: 4, attachmentSet: 'ab' }]);
  });

  it('[F43] takes no more where the server did not say how many', () => {
    const { lane } = decide(parkedWith({ detail: 'No.' }), 'm-1', { what: 'retry' });
    expect(lane.mutations).toMatchObject([{ state: 'queued', attachments: 1, attachmentSet: ['a'] }]);
  });
});

describe('a conflict', () => {
  const lane = aLane(theirs, [inConflict(['city'])]);

  it('[M14, M18] is sent again as a decision for mine, and the journal has theirs', () => {
    const { lane: after, journal } = decide(lane, 'm-1', { what: 'retry' });
    expect(after.mutations).toMatchObject([
      {
        state: 'queued',
        refusal: null,
        fields: changes({ city: ['Elko', 'Reno'], email: ['lee@b.c', 'a@b.c'] }),
      },
    ]);
    expect(after.mutations[0]?.id).not.toBe('m-1');
    expect(journal).toMatchObject([{ outcome: 'decided', theirs: { city: 'Elko' } }]);
  });

  it('[M16, M18] decided for theirs sends what only the person changed', () => {
    const { lane: after, journal } = decide(lane, 'm-1', { what: 'takeTheirs' });
    expect(after.mutations).toMatchObject([
      { state: 'queued', fields: changes({ email: ['ann@example.com', 'a@b.c'] }) },
    ]);
    expect(journal).toMatchObject([
      {
        mutation: { fields: changes({ city: ['', 'Reno'] }) },
        outcome: 'cancelled',
        theirs: { city: 'Elko' },
      },
    ]);
  });

  it('[M17] decided for theirs is cancelled if the person changed nothing else', () => {
    const both = aLane(theirs, [inConflict(['city', 'email'])]);
    const { lane: after, journal } = decide(both, 'm-1', { what: 'takeTheirs' });
    expect(after).toMatchObject({ mutations: [], record: { view: theirs } });
    expect(journal).toMatchObject([{ outcome: 'cancelled', theirs: { city: 'Elko', email: 'lee@b.c' } }]);
  });

  it('[M18] over a field without a server value has null as the losing value', () => {
    const { city: _, ...short } = theirs;
    const conflict = { fields: ['city'], before, theirs: short };
    const refusal = { ...aRefusal('conflict'), conflict };
    const { journal } = decide(aLane(short, [inConflict([], { refusal })]), 'm-1', { what: 'takeTheirs' });
    expect(journal).toMatchObject([{ theirs: { city: null } }]);
  });

  const DONE = '--- Job ---\nStarted: 1\nFinished: 2';
  const job = { status: 'in_progress', notes: '--- Job ---\nStarted: 1' };
  /** This device finished a job whose status somebody else changed. */
  function finishedHere(status: string) {
    const conflict = { fields: ['status'], before: job, theirs: { ...job, status } };
    const fields = changes({
      status: ['in_progress', 'completed'],
      notes: [job.notes, DONE],
      title: ['', 'Pump'],
    });
    const given = {
      resource: 'workOrders',
      fields,
      state: 'parked',
      refusal: { ...aRefusal('conflict'), conflict },
    };
    return aLane(conflict.theirs, [aMutation(given as Partial<Mutation>)]);
  }

  it.each<Decision>([{ what: 'takeTheirs' }, { what: 'choose', choices: { status: 'theirs' } }])(
    '[Q39] over a status that a person gives up also drops the stamps of later steps: %j',
    (decision) => {
      const set = decide(finishedHere('assigned'), 'm-1', decision).lane;
      expect(set.mutations).toMatchObject([{ fields: { notes: { value: '' }, title: { value: 'Pump' } } }]);
      const off = decide(finishedHere('cancelled'), 'm-1', decision).lane;
      expect(off.mutations).toMatchObject([{ fields: { notes: { value: DONE } } }]);
    },
  );

  it('[Q39] over a status leaves nothing to send if only stamps are left', () => {
    const lane = finishedHere('in_progress');
    const [change] = lane.mutations as [Mutation];
    const { title: _, ...fields } = change.fields;
    const alone = { ...lane, mutations: [{ ...change, fields }] as Mutation[] };
    expect(decide(alone, 'm-1', { what: 'takeTheirs' }).lane.mutations).toEqual([]);
  });

  it('[X14] over a deletion takes the version that the person sees now', () => {
    const asked = inConflict([], { kind: 'delete', fields: {}, expectedVersion: 1 });
    const again = (version: object) =>
      decide(aLane(theirs, [asked], version), 'm-1', { what: 'retry' }).lane.mutations;
    expect(again({ version: 2 })).toMatchObject([{ kind: 'delete', expectedVersion: 2 }]);
    expect(again({})).toMatchObject([{ kind: 'delete', expectedVersion: null }]);
  });
});

describe('a parked change', () => {
  const parked = aMutation({ state: 'parked', refusal: aRefusal(), readFirst: true, fields: mine });
  const later = aMutation({ seq: 2, id: 'm-2', fields: changes({ city: ['Reno', 'Sparks'] }) });

  it('[Q24] that is discarded leaves its bases and its pending read to later changes', () => {
    const { lane } = decide(aLane(ann, [parked, later]), 'm-1', { what: 'discard' });
    expect(lane.mutations).toMatchObject([
      { id: 'm-2', fields: changes({ city: ['', 'Sparks'] }), readFirst: true },
    ]);
  });

  it('that is discarded removes a record that is on no server', () => {
    const create = aMutation({ ...parked, kind: 'create' });
    const { lane, notes } = decide(aLane(null, [create, later]), 'm-1', { what: 'discard' });
    expect(lane).toMatchObject({ record: undefined, mutations: [] });
    expect(notes).toEqual([]);
  });

  it.each<[string, Lane]>([
    [
      'that was refused',
      aLane(null, [
        {
          ...parked,
          kind: 'create',
          idempotencyKey: 'a',
          fields: changes({ kind: [null, 'document'] }),
        } as Mutation,
      ]),
    ],
    ['that the server has lost', aLane({ kind: 'document' }, [{ ...parked, refusal: gone } as Mutation])],
  ])('[F40] is not discarded if that removes a signed document %s', (_, lane) => {
    expect(decide(lane, 'm-1', { what: 'discard' }).lane).toBe(lane);
  });

  it('[F40] is discarded if the signed document stays', () => {
    const renamed = aLane({ kind: 'document' }, [{ ...parked, fields: changes({ name: ['a', 'b'] }) }]);
    const { lane } = decide(renamed, 'm-1', { what: 'discard' });
    expect(lane).toMatchObject({ mutations: [], record: { view: { kind: 'document' } } });
  });

  it('can be discarded if its record was lost', () => {
    const lost = { ...aLane(ann, [{ ...parked, refusal: gone }]), record: undefined };
    expect(decide(lost, 'm-1', { what: 'discard' }).lane.mutations).toEqual([]);
  });

  it('is decided once: a change that is no longer parked stays', () => {
    const queued = aLane(ann, [later]);
    expect(decide(queued, 'm-2', { what: 'discard' }).lane).toBe(queued);
    expect(decide(queued, 'm-1', { what: 'retry' }).lane).toBe(queued);
  });
});

describe('a record that is gone on the server', () => {
  const parked = aMutation({ state: 'parked', refusal: gone, fields: mine });

  it('[X43, L78] is made again under its local id, with a new key and all that was changed', () => {
    const later = aMutation({ seq: 2, id: 'm-2', fields: changes({ phone: ['', '555'] }) });
    const deletion = aMutation({ seq: 3, id: 'm-3', kind: 'delete' });
    const lane = aLane(ann, [parked, later, deletion]);
    const { lane: after, journal, notes } = decide(lane, 'm-1', { what: 'recreate' });
    expect(after).toMatchObject({
      record: { localId: 'a', server: null, view: { city: 'Reno', email: 'a@b.c', phone: '555' } },
      mutations: [{ kind: 'create', state: 'queued', fields: { phone: { base: null, value: '555' } } }],
    });
    expect(after.record).not.toHaveProperty('serverId');
    expect(after.mutations[0]?.idempotencyKey).not.toBe('a');
    expect(journal.map(({ outcome }) => outcome)).toEqual(['replaced', 'replaced']);
    expect(notes).toEqual([
      { note: 'madeAgain', serverId: 7 },
      { note: 'readWhole', besideFeed: true },
    ]);
  });

  it('is made again if it never had a server id', () => {
    const { notes } = decide(aLane(null, [parked]), 'm-1', { what: 'recreate' });
    expect(notes).toEqual([{ note: 'readWhole', besideFeed: true }]);
  });

  it('is not made again without any values', () => {
    const nothing = aLane(null, [aMutation({ ...parked, kind: 'delete', fields: {} })], { serverId: 7 });
    expect(decide(nothing, 'm-1', { what: 'recreate' }).lane).toBe(nothing);
  });
});

describe('a possible duplicate', () => {
  const refusal = { ...aRefusal('mayExistTwice'), candidates: [7, 8] };
  const create = aMutation({
    kind: 'create',
    idempotencyKey: 'a',
    state: 'parked',
    attemptId: 'a',
    firstSentAt: 1,
    refusal,
    fields: changes({ city: [null, 'Reno'] }),
  });
  const later = aMutation({ seq: 2, id: 'm-2', fields: changes({ phone: ['', '555'] }) });
  const lane = aLane(null, [create, later]);
  const row = (given: Partial<Lane['record'] & object> = {}): Lane => ({
    ...aLane({ ...ann, city: 'Elko' }, [], { localId: '7', ...given }),
    localId: '7',
  });

  it('[U25] becomes the row that a person chose, and what waits is merged with it', () => {
    const { lane: after, absorbed, journal } = decide(lane, 'm-1', { what: 'keepOne', other: row() });
    expect(absorbed).toMatchObject({ localId: '7' });
    expect(after.record).toMatchObject({ localId: 'a', serverId: 7, view: { city: 'Elko', phone: '555' } });
    expect(after.mutations).toMatchObject([{ id: 'm-2', mergeBase: { city: 'Reno' } }]);
    // No server confirmed what was typed.
    expect(journal).toMatchObject([{ mutation: { id: 'm-1' }, outcome: 'same' }]);
  });

  it('[U25, P30] sends what a person changed after the first attempt', () => {
    const changed = aMutation({ ...create, firstSentFields: { city: 'Boise' } });
    const mine = aLane(null, [changed]);
    const other = (city: string) => ({ what: 'keepOne', other: row({ server: { ...ann, city } }) }) as const;
    const update = { kind: 'update', readFirst: true, fields: changes({ city: ['Boise', 'Reno'] }) };
    expect(decide(mine, 'm-1', other('Boise')).lane.mutations).toMatchObject([update]);
    expect(decide(mine, 'm-1', other('Reno')).lane.mutations).toEqual([]);
  });

  it('[U25, P30] does not ask about what its first attempt wrote', () => {
    const changed = aMutation({ ...create, firstSentFields: { city: 'Boise' } });
    const waiting = aMutation({ seq: 2, id: 'm-2', fields: changes({ city: ['Reno', 'Sparks'] }) });
    const other = row({ server: { ...ann, city: 'Boise' } });
    const { lane: after } = decide(aLane(null, [changed, waiting]), 'm-1', { what: 'keepOne', other });
    expect(after.mutations).toMatchObject([{ id: 'm-2', mergeBase: { city: 'Boise' } }]);
  });

  it.each([
    ['was made here', row({ localId: 'made-here' })],
    ['was deleted here', row({ server: null })],
    ['is being deleted here', { ...row(), record: { ...row().record, view: null } } as Lane],
    ['is no longer on this device', { ...row(), record: undefined }],
  ])('[U25] cannot be a row that %s', (_, other) => {
    expect(decide(lane, 'm-1', { what: 'keepOne', other }).lane).toBe(lane);
  });

  it('[U25] is sent again if a person says that it is another record', () => {
    const { lane: after, notes } = decide(lane, 'm-1', { what: 'retry' });
    expect(after.mutations).toMatchObject([{ kind: 'create', state: 'queued', probe: null }, { id: 'm-2' }]);
    expect(notes).toEqual([{ note: 'readWhole', besideFeed: false }]);
  });

  it('[U17] can be looked for again', () => {
    const { lane: after } = decide(lane, 'm-1', { what: 'recheck' });
    expect(after.mutations).toMatchObject([
      { id: 'm-1', state: 'unknown', refusal: null, probe: NOT_PROBED },
      { id: 'm-2' },
    ]);
  });

  it('[U17] is the only change that can be looked for again', () => {
    const update = aMutation({ state: 'parked', refusal });
    const refused = aMutation({ ...create, refusal: aRefusal() });
    for (const other of [aLane(ann, [update]), aLane(null, [refused])]) {
      expect(decide(other, 'm-1', { what: 'recheck' }).lane).toBe(other);
    }
    const parked = aLane(ann, [update]);
    expect(decide(parked, 'm-1', { what: 'keepOne', other: row() }).lane).toBe(parked);
  });
});

describe('a record with a change under way and another parked as gone', () => {
  // After a create was found to be a row, its lane holds the changes of both.
  const sending = aMutation({
    seq: 1,
    id: 'sending',
    state: 'sending',
    attemptId: 'a',
    fields: changes({ city: ['', 'Boise'] }),
  });
  const parked = aMutation({
    seq: 2,
    id: 'parked',
    state: 'parked',
    refusal: gone,
    fields: changes({ email: ['ann@example.com', 'lee@example.com'] }),
  });
  const lane = aLane(ann, [sending, parked]);

  it('loses only the parked change when a person discards it', () => {
    const after = decide(lane, 'parked', { what: 'discard' });
    expect(after.lane.mutations).toEqual([sending]);
    expect(after.lane.record?.view).toEqual({ ...ann, city: 'Boise' });
    expect(after.journal).toMatchObject([{ mutation: { id: 'parked' }, outcome: 'cancelled' }]);
  });

  it('is not made again until the other change is answered', () => {
    expect(decide(lane, 'parked', { what: 'recreate' }).lane).toBe(lane);
  });

  it('is deleted after the change under way', () => {
    const first = aLane(ann, [
      { ...parked, seq: 0 },
      { ...sending, seq: 2 },
    ]);
    const intent = { kind: 'delete', fields: {}, watched: false } as const;
    const after = reduceLane(first, { type: 'saved', along: [], id: 'deletion', intent }, anEnv());
    expect(after.lane.mutations.map(({ id }) => id)).toEqual(['parked', 'sending', 'deletion']);
    expect(after.journal).toEqual([]);
  });
});
