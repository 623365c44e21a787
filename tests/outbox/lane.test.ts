import { describe, expect, it } from 'vitest';
import { assertLane, BrokenLaneError, type Lane } from '../../src/outbox/lane.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { ACCOUNT, aLane, anEnv } from '../support/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/mutations.ts';

const toReno = aMutation({ fields: changes({ city: ['', 'Reno'] }) });
const whole = aLane(ann, [toReno]);

const holding = (mutations: readonly Partial<Mutation>[]): Lane => ({
  ...whole,
  mutations: mutations.map((given) => ({ ...toReno, ...given })),
});
const broken: [what: string, Lane][] = [
  ['has changes and no record', { ...whole, record: undefined }],
  ["has another record's change", holding([{ localId: 'b' }])],
  ["has another record's change", holding([{ resource: 'projects' }])],
  ['has a change of another account', holding([{ owner: 'http://api.test|2' }])],
  ['has its changes out of order', holding([{}, {}])],
  ['has an unknown change that is no create', holding([{ state: 'unknown' }])],
  ['has a change under way without an attempt', holding([{ state: 'sending' }])],
  ['has a change that waits for a person without a reason', holding([{ state: 'parked' }])],
  [
    'has two changes under way',
    holding([
      { state: 'sending', attemptId: 'a' },
      { seq: 2, state: 'sending', attemptId: 'b' },
    ]),
  ],
];

describe('a lane', () => {
  it.each(broken)('is not written where it %s', (what, lane) => {
    expect(() => assertLane(lane, whole, ACCOUNT)).toThrow(new BrokenLaneError(`customers/a ${what}`));
  });

  it('may be written while it is no more wrong than it was', () => {
    const before = holding([{ state: 'sending' }]);
    const after = holding([{ state: 'sending', watched: true }]);
    expect(() => assertLane(after, before, ACCOUNT)).not.toThrow();
  });
});

describe('what the transition table calls impossible', () => {
  it('[S1] is thrown: a change on its way is neither claimed again nor dropped', () => {
    const sending = { ...toReno, state: 'sending', attemptId: 'a' } as const;
    const claim = {
      type: 'claimed',
      seen: sending,
      features: new Set<string>(),
      generation: 1,
      together: new Map(),
    } as const;
    expect(() => reduceLane(aLane(ann, [sending]), claim, anEnv())).toThrow(
      'A sending update cannot be claimed.',
    );
    const refusal = aRefusal('deletedOnServer');
    const gone = aMutation({ seq: 0, id: 'm-0', state: 'parked', refusal });
    const deletion = {
      type: 'saved',
      id: 'd',
      intent: { kind: 'delete', fields: {}, watched: false },
    } as const;
    expect(() => reduceLane(aLane(ann, [gone, sending]), deletion, anEnv())).toThrow(
      'A sending update cannot be cancelled.',
    );
  });
});
