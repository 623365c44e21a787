import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/domain/ids.ts';
import type { LaneEvent } from '../../src/outbox/lane-event.ts';
import { type Mutation, takenIn } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const city = changes({ city: ['', 'Reno'] });
const email = changes({ email: ['ann@example.com', 'a@b.c'] });
const server = { ...ann, city: '' };
const saved: LaneEvent = {
  type: 'saved',
  id: 'm-2',
  intent: { kind: 'update', fields: email, watched: false },
  along: null,
};

function after(mutations: readonly Mutation[], event: LaneEvent): readonly Mutation[] {
  return reduceLane(aLane(server, mutations), event, anEnv()).lane.mutations;
}

const conflict = { ...aRefusal('conflict'), conflict: { fields: ['city'], before: server, theirs: server } };

describe('a change notes which others it took in', () => {
  it('[H16] an edit of one that was not sent', () => {
    const before = aMutation({ fields: city, tookIn: ['m-0'] });
    expect(after([before], saved)).toMatchObject([{ id: 'm-2', tookIn: ['m-0', 'm-1'] }]);
  });

  it('[H16] an edit of one in conflict, which keeps its id', () => {
    const before = aMutation({ fields: city, state: 'parked', attemptId: 'a', refusal: conflict });
    expect(after([before], saved)).toMatchObject([{ id: 'm-1', tookIn: ['m-2'] }]);
  });

  it('[H16] a retry of one that was refused', () => {
    const before = aMutation({
      fields: city,
      state: 'parked',
      attemptId: 'a',
      refusal: aRefusal('rejected'),
    });
    const [again] = after([before], { type: 'decided', mutationId: 'm-1', decision: { what: 'retry' } });
    expect(again).toMatchObject({ state: 'queued', tookIn: ['m-1'] });
  });

  it('[H16] one that is refused, and those that wait behind it', () => {
    const sending = aMutation({ fields: city, state: 'sending', attemptId: 'a', firstSentAt: 1 });
    const behind = aMutation({ id: 'm-2', seq: 2, fields: email });
    const event: LaneEvent = { type: 'refused', seen: sending, refusal: aRefusal('rejected') };
    expect(after([sending, behind], event)).toMatchObject([{ id: 'm-1', tookIn: ['m-2'] }]);
  });

  it('[H16] a record made again, and what waited for it', () => {
    const gone = aMutation({
      fields: city,
      state: 'parked',
      attemptId: 'a',
      refusal: aRefusal('deletedOnServer'),
    });
    const behind = aMutation({ id: 'm-2', seq: 2, fields: email });
    const event: LaneEvent = { type: 'decided', mutationId: 'm-1', decision: { what: 'recreate' } };
    expect(after([gone, behind], event)).toMatchObject([{ kind: 'create', tookIn: ['m-2', 'm-1'] }]);
  });
});

it('of many in a quarter of an hour, one is noted', () => {
  const ids = [0, 1, 899_999, 900_000].map((at) => uuidv7(at, () => 0.5));
  const [, , third = '', last = ''] = ids;
  const taken = ids.reduce<readonly string[]>((tookIn, id) => takenIn({ tookIn }, { id }), []);
  expect(taken).toEqual([third, last]);
});
