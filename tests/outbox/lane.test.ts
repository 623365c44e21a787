import { describe, expect, it } from 'vitest';
import { assertLane, type Lane, LaneDraft, violationIn } from '../../src/outbox/lane.ts';
import { BrokenLaneError } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { ACCOUNT, aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, ann, changes, type GivenMutation } from '../support/records/mutations.ts';

const fields = changes({ city: ['', 'Reno'] });
const toReno = aMutation({ fields });
const whole = aLane(ann, [toReno]);

const holding = (mutations: readonly GivenMutation[]): Lane => ({
  ...whole,
  mutations: mutations.map((given) => aMutation({ fields, ...given })),
});
const broken: [what: string, Lane][] = [
  ['has changes but no record', { ...whole, record: undefined }],
  ["has another record's change", holding([{ localId: 'b' }])],
  ["has another record's change", holding([{ resource: 'projects' }])],
  ['has a change of another account', holding([{ owner: 'http://api.test|2' }])],
  ['has its changes out of order', holding([{}, {}])],
  ['has an unknown change that is not a create', holding([{ state: 'unknown' }])],
  ['has a change under way without an attempt', holding([{ state: 'sending' }])],
  ['has a change under way without a time', holding([{ state: 'sending', attemptId: 'a' }])],
  ['has a create without a key', holding([{ kind: 'create' }])],
  ['has a change with values that only a create may have', holding([{ sentWithKey: true }])],
  ['has a parked change without a reason', holding([{ state: 'parked' }])],
  [
    'has two changes under way',
    holding([
      { state: 'sending', attemptId: 'a', firstSentAt: 1 },
      { seq: 2, state: 'sending', attemptId: 'b', firstSentAt: 1 },
    ]),
  ],
];

describe('a lane', () => {
  it.each(broken)('is not written if it %s', (what, lane) => {
    expect(() => assertLane(lane, whole, ACCOUNT)).toThrow(new BrokenLaneError(`customers/a ${what}`));
  });

  it('is written if it already had the same fault', () => {
    const before = holding([{ state: 'sending' }]);
    const after = holding([{ state: 'sending', watched: true }]);
    expect(() => assertLane(after, before, ACCOUNT)).not.toThrow();
  });
});

describe('an impossible transition', () => {
  it('[S1] throws: a change under way is not dropped', () => {
    const sending = aMutation({ fields, state: 'sending', attemptId: 'a', firstSentAt: 1 });
    const draft = new LaneDraft(aLane(ann, [sending]), anEnv());
    expect(() => draft.finish(sending, 'cancelled')).toThrow('A sending update cannot be cancelled.');
    expect(draft.open).toEqual([sending]);
  });

  it('[S1] throws: a change that is being sent is not checked out again', () => {
    const sending = aMutation({ fields, state: 'sending', attemptId: 'a', firstSentAt: 1 });
    const claim = {
      type: 'checkedOut',
      seen: sending,
      features: new Set<string>(),
      generation: 1,
      together: new Map(),
    } as const;
    expect(() => reduceLane(aLane(ann, [sending]), claim, anEnv())).toThrow(
      'A sending update cannot be checkedOut.',
    );
  });
});

describe('a stored lane', () => {
  it('must show its server copy with its changes applied', () => {
    const shown = aLane({ ...ann, city: 'Elko' }).record;
    expect(violationIn(whole, ACCOUNT)).toBeNull();
    expect(violationIn({ ...whole, record: undefined, mutations: [] }, ACCOUNT)).toBeNull();
    expect(violationIn({ ...whole, record: shown && { ...shown, server: ann } }, ACCOUNT)).toContain(
      'has a view that does not match its changes',
    );
    expect(violationIn(holding([{ localId: 'b' }]), ACCOUNT)).toContain("has another record's change");
    const deletion = aMutation({ kind: 'delete' });
    expect(violationIn({ ...whole, mutations: [deletion] }, ACCOUNT)).toContain('does not match');
  });
});
