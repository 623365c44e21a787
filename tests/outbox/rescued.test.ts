import { describe, expect, it } from 'vitest';
import type { FileCopy } from '../../src/outbox/lane-event.ts';
import { type Mutation, NOT_PROBED, neverSent, UNKNOWN_GENERATION } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { ACCOUNT, aLane, anEnv, aRow } from '../support/lanes/lanes.ts';
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

  it('[R3] a create counts as sent with its key', () => {
    const [create] = handedOut(aCreate());
    expect(create).toMatchObject({
      state: 'queued',
      inFile: 'saved',
      firstSentAt: null,
      sentWithKey: true,
      claimGeneration: 5,
      undo: null,
    });
    expect(create && neverSent(create)).toBe(false);
  });

  it('[R3] an update or deletion is read first', () => {
    expect(handedOut(aMutation({ fields: toReno }))).toMatchObject([{ readFirst: true, inFile: 'saved' }]);
    expect(handedOut(aMutation({ kind: 'delete' }))).toMatchObject([{ readFirst: true, inFile: 'saved' }]);
  });

  it('[R3] one that is not in the file, or was in one before, stays as it is', () => {
    const loadedHere = aCreate({ inFile: 'loaded' });
    const later = aMutation({ seq: 2, id: 'm-2', fields: toReno });
    expect(handedOut(loadedHere, later)).toEqual([loadedHere, later]);
  });

  it('[R3] one that was sent is marked too, and an earlier search for it counts no more', () => {
    const probe = { cleanChecks: 1, lastCheckAt: 5 };
    const sent = { firstSentAt: 1, claimGeneration: 2, probe };
    const [unknown] = handedOut(aCreate({ ...sent, state: 'unknown' }));
    expect(unknown).toMatchObject({ inFile: 'saved', probe: NOT_PROBED, claimGeneration: 2, firstSentAt: 1 });
    expect(handedOut(aCreate(sent))).toMatchObject([{ inFile: 'saved', probe: null, sentWithKey: false }]);
    const parked = { ...sent, state: 'parked', refusal: aRefusal('serverErrors') } as const;
    expect(handedOut(aCreate(parked))).toMatchObject([{ inFile: 'saved', probe, claimGeneration: 2 }]);
  });

  it('[R3] one that is being sent stays marked if it was not carried out', () => {
    const attempt = { state: 'sending', attemptId: 'x', firstSentAt: 9, attempts: 1 } as const;
    for (const change of [aCreate(), aMutation({ fields: toReno })]) {
      const seen = { ...change, ...attempt } as Mutation;
      const [marked] = handedOut(seen);
      expect(marked).toEqual({ ...seen, inFile: 'saved', undo: null });
      const verdict = { do: 'requeue', pause: 'throttled', fault: false } as const;
      const event = {
        type: 'answered',
        seen,
        before: change,
        verdict,
        status: 429,
        body: null,
        row: null,
      } as const;
      const [queued] = reduceLane(aLane(ann, marked ? [marked] : []), event, anEnv()).lane.mutations;
      expect(queued).toMatchObject({ state: 'queued', firstSentAt: null, inFile: 'saved', probe: null });
      expect(queued?.readFirst).toBe(change.kind === 'update');
      expect(queued && neverSent(queued)).toBe(false);
    }
  });

  it('[R7] a create is never sent without a key unless a recent search has shown that it is absent', () => {
    const checkedOut = (create: Mutation, features: readonly string[] = [], now = 1000) => {
      const event = { type: 'checkedOut', seen: create, generation: 5, together: new Map() } as const;
      const env = anEnv({ now });
      return reduceLane(aLane(null, [create]), { ...event, features: new Set(features) }, env).lane
        .mutations[0];
    };
    const marked = aCreate({ inFile: 'saved', firstSentAt: 3, claimGeneration: 2 });
    expect(checkedOut(marked)).toMatchObject({ state: 'unknown', probe: NOT_PROBED, claimGeneration: 2 });
    expect(checkedOut(marked, ['client-uid'])).toMatchObject({ state: 'sending', sentWithKey: true });
    const proven = { ...marked, probe: { cleanChecks: 2, lastCheckAt: 500 } } as Mutation;
    expect(checkedOut(proven)).toMatchObject({ state: 'sending', sentWithKey: false });
    expect(checkedOut(proven, [], 2 * 60 * 60 * 1000)).toMatchObject({ state: 'unknown', probe: NOT_PROBED });
  });

  it('[S7] a create that was never sent is asked about after 14 days', () => {
    const day = 24 * 60 * 60 * 1000;
    const seen = aCreate({ inFile: 'saved', sentWithKey: true });
    const event = {
      type: 'checkedOut',
      seen,
      generation: 5,
      together: new Map(),
      features: new Set<string>(),
    } as const;
    const { lane } = reduceLane(aLane(null, [seen]), event, anEnv({ now: 15 * day }));
    expect(lane.mutations).toMatchObject([{ state: 'parked', refusal: { reason: 'tooOld' } }]);
  });

  it('[R3] a corrected create keeps what the file says, because the other device may send that', () => {
    const refused = aCreate({ inFile: 'saved', state: 'parked', refusal: aRefusal('rejected') });
    const intent = {
      kind: 'update',
      fields: changes({ first_name: ['Ann', 'Bea'] }),
      watched: false,
    } as const;
    const event = { type: 'saved', id: 'm-2', intent, along: null } as const;
    expect(reduceLane(aLane(null, [refused]), event, anEnv()).lane.mutations).toMatchObject([
      { id: 'm-2', kind: 'create', inFile: 'saved', firstSentFields: { first_name: 'Ann' } },
    ]);
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
        firstSentAt: null,
        inFile: 'loaded',
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

  it('[F43] a deletion keeps how many photos may go with it, and which', () => {
    const deletion = aMutation({ kind: 'delete', attachments: 2, attachmentSet: 'ab' });
    expect(load(deletion).mutations).toMatchObject([{ attachments: 2, attachmentSet: 'ab' }]);
    const asked = { ...aRefusal('rejected'), body: { attachments: 5, attachments_hash: 'cd' } };
    const parked = { ...deletion, state: 'parked', refusal: asked } as Mutation;
    expect(load(parked).mutations).toMatchObject([{ attachments: 2, attachmentSet: 'ab' }]);
    const { attachmentSet: _, ...older } = deletion;
    expect(load(older).mutations).toMatchObject([{ attachments: 2, attachmentSet: null }]);
  });

  it('[R4] a deletion behind another change is compared with the copy and what that one leaves', () => {
    const lane = aLane(ann, [aMutation({ fields: toReno, inFile: 'loaded' })]);
    const after = load(
      aMutation({ id: 'm-2', kind: 'delete' }),
      copy,
      lane as typeof nowhere & { record: undefined },
    );
    expect(after.mutations).toMatchObject([
      { state: 'queued' },
      { kind: 'delete', state: 'parked', mergeBase: ann },
    ]);
    const [update] = after.mutations;
    const sent = { ...update, state: 'sending', attemptId: 'x', firstSentAt: 1 } as Mutation;
    const sending = { ...after, mutations: [sent, ...after.mutations.slice(1)] };
    const confirm = { type: 'answered', seen: sent, before: sent, status: 200, body: null } as const;
    const others = { ...ann, city: 'Reno', phone: '5' };
    const answered = reduceLane(
      sending,
      { ...confirm, verdict: { do: 'confirm', record: null }, row: aRow({ ...others }) },
      anEnv(),
    ).lane;
    expect(answered.mutations).toMatchObject([{ kind: 'delete', mergeBase: { city: 'Reno', phone: '' } }]);
    const unseen = { ...confirm, verdict: { do: 'confirm', record: null }, row: null } as const;
    expect(reduceLane(sending, unseen, anEnv()).lane.mutations).toMatchObject([
      { kind: 'delete', mergeBase: { city: 'Reno', phone: '' } },
    ]);
  });

  it('[X6] a record that it brings is read with the whole list, because a feed may have passed its deletion', () => {
    const event = { type: 'loaded', change: aMutation(), copy } as const;
    const { notes } = reduceLane({ ...nowhere, record: undefined }, event, anEnv());
    expect(notes).toEqual([{ note: 'readWhole', besideFeed: true }]);
    expect(reduceLane(aLane(ann), event, anEnv()).notes).toEqual([]);
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

  it('[R6] becomes part of a refused create before it, as an edit here does', () => {
    const refused = aCreate({ state: 'parked', refusal: aRefusal('rejected') });
    const fields = changes({ first_name: ['Ann', 'Bea'] });
    const correction = aMutation({ seq: 2, id: 'm-2', state: 'parked', refusal, inFile: 'loaded', fields });
    const event = { type: 'decided', mutationId: 'm-2', decision: { what: 'retry' } } as const;
    expect(reduceLane(aLane(null, [refused, correction]), event, anEnv()).lane.mutations).toMatchObject([
      { kind: 'create', state: 'parked', fields: changes({ first_name: [null, 'Bea'] }) },
    ]);
  });

  it('[R12] still shows its own base if a change of this device to the same field has arrived', () => {
    const own = aMutation({ fields: toReno });
    const fields = changes({ city: ['', 'Elko'] });
    const waiting = { state: 'parked', refusal, inFile: 'loaded', mergeBase: ann, fields } as const;
    const lane = aLane(ann, [own, aMutation({ ...waiting, seq: 2, id: 'm-2' })]);
    const event = { type: 'rowRead', row: aRow({ ...ann, city: 'Reno' }) } as const;
    const [last] = reduceLane(lane, event, anEnv()).lane.mutations.slice(-1);
    expect(last).toMatchObject({ id: 'm-2', mergeBase: { city: '' } });
  });
});
