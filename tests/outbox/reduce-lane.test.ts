import { describe, expect, it } from 'vitest';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv, aRow } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const update = aMutation({ fields: changes({ city: ['', 'Reno'] }) });

describe('a record', () => {
  it('[L30] is left to a change under way, and read before the next one', () => {
    const seen = aMutation({ ...update, state: 'sending', attemptId: 'a' });
    const { lane } = reduceLane(aLane(ann, [seen]), { type: 'rowLeft', seen }, anEnv());
    expect(lane).toMatchObject({
      record: { server: ann },
      mutations: [{ state: 'sending', readFirst: true }],
    });
    const answered = aLane(ann);
    expect(reduceLane(answered, { type: 'rowLeft', seen }, anEnv()).lane).toBe(answered);
  });

  it('is read later if it could not be read, and so is its change sent', () => {
    const event = { type: 'putOff', seen: update, nextAt: 9000, attempts: 1 } as const;
    const { lane } = reduceLane(aLane(ann, [update]), event, anEnv());
    expect(lane.mutations).toMatchObject([{ state: 'queued', nextAt: 9000, attempts: 1 }]);
  });

  it('[P39] has its change sent at once when a person asks for that', () => {
    const seen = aMutation({ ...update, attempts: 3, nextAt: 9000 });
    const event = { type: 'putOff', seen, nextAt: 1000 } as const;
    const { lane } = reduceLane(aLane(ann, [seen]), event, anEnv());
    expect(lane.mutations).toMatchObject([{ state: 'queued', nextAt: 1000, attempts: 3 }]);
  });

  it('[L8] keeps what the server leaves out of it', () => {
    const event = { type: 'rowRead', row: aRow({ city: 'Elko' }) } as const;
    const { lane } = reduceLane(aLane(ann), event, anEnv());
    expect(lane.record?.view).toEqual({ ...ann, city: 'Elko' });
  });
});

describe('a change that the app itself refuses', () => {
  it('[P44] waits for a person if it refers to a record that is gone', () => {
    const refusal = { ...aRefusal(), status: 0, body: { customer: ['This customer was deleted.'] } };
    const { lane } = reduceLane(aLane(ann, [update]), { type: 'refused', seen: update, refusal }, anEnv());
    expect(lane).toMatchObject({ record: { mark: 'attention' }, mutations: [{ state: 'parked', refusal }] });
  });

  it('[U32] is a possible duplicate if it is a refused create with several possible rows', () => {
    const seen = aMutation({ ...update, kind: 'create', state: 'parked', refusal: aRefusal() });
    const refusal = { ...aRefusal('mayExistTwice'), candidates: [7, 8] };
    const { lane } = reduceLane(aLane(null, [seen]), { type: 'refused', seen, refusal }, anEnv());
    expect(lane.mutations).toMatchObject([{ state: 'parked', refusal }]);
  });
});
