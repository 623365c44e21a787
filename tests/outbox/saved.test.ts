import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Intent } from '../../src/outbox/lane-event.ts';
import { UNPLACED } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const toReno = aMutation({ fields: changes({ city: ['', 'Reno'] }) });
const mail = changes({ email: ['ann@example.com', 'a@b.c'] });
const theirs = { ...ann, city: 'Elko' };
const conflict = { ...aRefusal('conflict'), conflict: { fields: ['city'], before: ann, theirs } };
const inConflict = { ...toReno, state: 'parked', refusal: conflict } as const;

function save(lane: Lane, intent: Partial<Intent>, now = 1000) {
  const whole: Intent = { kind: 'update', fields: {}, watched: false, ...intent };
  return reduceLane(lane, { type: 'saved', along: [], id: 'saved', intent: whole }, anEnv({ now }));
}

describe('a create with a key whose number was taken, before it is sent again', () => {
  const again = aMutation({
    kind: 'create',
    idempotencyKey: 'a',
    sentWithKey: true,
    fields: changes({ city: [null, 'Reno'] }),
  });

  it('[Q13] vanishes when the record is deleted', () => {
    const { lane, journal } = save(aLane(null, [again]), { kind: 'delete' });
    expect(lane).toMatchObject({ record: undefined, mutations: [] });
    expect(journal).toMatchObject([{ mutation: { id: again.id }, outcome: 'cancelled' }]);
  });
});

