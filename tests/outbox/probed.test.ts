import { describe, expect, it } from 'vitest';
import type { ProbeFinding } from '../../src/outbox/lane-event.ts';
import { type Mutation, NOT_PROBED } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv, aRow } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const unknown = aMutation({
  kind: 'create',
  idempotencyKey: 'a',
  state: 'unknown',
  attemptId: 'attempt',
  attempts: 1,
  firstSentAt: 1,
  probe: NOT_PROBED,
  fields: changes({ city: [null, 'Reno'] }),
});
const checkedTwice = aMutation({ ...unknown, probe: { cleanChecks: 1, lastCheckAt: 1 } });
const nothing = { what: 'nothing', startedAt: 1000 } as const;

function find(create: Mutation, found: ProbeFinding) {
  const event = { type: 'probed', mutationId: 'm-1', found } as const;
  return reduceLane(aLane(null, [create]), event, anEnv({ now: 2000 }));
}

describe('an unknown create', () => {
  it('[U4] that one clean pull does not show is looked for again half a minute later', () => {
    const { lane } = find(unknown, nothing);
    expect(lane.mutations).toMatchObject([{ state: 'unknown', nextAt: 31_000, probe: { cleanChecks: 1 } }]);
  });

  it('[U4] that two clean pulls do not show is sent again', () => {
    const [again] = find(checkedTwice, nothing).lane.mutations;
    expect(again).toMatchObject({ state: 'queued', probe: { cleanChecks: 2 } });
    expect(again?.nextAt).toBeGreaterThan(2000);
  });

  it('[U6] that was refused waits for a person once it is proven absent', () => {
    const { lane } = find(aMutation({ ...checkedTwice, refusal: aRefusal() }), nothing);
    expect(lane.mutations).toMatchObject([{ state: 'parked', refusal: { reason: 'rejected' } }]);
  });

  it('[P13, P47] gets another number once proven absent, if only that was refused', () => {
    const numbered: Mutation = aMutation({
      ...checkedTwice,
      resource: 'workOrders',
      fields: changes({ work_order_number: [null, 'W-1'] }),
      generated: { work_order_number: 'W-1' },
      refusal: { ...aRefusal(), body: { work_order_number: ['Taken.'] } },
    });
    const [again] = find(numbered, nothing).lane.mutations;
    expect(again).toMatchObject({ state: 'queued', refusal: null, setbacks: { renumbered: 1 } });
    expect(again?.fields['work_order_number']?.value).not.toBe('W-1');
  });

  it.each([
    [9, 'unknown', null],
    [10, 'parked', { reason: 'mayExistTwice' }],
  ])('[U16] after %i pulls in a row that were not stable is %s', (times, state, refusal) => {
    const create = aMutation({ ...unknown, probe: { ...NOT_PROBED, unstable: times - 1 } });
    const [after] = find(create, { what: 'unstable' }).lane.mutations;
    expect(after).toMatchObject({ state, refusal, probe: { unstable: times } });
  });

  it('[U5, U20] with several possible rows waits for a person', () => {
    const { lane, notes } = find(unknown, { what: 'several', candidates: [7, 8] });
    expect(lane.mutations).toMatchObject([
      { state: 'parked', refusal: { reason: 'mayExistTwice', candidates: [7, 8] } },
    ]);
    expect(notes).toContainEqual({ note: 'readWhole', besideFeed: true });
  });

  it('[P38] waits again if the clock was put back', () => {
    const [after] = find(checkedTwice, { what: 'wrongClock' }).lane.mutations;
    expect(after).toMatchObject({ state: 'unknown', nextAt: 47_000, probe: NOT_PROBED });
  });

  it.each([true, false])(
    '[U3] with exactly one row is confirmed; the whole list is read: %s',
    (readWhole) => {
      const { lane, notes } = find(unknown, { what: 'one', row: aRow({ ...ann, city: 'Reno' }), readWhole });
      expect(lane).toMatchObject({ mutations: [], record: { serverId: 7, mark: 'synced' } });
      expect(notes.some(({ note }) => note === 'readWhole')).toBe(readWhole);
    },
  );

  it('that has left the outbox is no longer looked for', () => {
    const lane = aLane(ann);
    const event = { type: 'probed', mutationId: 'm-1', found: nothing } as const;
    expect(reduceLane(lane, event, anEnv()).lane).toBe(lane);
  });
});

describe('an attempt whose request was never seen', () => {
  const orphan = (seen: Mutation) =>
    reduceLane(aLane(ann, [seen]), { type: 'orphaned', seen }, anEnv({ now: 2000 })).lane.mutations[0];
  const sending = aMutation({ ...unknown, state: 'sending', probe: null });

  it('[S3, U1] of a create is unknown for 15 s', () => {
    expect(orphan(sending)).toMatchObject({ state: 'unknown', nextAt: 17_000, probe: NOT_PROBED });
  });

  it('[U11] of a create that had more time is unknown for 45 s', () => {
    expect(orphan(aMutation({ ...sending, probe: NOT_PROBED }))).toMatchObject({
      state: 'unknown',
      nextAt: 47_000,
    });
  });

  it('[X11] of a create with its key is sent again', () => {
    expect(orphan(aMutation({ ...sending, sentWithKey: true }))).toMatchObject({
      state: 'queued',
      nextAt: 2000,
    });
  });

  it('[S13] of an update is read before it is sent again', () => {
    expect(orphan(aMutation({ ...sending, kind: 'update' }))).toMatchObject({
      state: 'queued',
      readFirst: true,
    });
  });
});
