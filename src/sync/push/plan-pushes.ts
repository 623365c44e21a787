import { changesText } from '../../outbox/changes.ts';
import { laneOf } from '../../outbox/lane.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { isStale, type Poll, waitsForPull } from '../poll.ts';
import { batchOf, nextDueAt, readyMutations } from './lanes.ts';

/** So many batches are under way at once: one more can be on the link while the server works on the other. */
const BATCHES = 2;

/** A change that may be sent, and whether it is to be read first. */
interface Ready {
  readonly mutation: Mutation;
  readonly stale: boolean;
}

/** What decides about it, beside what the loop has seen. */
export interface PushFacts {
  /** Device time in ms. */
  readonly now: number;
  /** Lanes with a request under way. */
  readonly busy: ReadonlySet<string>;
  /** How many requests that change something may be under way, and how many are. */
  readonly window: number;
  readonly requests: number;
  /** Answers in a row since the last fault. */
  readonly successes: number;
  /** The server has refused a batch as such. */
  readonly batchesRefused: boolean;
  /** What is being read: a collection, the feed, or nothing that holds an update back. */
  readonly pulling: string | null;
}

export interface PushPlan {
  /** Each goes out in one request. */
  readonly batches: readonly (readonly Mutation[])[];
  /** Each goes out in a request of its own. */
  readonly single: readonly Ready[];
  /** Device time in ms at which the next change falls due; null where none waits for time alone. */
  readonly dueAt: number | null;
}

/** Decides what is sent now. */
export function planPushes(poll: Poll, facts: PushFacts): PushPlan {
  const { open, held } = poll;
  const { batches, busy, isFull } = planBatches(poll, facts);
  if (isFull) return { batches, single: [], dueAt: null };
  const lanes = { now: facts.now, busy, held };
  const ready = readyMutations(open, lanes).filter((mutation) => !isHeldBack(mutation, poll, facts));
  const free = Math.max(0, facts.window - facts.requests - batches.length);
  const single = ready
    .slice(0, free)
    .map((mutation) => ({ mutation, stale: isStale(mutation, poll, facts.now) }));
  return { batches, single, dueAt: nextDueAt(open, lanes) };
}

interface Batches {
  readonly batches: readonly (readonly Mutation[])[];
  /** The lanes under way together with theirs. */
  readonly busy: ReadonlySet<string>;
  /** There is more to send in batches than may be under way. */
  readonly isFull: boolean;
}

function planBatches(poll: Poll, facts: PushFacts): Batches {
  const { now, successes, requests } = facts;
  const busy = new Set(facts.busy);
  const batches: Mutation[][] = [];
  const { features } = poll;
  if (!features.has('batch') || !features.has('client-uid') || facts.batchesRefused)
    return { batches, busy, isFull: false };
  const atOnce = Math.min(BATCHES, facts.window);
  for (;;) {
    const batch = batchOf(poll.open, { now, busy, held: poll.held }, successes).filter(
      (mutation) => !goesUnseen(mutation, poll, now),
    );
    if (batch.length <= 1) return { batches, busy, isFull: false };
    if (requests + batches.length >= atOnce) return { batches, busy, isFull: true };
    batches.push(batch);
    for (const mutation of batch) busy.add(laneOf(mutation));
  }
}

/** A server that does not guard an update by its state must be asked first. */
function goesUnseen(mutation: Mutation, poll: Poll, now: number): boolean {
  const guarded = mutation.kind !== 'update' || poll.features.has('if-match');
  return !guarded && (changesText(mutation) || isStale(mutation, poll, now));
}

/** An update waits while its collection is being read for the sake of many like it. */
function isHeldBack(mutation: Mutation, poll: Poll, { pulling, now }: PushFacts): boolean {
  const isRead = pulling === mutation.resource || pulling === 'feed';
  return isRead && waitsForPull(mutation, poll, now);
}
