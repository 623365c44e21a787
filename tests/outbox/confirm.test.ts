import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/domain/ids.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv, aRecord, aRow } from '../support/lanes/lanes.ts';
import { aMutation, ann, changes } from '../support/records/mutations.ts';
import { seededRandom } from '../support/test/seeded-random.ts';

const sent = { state: 'sending', attemptId: uuidv7(1000, seededRandom(2)), firstSentAt: 1000 } as const;
const toReno = aMutation({ ...sent, fields: changes({ city: ['', 'Reno'] }) });
const mail = changes({ email: ['ann@example.com', 'a@b.c'] });
const behind = aMutation({ seq: 2, id: 'm-2', fields: mail });

interface Attempt {
  readonly seen: Mutation;
  /** Device time in ms of an earlier attempt; null if there was none. */
  readonly firstSentAt: number | null;
}

/** Confirms the lane's first change, with the record as the server shows it. */
function confirm(
  lane: Lane,
  server: Fields | null,
  { seen = lane.mutations[0] ?? toReno, firstSentAt = seen.firstSentAt }: Partial<Attempt> = {},
) {
  return reduceLane(
    lane,
    {
      type: 'answered',
      seen,
      before: { ...seen, state: 'queued', firstSentAt },
      verdict: { do: 'confirm', record: null },
      status: 200,
      body: null,
      row: server && aRow(server),
    },
    anEnv(),
  );
}

describe('a confirmed change', () => {
  it("[Q7] makes the answer's values the bases of later changes", () => {
    const again = { ...behind, fields: changes({ city: ['Reno', 'Elko'] }) };
    const { lane } = confirm(aLane(ann, [toReno, again]), { ...ann, city: 'RENO' });
    expect(lane.mutations).toMatchObject([{ id: 'm-2', fields: changes({ city: ['RENO', 'Elko'] }) }]);
    expect(lane.record?.view).toMatchObject({ city: 'Elko' });
  });

  it('[M9] parks the next change if the answer shows a conflict with it', () => {
    const { lane } = confirm(aLane(ann, [toReno, behind]), { ...ann, city: 'Reno', email: 'lee@b.c' });
    expect(lane.mutations).toMatchObject([{ state: 'parked', refusal: { conflict: { fields: ['email'] } } }]);
  });

  it('[M12] is added to the merge bases of later changes if no answer shows the record', () => {
    const remove = aMutation({ ...sent, kind: 'delete' });
    const over = { ...behind, mergeBase: ann };
    const seen = { ...toReno, fields: changes({ city: ['', 'Reno'] }) };
    const { lane } = reduceLane(
      aLane({ ...ann, city: 'Reno' }, [{ ...seen, state: 'queued' }, over, { ...behind, seq: 3, id: 'm-3' }]),
      {
        type: 'checkedOut',
        seen: { ...seen, state: 'queued' },
        features: new Set(),
        generation: 1,
        together: new Map(),
      },
      anEnv(),
    );
    expect(lane.mutations).toMatchObject([{ id: 'm-2', mergeBase: { ...ann, city: 'Reno' } }, { id: 'm-3' }]);
    expect(lane.mutations[1]).not.toHaveProperty('mergeBase');
    expect(confirm(aLane(ann, [remove]), null).lane.record).toBeUndefined();
  });

  it('[L31] makes later changes wait for a read if a newer row was left to its answer', () => {
    const { lane } = confirm(aLane(ann, [{ ...toReno, readFirst: true }, behind]), { ...ann, city: 'Reno' });
    expect(lane.mutations).toMatchObject([{ id: 'm-2', readFirst: true }]);
  });

  it("[M5] is in the journal with the server's values if they differ", () => {
    const { journal } = confirm(aLane(ann, [toReno]), { ...ann, city: 'Sparks' });
    expect(journal).toMatchObject([{ outcome: 'confirmed', theirs: { city: 'Sparks' } }]);
  });

  it('restores its record if that was lost', () => {
    const { lane } = confirm({ ...aLane(ann, [toReno]), record: undefined }, { ...ann, city: 'Reno' });
    expect(lane.record).toMatchObject({ serverId: 7, view: { city: 'Reno' } });
    const remove = aMutation({ ...sent, kind: 'delete' });
    const { notes } = confirm({ ...aLane(ann, [remove]), record: undefined }, null);
    expect(notes).toEqual([{ note: 'deleted', serverId: undefined }]);
  });
});