describe('a save', () => {
  it('[Q6] waits with what it changes, over the version that the person saw', () => {
    const { lane } = save(aLane(ann, [], { version: 3 }), { fields: mail });
    expect(lane.mutations).toMatchObject([
      { id: 'saved', seq: UNPLACED, fields: mail, expectedVersion: null },
    ]);
    expect(lane.record).toMatchObject({ view: { email: 'a@b.c' }, mark: 'waiting' });
    const deleted = save(aLane(ann, [], { version: 3 }), { kind: 'delete' });
    expect(deleted.lane.mutations).toMatchObject([{ kind: 'delete', expectedVersion: 3 }]);
  });

  it('[F43] deletes no more attachments than the person saw', () => {
    const waits = aLane(ann, [toReno]);
    for (const lane of [aLane(ann), waits])
      expect(save(lane, { kind: 'delete', attachments: ['a', 'b'] }).lane.mutations).toMatchObject([
        { kind: 'delete', attachments: 2, attachmentSet: ['a', 'b'] },
      ]);
    expect(save(waits, { kind: 'delete' }).lane.mutations[0]).not.toHaveProperty('attachments');
  });

  it('makes a new record with a generated number', () => {
    const nothing = { ...aLane(ann), localId: 'new', record: undefined };
    const { lane } = save(nothing, { kind: 'create', fields: mail, generated: { email: 'a@b.c' } });
    expect(lane.record).toMatchObject({ localId: 'new', server: null, view: { email: 'a@b.c' } });
    expect(lane.mutations).toMatchObject([{ idempotencyKey: 'new', generated: { email: 'a@b.c' } }]);
  });

  it('is nothing if it changes nothing', () => {
    const lane = aLane(ann);
    expect(save(lane, {}).lane).toBe(lane);
  });

  it('[Q5, S8] is merged with a watched change only after 10 s', () => {
    const watched = { ...toReno, watched: true };
    expect(save(aLane(ann, [watched]), { fields: mail }, 10_000).lane.mutations).toHaveLength(2);
    expect(save(aLane(ann, [watched]), { fields: mail }, 10_001).lane.mutations).toHaveLength(1);
  });

  it('[Q5] is merged once the dialog closes', () => {
    const lane = aLane(ann, [{ ...toReno, watched: true }]);
    const { lane: free } = reduceLane(lane, { type: 'released', mutationId: 'm-1' }, anEnv());
    expect(save(free, { fields: mail }).lane.mutations).toHaveLength(1);
    expect(reduceLane(lane, { type: 'released', mutationId: 'gone' }, anEnv()).lane).toBe(lane);
  });

  it('[Q12] removes an update with every field back at its base', () => {
    const { lane, journal } = save(aLane(ann, [toReno]), { fields: changes({ city: ['Reno', ''] }) });
    expect(lane).toMatchObject({ mutations: [], record: { view: ann, mark: 'synced' } });
    expect(journal).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('[Q16, Q17] takes the place of a parked deletion, and the record is read first', () => {
    const deletion = aMutation({ kind: 'delete', state: 'parked', refusal: aRefusal() });
    const { lane } = save(aLane(ann, [deletion]), { fields: mail });
    expect(lane.mutations).toMatchObject([{ id: 'saved', kind: 'update', readFirst: true, state: 'queued' }]);
  });

  it('of a refused create keeps its key, its number and its sent values', () => {
    const refused = aMutation({
      kind: 'create',
      idempotencyKey: 'key',
      state: 'parked',
      refusal: aRefusal(),
      attemptId: 'a',
      fields: changes({ city: [null, 'Reno'] }),
      generated: { city: 'Reno' },
    });
    const { lane } = save(aLane(null, [refused]), { fields: mail });
    expect(lane.mutations).toMatchObject([
      {
        kind: 'create',
        idempotencyKey: 'key',
        generated: { city: 'Reno' },
        firstSentFields: { city: 'Reno' },
      },
    ]);
  });
});

describe('a save of a record in conflict', () => {
  it('[M20] is merged into the conflict, and the question stays', () => {
    const [after] = save(aLane(theirs, [inConflict]), { fields: mail }).lane.mutations;
    expect(after).toMatchObject({ id: 'm-1', state: 'parked', refusal: conflict, attemptId: null });
    expect(Object.keys(after?.fields ?? {})).toEqual(['city', 'email']);
  });

  it('[M15, M18] decides it if the person saw both sides, and the journal has theirs', () => {
    const fields = changes({ city: ['Reno', 'Sparks'] });
    const { lane, journal } = save(aLane(theirs, [inConflict]), { fields, decides: true });
    expect(lane.mutations).toMatchObject([
      { id: 'saved', state: 'queued', fields: changes({ city: ['Elko', 'Sparks'] }), refusal: null },
    ]);
    expect(journal).toMatchObject([{ outcome: 'decided', theirs: { city: 'Elko' } }]);
  });

  it('[M15] is an ordinary save if the conflict is over', () => {
    const { lane } = save(aLane(ann, [toReno]), { fields: mail, decides: true });
    expect(lane.mutations).toMatchObject([{ id: 'saved', state: 'queued' }]);
  });
});

describe('a deletion of a signed document that no server can have', () => {
  const create = {
    kind: 'create',
    idempotencyKey: 'a',
    fields: changes({ kind: [null, 'document'] }),
  } as const;
  const voided = aMutation({ seq: 2, id: 'm-2', fields: changes({ caption: ['', 'Void'] }) });

  it.each([
    ['is in a file with unsent work', aMutation({ ...create, inFile: 'saved' })],
    [
      'was loaded from one',
      aMutation({ ...create, inFile: 'loaded', state: 'parked', refusal: aRefusal('fromFile') }),
    ],
  ])('[F38] removes the document with all its changes if it %s', (_, first) => {
    const { lane } = save(aLane(null, [first, voided]), { kind: 'delete' });
    expect(lane).toMatchObject({ record: undefined, mutations: [] });
  });

  it('[F38] waits behind a create that is under way', () => {
    const sending = aMutation({ ...create, state: 'sending', attemptId: 'a-1', firstSentAt: 5 });
    const { lane } = save(aLane(null, [sending]), { kind: 'delete' });
    expect(lane.mutations).toMatchObject([{ state: 'sending' }, { kind: 'delete' }]);
  });
});

describe('a deletion of a record that is gone on the server', () => {
  const gone = aMutation({ state: 'parked', refusal: aRefusal('deletedOnServer') });
  const later = aMutation({ seq: 2, id: 'm-2', fields: mail });

  it('[Q18] removes the record with all its changes, and sends nothing', () => {
    const { lane, journal, notes } = save(aLane(ann, [gone, later]), { kind: 'delete' });
    expect(lane).toMatchObject({ record: undefined, mutations: [] });
    expect(journal.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    expect(notes).toEqual([{ note: 'readWhole', besideFeed: false }]);
  });

  it('[Q18] does so even if the record was lost', () => {
    const { lane, notes } = save({ ...aLane(ann, [gone]), record: undefined }, { kind: 'delete' });
    expect(lane.mutations).toEqual([]);
    expect(notes).toEqual([]);
  });
});
