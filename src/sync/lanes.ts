import type { Mutation } from '../domain/mutation.ts';
import { isOver } from './retry-policy.ts';

interface Facts {
  readonly now: number;
  /** Lanes with a request under way. */
  readonly busy: ReadonlySet<string>;
  /** Ids of mutations that another record's changes must go before. */
  readonly held: ReadonlySet<string>;
}

/** The order-preserving sub-queue that a mutation stands in: its record. */
export function laneOf(mutation: Pick<Mutation, 'resource' | 'localId'>): string {
  return `${mutation.resource}/${mutation.localId}`;
}

/**
 * What may be sent now, in order of acceptance: queued, due, first of its record, held by no other
 * record, and nothing of its record under way. A failure thus stops its own record and what
 * depends on it, nothing else.
 */
export function readyMutations(open: readonly Mutation[], facts: Facts): Mutation[] {
  return heads(open).filter(
    (head) =>
      head.state === 'queued' &&
      isOver(head.nextAt, facts.now) &&
      !facts.busy.has(laneOf(head)) &&
      !facts.held.has(head.id),
  );
}

/** The earliest device time in ms at which a queued head becomes due; null when none waits for time alone. */
export function nextDueAt(open: readonly Mutation[], facts: Facts): number | null {
  const times = heads(open)
    .filter((head) => head.state === 'queued' && !isOver(head.nextAt, facts.now) && !facts.held.has(head.id))
    .map((head) => head.nextAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** The first open mutation of every record. `open` is in order of `seq`. */
export function heads(open: readonly Mutation[]): Mutation[] {
  const firsts = new Map<string, Mutation>();
  for (const mutation of open) {
    const lane = laneOf(mutation);
    if (!firsts.has(lane)) firsts.set(lane, mutation);
  }
  return [...firsts.values()];
}

const RAMP = [1, 2, 4, 6] as const;

/**
 * How many requests may be under way at once after `successes` in a row since the last fault: 1, then 2,
 * 4 and 6, so that a link that just came back is tried gently.
 */
export function windowSize(successes: number): number {
  return RAMP[Math.min(successes, RAMP.length - 1)] ?? 1;
}