describe('a confirmed create', () => {
  const create = aMutation({
    ...sent,
    kind: 'create',
    idempotencyKey: 'a',
    fields: changes({ city: [null, 'Reno'] }),
  });
  const reno = { ...ann, city: 'Reno' };

  it('[U8] starts the search for a second row like it, unless it had a key', () => {
    expect(confirm(aLane(null, [create]), reno).notes).toMatchObject([
      { note: 'watch', watch: { serverId: 7, marks: { city: { value: 'Reno' } } } },
    ]);
    expect(confirm(aLane(null, [aMutation({ ...create, sentWithKey: true })]), reno).notes).toEqual([]);
  });

  it('[U8] is recognized without references that it does not have', () => {
    const job = aMutation({ ...create, resource: 'projects', fields: changes({ title: [null, 'Roof'] }) });
    const { notes } = confirm(aLane(null, [job]), aRecord('projects', { title: 'Roof' }));
    expect(notes).toMatchObject([{ watch: { marks: { title: { value: 'Roof' } } } }]);
  });

  it.each([
    ['sent for the first time', null, { state: 'queued' }],
    ['sent again', 1000, { state: 'parked', refusal: { reason: 'conflict' } }],
  ])('[M10, M11] that was %s decides if a deletion behind it asks', (_, firstSentAt, expected) => {
    const keyed = aMutation({ ...create, sentWithKey: true });
    const deletion = aMutation({ seq: 2, id: 'm-2', kind: 'delete' });
    const { lane } = confirm(aLane(null, [keyed, deletion]), { ...reno, city: 'Elko' }, { firstSentAt });
    expect(lane.mutations).toMatchObject([{ id: 'm-2', ...expected }]);
  });

  it('[P30] that was edited after a refused attempt sends what its row has of that attempt', () => {
    const changed = aMutation({ ...create, firstSentFields: { city: 'Boise' } });
    const { lane, notes } = confirm(aLane(null, [changed]), { ...reno, city: 'Boise' });
    expect(lane.mutations).toMatchObject([
      { kind: 'update', fields: changes({ city: ['Boise', 'Reno'] }), readFirst: true },
    ]);
    expect(notes).toContainEqual({ note: 'readWhole', besideFeed: true });
    expect(confirm(aLane(null, [changed]), reno).lane.mutations).toEqual([]);
  });
});

