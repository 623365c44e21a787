import { describe, expect, it } from 'vitest';
import type { Lane, LaneEnv } from '../../src/outbox/lane.ts';
import type { CheckedOutEvent } from '../../src/outbox/lane-event.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv, aRecord, knowing } from '../support/lanes/lanes.ts';
import { aMutation, ann, changes } from '../support/records/mutations.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const update = aMutation({ fields: changes({ city: ['', 'Reno'] }) });

function checkOut(lane: Lane, given: Partial<CheckedOutEvent> = {}, env: Partial<LaneEnv> = {}) {
  const [seen = update] = lane.mutations;
  const event: CheckedOutEvent = {
    type: 'checkedOut',
    seen,
    features: new Set(),
    generation: 5,
    together: new Map(),
    ...given,
  };
  return reduceLane(lane, event, anEnv(env));
}

describe('a change about to be sent', () => {
  it('[S2] is marked with a new attempt, the time and the generation', () => {
    const [sent] = checkOut(aLane(ann, [update])).lane.mutations;
    expect(sent).toMatchObject({ state: 'sending', attempts: 1, firstSentAt: 1000, claimGeneration: 5 });
    expect(sent?.attemptId).not.toBeNull();
  });

  it('[S7] asks after 14 days, even if it is a create with a key whose number was taken', () => {
    const again = aMutation({ kind: 'create', idempotencyKey: 'a', sentWithKey: true });
    const features = new Set(['client-uid']);
    const { lane } = checkOut(aLane(null, [again]), { features }, { now: 15 * DAY_MS });
    expect(lane.mutations).toMatchObject([{ state: 'parked', refusal: { reason: 'tooOld' } }]);
  });

  it('[S2] stays as it is if it is another one by now', () => {
    const lane = aLane(ann, [update]);
    expect(checkOut(lane, { seen: { ...update, id: 'before' } }).lane).toBe(lane);
    const empty = aLane(ann);
    expect(checkOut(empty, { seen: update }).lane).toBe(empty);
  });

  it('waits for a person if its record is no longer on any server', () => {
    const { serverId: _, ...record } = aLane(ann, [update]).record ?? {};
    const lane = { ...aLane(ann, [update]), record } as Lane;
    const [parked] = checkOut(lane).lane.mutations;
    expect(parked).toMatchObject({ state: 'parked', refusal: { reason: 'deletedOnServer', status: 0 } });
  });

  it('[X14] asks if the record to be deleted was changed since', () => {
    const deletion = aMutation({ kind: 'delete', expectedVersion: 1 });
    const [parked] = checkOut(aLane(ann, [deletion], { version: 2 })).lane.mutations;
    expect(parked).toMatchObject({ state: 'parked', refusal: { reason: 'conflict' } });
    expect(parked?.refusal?.conflict).toEqual({ fields: [], before: null, theirs: ann });
    expect(checkOut(aLane(ann, [deletion], { version: 1 })).lane.mutations).toMatchObject([
      { state: 'sending' },
    ]);
  });

  it('[S7] asks if it waited for more than 14 days', () => {
    const [parked] = checkOut(aLane(ann, [update]), {}, { now: 15 * DAY_MS }).lane.mutations;
    expect(parked).toMatchObject({ state: 'parked', refusal: { reason: 'tooOld' } });
  });

  it('[S16] does not ask if it is a create that may have been carried out', () => {
    const create = aMutation({ kind: 'create', fields: changes({ city: [null, 'Reno'] }), firstSentAt: 1 });
    const [sent] = checkOut(aLane(null, [create]), {}, { now: 15 * DAY_MS }).lane.mutations;
    expect(sent).toMatchObject({ state: 'sending', firstSentAt: 1 });
  });

  it('[X4] becomes unknown if the server forgot its key', () => {
    const create = aMutation({ kind: 'create', idempotencyKey: 'a', sentWithKey: true, firstSentAt: 1 });
    const [unknown] = checkOut(aLane(null, [create])).lane.mutations;
    expect(unknown).toMatchObject({ state: 'unknown', sentWithKey: false });
    expect(
      checkOut(aLane(null, [create]), { features: new Set(['client-uid']) }).lane.mutations,
    ).toMatchObject([{ state: 'sending', sentWithKey: true }]);
  });

  it('[P21] waits while a record that it refers to has no server id', () => {
    const project = aMutation({ resource: 'projects', fields: changes({ customer: ['1', 'c'] }) });
    const lane = aLane(aRecord('projects', { customer: '1' }), [project]);
    expect(checkOut(lane, {}, { references: knowing({ c: undefined }) }).lane).toBe(lane);
    const sent = checkOut(lane, {}, { references: knowing({ c: 3 }) });
    expect(sent.lane.mutations).toMatchObject([{ state: 'sending' }]);
    const together = checkOut(lane, { together: new Map([['c', 'key']]) });
    expect(together.lane.mutations).toMatchObject([{ state: 'sending' }]);
  });

  it('[M7] is confirmed if the server already has its values', () => {
    const { lane, journal } = checkOut(aLane({ ...ann, city: 'Reno' }, [update]));
    expect(lane.mutations).toEqual([]);
    expect(journal).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it('[M13] is merged with changes since the copy that it was made over', () => {
    const late = { ...update, mergeBase: ann };
    const [parked] = checkOut(aLane({ ...ann, postal_code: '89501' }, [late])).lane.mutations;
    expect(parked).toMatchObject({ state: 'parked', mergeBase: null, refusal: aConflict(['city']) });
    const [sent] = checkOut(aLane({ ...ann, email: 'lee@example.com' }, [late])).lane.mutations;
    expect(sent).toMatchObject({ state: 'sending', mergeBase: null });
  });
});

function aConflict(fields: readonly string[]) {
  return { reason: 'conflict', conflict: { fields } };
}
