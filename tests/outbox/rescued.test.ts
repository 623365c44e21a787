import { describe, expect, it } from 'vitest';
import type { FileCopy } from '../../src/outbox/lane-event.ts';
import { type Mutation, NOT_PROBED, neverSent, UNKNOWN_GENERATION } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { ACCOUNT, aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const toReno = changes({ city: ['', 'Reno'] });
const aCreate = (given: Partial<Mutation> = {}): Mutation =>
  aMutation({
    kind: 'create',
    idempotencyKey: 'a',
    fields: changes({ first_name: [null, 'Ann'] }),
    ...given,
  });

describe('changes that were saved in a file', () => {
  const handedOut = (...mutations: Mutation[]) =>
    reduceLane(aLane(ann, mutations), { type: 'handedOut', ids: new Set(['m-1']), generation: 5 }, anEnv())
      .lane.mutations;

  it('[R3] a create counts as sent with its key, so that without keys it is looked for', () => {
    const [create] = handedOut(aCreate());
    expect(create).toMatchObject({
      state: 'queued',
      firstSentAt: 1000,
      sentWithKey: true,
      claimGeneration: 5,
      undo: null,
    });
    expect(create && neverSent(create)).toBe(false);
  });

  it('[R3] an update or deletion is read first', () => {
    expect(handedOut(aMutation({ fields: toReno }))).toMatchObject([{ readFirst: true, firstSentAt: 1000 }]);
    expect(handedOut(aMutation({ kind: 'delete' }))).toMatchObject([{ readFirst: true, firstSentAt: 1000 }]);
  });

  it('[R3] a change that was sent, and one that is not in the file, stay as they are', () => {
    const sent = aCreate({ firstSentAt: 1, state: 'unknown', probe: NOT_PROBED });
    const later = aMutation({ seq: 2, id: 'm-2', fields: toReno });
    expect(handedOut(sent, later)).toEqual([sent, later]);
  });
});

describe('a loaded change', () => {
  const copy: FileCopy = {
    serverId: 7,
    server: ann,
    position: [1, 7],
    seen: { created_at: null, updated_at: null, first_seen: 0 },
  };
  const nowhere = aLane(null);
  const load = (
    change: Mutation | null,
    from: FileCopy | null = copy,
    lane = { ...nowhere, record: undefined },
  ) => reduceLane(lane, { type: 'loaded', change, copy: from }, anEnv()).lane;

  it('[R6] waits for a person under its id, with the record that it changes', () => {
    const lane = load(aMutation({ id: 'm-9', owner: 'another name', attempts: 3, fields: toReno }));
    expect(lane.mutations).toMatchObject([
      {
        id: 'm-9',
        owner: ACCOUNT,
        state: 'parked',
        refusal: { reason: 'fromFile' },
        attempts: 0,
        readFirst: true,
      },
    ]);
    expect(lane.record).toMatchObject({
      serverId: 7,
      server: ann,
      mark: 'attention',
      view: { city: 'Reno' },
    });
    expect(lane.record).not.toHaveProperty('version');
    expect(load(aMutation(), { ...copy, version: 4 }).record).toMatchObject({ version: 4 });
  });

  it('[R7] a create counts as sent with its key, and every row may be its own', () => {
    const generated = { first_name: 'Ann' };
    expect(load(aCreate({ generated }), null).mutations).toMatchObject([
      {
        kind: 'create',
        sentWithKey: true,
        firstSentAt: 0,
        claimGeneration: UNKNOWN_GENERATION,
        readFirst: false,
        mergeBase: null,
        generated,
      },
    ]);
    const sent = aCreate({ firstSentAt: 9, firstSentFields: generated });
    expect(load(sent, null).mutations).toMatchObject([
      { sentWithKey: false, firstSentAt: 9, firstSentFields: generated },
    ]);
    expect(load({ ...sent, sentWithKey: true } as Mutation, null).mutations).toMatchObject([
      { sentWithKey: true },
    ]);
  });

  it('[R4] keeps the copy that it was based on', () => {
    const older = { ...ann, city: 'Elko' };
    const conflict = { fields: ['city'], before: older, theirs: ann };
    const parked = {
      state: 'parked',
      refusal: { ...aRefusal('conflict'), conflict },
      fields: toReno,
    } as const;
    expect(load(aMutation({ fields: toReno })).mutations[0]?.mergeBase).toEqual(ann);
    expect(load(aMutation({ fields: toReno, mergeBase: older })).mutations[0]?.mergeBase).toEqual(older);
    expect(load(aMutation(parked)).mutations[0]?.mergeBase).toEqual(older);
    expect(load(aMutation({ kind: 'delete' })).mutations[0]?.mergeBase).toEqual(ann);
    expect(load(aMutation({ fields: toReno }), null).mutations[0]?.mergeBase).toBeNull();
  });

  it('[R4] a deletion behind another change is compared with what that one leaves', () => {
    const lane = aLane(ann, [aMutation({ fields: toReno })]);
    const after = load(
      aMutation({ id: 'm-2', kind: 'delete' }),
      copy,
      lane as typeof nowhere & { record: undefined },
    );
    expect(after.mutations).toMatchObject([
      { state: 'queued' },
      { kind: 'delete', state: 'parked', mergeBase: null },
    ]);
  });

  it('[R1] without a change, brings only the record', () => {
    expect(load(null)).toMatchObject({ mutations: [], record: { serverId: 7, mark: 'synced', view: ann } });
  });
});

describe('a loaded change that a person sends', () => {
  const refusal = aRefusal('fromFile');
  const send = (change: Mutation, server: typeof ann | null = ann) =>
    reduceLane(
      aLane(server, [change]),
      { type: 'decided', mutationId: 'm-1', decision: { what: 'retry' } },
      anEnv(),
    ).lane.mutations;

  it('[R6] is queued under its id', () => {
    const parked = { state: 'parked', refusal, firstSentAt: 1, readFirst: true, fields: toReno } as const;
    expect(send(aMutation(parked))).toMatchObject([
      { id: 'm-1', state: 'queued', refusal: null, readFirst: true, acceptedAt: 1000 },
    ]);
    const create = aCreate({ state: 'parked', refusal, firstSentAt: 1, sentWithKey: true });
    expect(send(create, null)).toMatchObject([
      { id: 'm-1', state: 'queued', sentWithKey: true, idempotencyKey: 'a' },
    ]);
  });

  it('[R7] is looked for if it was sent without a key', () => {
    const create = aCreate({ state: 'parked', refusal, firstSentAt: 1 });
    expect(send(create, null)).toMatchObject([
      { id: 'm-1', state: 'unknown', probe: NOT_PROBED, nextAt: 1000 },
    ]);
  });
});
