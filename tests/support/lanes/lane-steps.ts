import assert from 'node:assert/strict';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { assertLane, type Lane, type Reduction } from '../../../src/outbox/lane.ts';
import type { LaneEvent } from '../../../src/outbox/lane-event.ts';
import { fold } from '../../../src/outbox/mirror-record.ts';
import { isUnderWay, type Mutation, UNPLACED } from '../../../src/outbox/mutation.ts';
import { reduceLane } from '../../../src/outbox/reduce-lane.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { ACCOUNT, anEnv, deepFreeze, knowing } from './lanes.ts';

/**
 * The device's customers: '1' came from the server, 'made' was created here and is the server's 2, 'unsent' is not on
 * the server yet.
 */
export const references = knowing({ '1': 1, made: 2, unsent: undefined });

/** An event that was applied to a lane. */
export interface Step {
  readonly localId: string;
  readonly event: LaneEvent;
  /** Device time in ms. It also seeds the random numbers. */
  readonly now: number;
}

export type Lanes = ReadonlyMap<string, Lane>;

/** Applies the steps again, starting with no lanes. */
export function replay(resource: ResourceName, steps: readonly Step[]): Lanes {
  return steps.reduce<Lanes>((lanes, step) => happened(lanes, resource, step).lanes, new Map());
}

/** Describes steps briefly, for readers of a counterexample. */
export function told(steps: readonly Step[]): string {
  return steps.map(({ localId, event }) => `${localId}: ${JSON.stringify(event, inShort)}`).join('\n');
}

function inShort(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  if (typeof value !== 'object' || value === null) return value;
  if ('attemptId' in value) {
    const { id, kind, state, fields } = value as Mutation;
    return `${state} ${kind} ${id} of ${Object.keys(fields).join()}`;
  }
  return value;
}

export function laneIn(lanes: Lanes, resource: ResourceName, localId: string): Lane {
  return lanes.get(localId) ?? { resource, localId, record: undefined, mutations: [] };
}

/**
 * Returns the lanes after a step, as the database would store them: new mutations have a `seq`, and empty lanes are
 * gone.
 */
export function happened(
  before: Lanes,
  resource: ResourceName,
  { localId, event, now }: Step,
): { readonly lanes: Lanes; readonly reduction: Reduction } {
  const lane = deepFreeze(laneIn(before, resource, localId));
  const env = anEnv({ now, random: seededRandom(now), account: ACCOUNT, references });
  const reduction = reduceLane(lane, event, env);
  const lanes = new Map(before);
  if (reduction.absorbed) lanes.delete(reduction.absorbed.localId);
  const after = reduction.lane === lane ? lane : placed(reduction.lane, now);
  if (after.record) lanes.set(localId, after);
  else lanes.delete(localId);
  return { lanes, reduction };
}

/** Gives new mutations a `seq` that grows with time, as in a database. */
function placed(lane: Lane, now: number): Lane {
  return {
    ...lane,
    mutations: lane.mutations.map((one) => (one.seq === UNPLACED ? { ...one, seq: now } : one)),
  };
}

/** Asserts what must be true after every step. */
export function assertHoldsTogether(before: Lane, after: Lane, { journal, absorbed }: Reduction): void {
  const { record, mutations } = after;
  // Compared with an empty lane, no fault is excused as an earlier one.
  assertLane(after, { ...after, record: undefined, mutations: [] }, ACCOUNT);
  assert.ok(mutations.filter(isUnderWay).length <= 1, 'at most one change is being sent');
  if (record) {
    const { view, mark } = fold(record.server, mutations);
    assert.deepEqual(
      [record.view, record.mark],
      [view, mark],
      'the view is the server copy with the changes',
    );
    assert.ok(record.server !== null || mutations.length > 0, 'a record is on the server or has changes');
  }
  const came = absorbed?.mutations ?? [];
  const open = new Set(mutations.map(({ seq }) => seq));
  for (const { seq, id } of [...before.mutations, ...came]) {
    const left = journal.filter(({ mutation, outcome }) => mutation.seq === seq && outcome !== 'decided');
    if (!open.has(seq)) {
      assert.equal(left.length, 1, `${id} left the outbox with ${left.length} journal entries`);
      const [entry] = left;
      const isGivenUp = entry?.outcome === 'cancelled' || entry?.outcome === 'replaced';
      assert.ok(!isGivenUp || !isUnderWay(entry.mutation), `${id} is given up while it is being sent`);
    } else assert.ok(!left.some(({ outcome }) => outcome === 'confirmed'), `${id} is confirmed and open`);
  }
}
