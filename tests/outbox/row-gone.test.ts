import { describe, expect, it } from 'vitest';
import type { Lane } from '../../src/outbox/lane.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { reduceLane } from '../../src/outbox/reduce-lane.ts';
import { aLane, anEnv } from '../support/lanes/lanes.ts';
import { aMutation, ann, aRefusal, changes } from '../support/records/mutations.ts';

const update = aMutation({ fields: changes({ city: ['', 'Reno'] }) });
const deletion = aMutation({ kind: 'delete' });

const lose = (lane: Lane, seen?: Mutation) =>
  reduceLane(lane, { type: 'rowGone', ...(seen && { seen }) }, anEnv());

describe('a record that the server no longer has', () => {
  it('[X18] leaves the device if no change of it waits', () => {
    const known = aLane(ann);
    const { lane, notes } = lose(known);
    expect(lane.record).toBeUndefined();
    expect(notes).toEqual([{ note: 'gone', record: known.record }]);
  });

  it.each([
    ['waits to be sent', update],
    ['waits for a person already', { ...update, state: 'parked', refusal: aRefusal() }],
  ] as const)('[X18] waits for a person if a change of it %s', (_, change) => {
    const { lane, notes } = lose(aLane(ann, [change]));
    expect(lane.mutations).toMatchObject([
      { state: 'parked', refusal: { reason: 'deletedOnServer', status: 410 } },
    ]);
    expect(lane.record?.view).toMatchObject({ city: 'Reno' });
    expect(notes).toMatchObject([{ note: 'gone' }]);
  });

  it.each([
    ['that waits to be sent', deletion],
    ['that waits for a person', { ...deletion, state: 'parked', refusal: aRefusal() }],
  ] as const)('[L35] confirms a deletion %s', (_, waiting) => {
    const { lane, notes, journal } = lose(aLane(ann, [waiting]));
    expect(lane).toMatchObject({ record: undefined, mutations: [] });
    expect(notes).toEqual([{ note: 'deleted', serverId: 7 }]);
    expect(journal).toMatchObject([{ outcome: 'confirmed' }]);
  });

  it.each([
    ['is on its way', { ...update, state: 'sending', attemptId: 'a' }],
    ['is unknown', { ...update, kind: 'create', state: 'unknown' }],
  ] as const)('stays while a change of it %s: its own answer tells', (_, change) => {
    const lane = aLane(ann, [aMutation(change)]);
    expect(lose(lane)).toMatchObject({ lane, notes: [] });
  });

  it('changes nothing if this device has no such record', () => {
    const nothing = { ...aLane(ann), record: undefined };
    expect(lose(nothing)).toMatchObject({ lane: nothing, notes: [] });
  });
});

describe('a record that is gone when it is read before a change is sent', () => {
  it('parks the change', () => {
    expect(lose(aLane(ann, [update]), update).lane.mutations).toMatchObject([
      { state: 'parked', refusal: { reason: 'deletedOnServer', status: 404 } },
    ]);
  });

  it('confirms the change if it is a deletion', () => {
    expect(lose(aLane(ann, [deletion]), deletion).lane).toMatchObject({ record: undefined, mutations: [] });
  });

  it('does not affect a deletion that is under way by now', () => {
    const lane = aLane(ann, [aMutation({ ...deletion, state: 'sending', attemptId: 'a' })]);
    expect(lose(lane, deletion).lane).toBe(lane);
  });
});
