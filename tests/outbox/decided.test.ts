import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Decision } from '../../src/outbox/lane-event.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv } from '../support/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/mutations.ts';

const gone = aRefusal('deletedOnServer');

function decide(lane: Lane, mutationId: string, decision: Decision) {
  return reduceLane(lane, { type: 'decided', mutationId, decision }, anEnv());
}

describe('a record of which one change is on its way and another one is parked as gone', () => {
  // A create that was found to be a row brings what waited behind it; what was parked of the row comes from there.
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

  it('loses the parked change alone when a person discards it', () => {
    const after = decide(lane, 'parked', { what: 'discard' });
    expect(after.lane.mutations).toEqual([sending]);
    expect(after.lane.record?.view).toEqual({ ...ann, city: 'Boise' });
    expect(after.journal).toMatchObject([{ mutation: { id: 'parked' }, outcome: 'cancelled' }]);
  });

  it('is not made again before the other change is answered', () => {
    expect(decide(lane, 'parked', { what: 'recreate' }).lane).toBe(lane);
  });

  it('is deleted behind the change on its way', () => {
    const first = aLane(ann, [
      { ...parked, seq: 0 },
      { ...sending, seq: 2 },
    ]);
    const intent = { kind: 'delete', fields: {}, watched: false } as const;
    const after = reduceLane(first, { type: 'saved', id: 'deletion', intent }, anEnv());
    expect(after.lane.mutations.map(({ id }) => id)).toEqual(['parked', 'sending', 'deletion']);
    expect(after.journal).toEqual([]);
  });
});
