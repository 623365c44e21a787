import { changesText } from '../../outbox/changes.ts';
import { heads, laneOf } from '../../outbox/lane.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { earliest, isDue, isOver } from '../../outbox/retry-policy.ts';
import { isStale, type Poll, waitsForPull } from '../poll.ts';

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

const CONNECTIONS = 6;

interface Facts {
  readonly now: number;
  /** Lanes with a request under way. */
  readonly busy: ReadonlySet<string>;
  /** Ids of mutations that another record's changes must go before, each with the records that it waits for. */
  readonly held: ReadonlyMap<string, readonly string[]>;
}

/**
 * What may be sent now, in order of acceptance: queued, due, first of its record, held by no other
 * record, and nothing of its record under way. A failure thus stops its own record and what
 * depends on it, nothing else.
 */
export function readyMutations(open: readonly Mutation[], facts: Facts): Mutation[] {
  return dueHeads(open, facts).filter(({ id }) => !facts.held.has(id));
}

/** Up to this many mutations go out in one request; until something has been answered, which tries the link, fewer. */
const BATCH_MAX = 200;
const FIRST_BATCH_MAX = 50;

/**
 * What may be sent in one request, in order of acceptance, to a server that announces `batch`: what is ready, and
 * what waits for nothing but creates before it in the same request. Not what must be read first.
 * @param successes answers in a row since the last fault
 */
export function batchOf(open: readonly Mutation[], facts: Facts, successes: number): Mutation[] {
  const atMost = successes === 0 ? FIRST_BATCH_MAX : BATCH_MAX;
  const batch: Mutation[] = [];
  const made = new Set<string>();
  for (const head of dueHeads(open, facts)) {
    const waitsFor = facts.held.get(head.id);
    const bound = waitsFor === undefined || (waitsFor.length > 0 && waitsFor.every((id) => made.has(id)));
    if ((head.readFirst && head.kind !== 'create') || !bound) continue;
    if (head.kind === 'create') made.add(head.localId);
    batch.push(head);
    if (batch.length === atMost) break;
  }
  return batch;
}

function dueHeads(open: readonly Mutation[], { now, busy }: Facts): Mutation[] {
  // Not always the first: two records that were found to be one have brought their changes together.
  const sending = new Set(open.filter(({ state }) => state === 'sending').map(laneOf));
  const isFree = (lane: string): boolean => !busy.has(lane) && !sending.has(lane);
  return heads(open).filter((head) => head.state === 'queued' && isDue(head, now) && isFree(laneOf(head)));
}

/** The earliest device time in ms at which a queued head becomes due; null when none waits for time alone. */
export function nextDueAt(open: readonly Mutation[], facts: Facts): number | null {
  const times = heads(open)
    .filter((head) => head.state === 'queued' && !isDue(head, facts.now) && !facts.held.has(head.id))
    .map((head) => head.nextAt);
  return earliest(times);
}

/** When the next unknown create may be looked for. One that is due already waits for its pull, not for time. */
export function nextProbeAt(open: readonly Mutation[], now: number): number | null {
  const unknown = open.filter(({ state, nextAt }) => state === 'unknown' && !isOver(nextAt, now));
  return earliest(unknown.map(({ nextAt }) => nextAt));
}

/**
 * How many requests may be under way at once after `successes` in a row since the last fault: 1, then 2,
 * 4 and 6, so that a link that just came back is tried gently. Browsers have six connections to a server: what
 * is being read has `reads` of them.
 */
export function windowSize(successes: number, reads: number): number {
  return Math.max(1, Math.min(2 * successes, CONNECTIONS - reads));
}

/** How many requests a pull may have under way: a connection is left for what is to be sent, which goes first. */
export function readsAtOnce(isSending: boolean): number {
  return isSending ? 1 : CONNECTIONS - 1;
}