describe('a create whose row was pulled before its answer', () => {
  const create = aMutation({
    ...sent,
    kind: 'create',
    idempotencyKey: 'a',
    fields: changes({ city: [null, 'Reno'] }),
  });
  const read = { ...ann, city: 'Elko' };
  const ofRow = (given: Partial<Mutation>) => aMutation({ seq: 2, localId: '7', fields: mail, ...given });
  const other = (mutations: readonly Mutation[], given = {}): Lane => ({
    ...aLane(read, mutations, { localId: '7', ...given }),
    localId: '7',
  });
  const answer = (lane: Lane, row: Lane) =>
    reduceLane(
      lane,
      {
        type: 'answered',
        seen: create,
        before: { ...create, state: 'queued' },
        verdict: { do: 'confirm', record: null },
        status: 201,
        body: null,
        row: aRow({ ...ann, city: 'Reno' }),
        other: row,
      },
      anEnv(),
    );

  it("[M4, M21] takes over the row's newer values and all its changes in order", () => {
    const later = aMutation({ seq: 3, id: 'm-3', fields: changes({ phone: ['', '555'] }) });
    const { lane, absorbed } = answer(aLane(null, [create, later]), other([ofRow({ id: 'm-2' })]));
    expect(absorbed).toMatchObject({ localId: '7' });
    expect(lane.mutations).toMatchObject([
      { id: 'm-2', localId: 'a' },
      { id: 'm-3', localId: 'a' },
    ]);
    const view = { city: 'Elko', email: 'a@b.c', phone: '555' };
    expect(lane.record).toMatchObject({ localId: 'a', serverId: 7, view });
  });

  it('[M4] keeps the version that was read', () => {
    expect(answer(aLane(null, [create]), other([], { version: 4 })).lane.record).toMatchObject({
      version: 4,
    });
  });

  it('[M10] parks a change behind it that is in conflict', () => {
    const later = aMutation({ seq: 3, id: 'm-3', fields: changes({ city: ['Reno', 'Sparks'] }) });
    const { lane } = answer(aLane(null, [create, later]), other([]));
    expect(lane.mutations).toMatchObject([{ state: 'parked', refusal: { conflict: { fields: ['city'] } } }]);
  });

  it('[M12] keeps the merge bases of changes further behind', () => {
    const next = aMutation({ seq: 3, id: 'm-3', fields: changes({ phone: ['', '555'] }) });
    const last = aMutation({ seq: 4, id: 'm-4', fields: mail, watched: true });
    const { lane } = answer(aLane(null, [create, next, last]), other([]));
    expect(lane.mutations).toMatchObject([{ mergeBase: null }, { mergeBase: { city: 'Reno' } }]);
  });
});

describe('a confirmed create that was edited after a refusal', () => {
  const create = aMutation({
    ...sent,
    kind: 'create',
    idempotencyKey: 'a',
    fields: changes({ city: [null, 'Reno'], phone: [null, '555'], status: [null, 'lead'] }),
    firstSentFields: { city: 'Boise', phone: '555' },
  });
  const arrived = (server: Fields, ...later: Mutation[]) =>
    confirm(aLane(null, [create, ...later]), { ...ann, phone: '555', ...server }).lane.mutations;

  it('[P31] asks a person if somebody gave the field another value since', () => {
    const sentNow = arrived({ city: 'Elko', status: 'active' });
    expect(sentNow).toMatchObject([
      { kind: 'update', fields: { city: { base: 'Boise', value: 'Reno' }, status: { base: null } } },
    ]);
  });

  it('[P30] sends the rest as an update that cannot be undone', () => {
    const undo = { before: create, along: [], mergeBase: null };
    const { lane } = confirm(aLane(null, [{ ...create, undo }]), { ...ann, phone: '555', city: 'Boise' });
    expect(lane.mutations).toMatchObject([{ kind: 'update', undo: null }]);
  });

  it('[P30] sends nothing if its row shows the new attempt', () => {
    expect(arrived({ city: 'Elko', status: 'lead' })).toEqual([]);
  });

  it('[P30] does not send what a later change sets, or anything if a deletion waits', () => {
    const fields = changes({ city: ['Reno', 'Sparks'], status: ['lead', 'active'] });
    const later = aMutation({ seq: 2, id: 'm-2', fields });
    expect(arrived({ city: 'Boise', status: 'active' }, later)).toMatchObject([{ id: 'm-2' }]);
    const deletion = aMutation({ seq: 2, id: 'm-2', kind: 'delete' });
    expect(arrived({ city: 'Boise' }, deletion)).toMatchObject([{ id: 'm-2' }]);
  });
});

describe('a value that the server computes again', () => {
  it("[M9] after a confirmed change is not another person's change", () => {
    const before = aRecord('estimates', { subtotal: 1, total_amount: 1 });
    const fields = { subtotal: { base: 1, value: 2 } };
    const first = aMutation({ resource: 'estimates', ...sent, fields });
    const later = { total_amount: { base: 1, value: 3 } };
    const second = aMutation({ resource: 'estimates', seq: 2, id: 'm-2', fields: later });
    const server = { ...before, subtotal: 2, total_amount: 2 };
    const { lane } = confirm(aLane(before, [first, second]), server);
    expect(lane.mutations).toMatchObject([{ id: 'm-2' }]);
  });
});
