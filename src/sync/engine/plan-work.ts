import { earliest, isWaitOver } from '../../domain/waits.ts';
import { changesText, laneOf, type Mutation } from '../../outbox/mutation.ts';
import { isDue } from '../../outbox/retry-policy.ts';
import { heads, isStale, type Poll, waitsForPull } from '../poll.ts';
import { type PullAction, type PullFacts, planPull } from '../pull/plan-pull.ts';

interface SettingsFacts {
  readonly wanted: boolean;
  readonly isBusy: boolean;
  /** Device time in ms. */
  readonly notBefore: number;
}

export interface WorkFacts {
  readonly pull: PullFacts;
  readonly reads: number;
  readonly readsStats: boolean;
  readonly settings: SettingsFacts;
  readonly mayRead: boolean;
  readonly push: Omit<PushFacts, 'window' | 'pulling'>;
  readonly pulling: string | null;
}

export type Action =
  /** `request`: device time in ms of the screen's request. */
  | { readonly do: 'readStats'; readonly request: number }
  | { readonly do: 'read'; readonly what: PullAction }
  | { readonly do: 'syncSettings' }
  | { readonly do: 'send'; readonly pushes: PushPlan };

interface WorkPlan {
  readonly actions: readonly Action[];
  /** Device time in ms; null waits until something changes. */
  readonly recheckAt: number | null;
}

export function planWork(poll: Poll, facts: WorkFacts): WorkPlan {
  const { mayRead, push } = facts;
  const actions: Action[] = [];
  const request = facts.readsStats || !mayRead ? null : statsWanted(poll);
  if (request !== null) actions.push({ do: 'readStats', request });
  const pull = planPull(poll, facts.pull);
  const what: PullAction = mayRead || pull.do === 'wait' ? pull : { do: 'wait', until: null };
  if (what.do !== 'wait') actions.push({ do: 'read', what });
  const settings = planSettings(poll, facts);
  if (settings.isDue) actions.push({ do: 'syncSettings' });
  const readsBeside = facts.readsStats || request !== null || facts.settings.isBusy || settings.isDue;
  const reads = Math.max(facts.reads + (what.do === 'wait' ? 0 : 1), readsBeside ? 1 : 0);
  const window = windowSize(push.successes, reads);
  const pushes = planPushes(poll, { ...push, window, pulling: pullingAfter(what) ?? facts.pulling });
  actions.push({ do: 'send', pushes });
  const { now } = facts.pull;
  const pullAt = what.do === 'wait' ? what.until : null;
  const recheckAt = earliest([pullAt, pushes.dueAt, nextProbeAt(poll.open, now), settings.dueAt]);
  return { actions, recheckAt };
}

function planSettings(
  { features }: Poll,
  { settings: { wanted, isBusy, notBefore }, mayRead, pull: { now } }: WorkFacts,
): { readonly isDue: boolean; readonly dueAt: number | null } {
  const isWanted = wanted && !isBusy && mayRead && features.has('company-settings');
  const isDue = isWanted && isWaitOver(notBefore, now);
  return { isDue, dueAt: isWanted && !isDue ? notBefore : null };
}

/** Returns the device time in ms of an unanswered request. */
function statsWanted({ meta }: Poll): number | null {
  const request = meta.get('request:dashboard');
  return request && request.at !== meta.get('dashboard')?.answers ? request.at : null;
}

function pullingAfter(what: PullAction): string | null {
  if (what.do === 'pull') return what.resource;
  return what.do === 'beginFeed' || what.do === 'follow' ? 'feed' : null;
}

/** While the server works on one batch, another can be on its way. */
const BATCHES = 2;

interface Ready {
  readonly mutation: Mutation;
  readonly stale: boolean;
}

export interface PushFacts {
  readonly now: number;
  readonly busy: ReadonlySet<string>;
  readonly window: number;
  readonly requests: number;
  readonly successes: number;
  readonly batchesRefused: boolean;
  readonly pulling: string | null;
}

export interface PushPlan {
  readonly batches: readonly (readonly Mutation[])[];
  readonly single: readonly Ready[];
  /** Device time in ms; null if no change is waiting for a time. */
  readonly dueAt: number | null;
}

export function planPushes(poll: Poll, facts: PushFacts): PushPlan {
  const { open, waitsFor } = poll;
  const { batches, busy, isFull } = planBatches(poll, facts);
  if (isFull) return { batches, single: [], dueAt: null };
  const lanes = { now: facts.now, busy, waitsFor };
  const ready = readyMutations(open, lanes).filter((mutation) => !waitsForRunningPull(mutation, poll, facts));
  const free = Math.max(0, facts.window - facts.requests - batches.length);
  const single = ready
    .slice(0, free)
    .map((mutation) => ({ mutation, stale: isStale(mutation, poll, facts.now) }));
  return { batches, single, dueAt: nextDueAt(open, lanes) };
}

interface Batches {
  readonly batches: readonly (readonly Mutation[])[];
  readonly busy: ReadonlySet<string>;
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
    const batch = batchOf(poll.open, { now, busy, waitsFor: poll.waitsFor }, successes).filter(
      (mutation) => !mustBeReadFirst(mutation, poll, now),
    );
    if (batch.length <= 1) return { batches, busy, isFull: false };
    if (requests + batches.length >= atOnce) return { batches, busy, isFull: true };
    batches.push(batch);
    for (const mutation of batch) busy.add(laneOf(mutation));
  }
}

/** Returns true if the record must be read before this change is sent, because the server has no `if-match`. */
function mustBeReadFirst(mutation: Mutation, poll: Poll, now: number): boolean {
  const guarded = mutation.kind !== 'update' || poll.features.has('if-match');
  return !guarded && (changesText(mutation) || isStale(mutation, poll, now));
}

function waitsForRunningPull(mutation: Mutation, poll: Poll, { pulling, now }: PushFacts): boolean {
  const isRead = pulling === mutation.resource || pulling === 'feed';
  return isRead && waitsForPull(mutation, poll, now);
}

const CONNECTIONS = 6;

interface LaneFacts {
  readonly now: number;
  readonly busy: ReadonlySet<string>;
  /** See `waitingForReferences`. */
  readonly waitsFor: ReadonlyMap<string, readonly string[]>;
}

/** Returns changes that may be sent now. A failed change holds up only its own record and changes that refer to it. */
export function readyMutations(open: readonly Mutation[], facts: LaneFacts): Mutation[] {
  return dueHeads(open, facts).filter(({ id }) => !facts.waitsFor.has(id));
}

/** The limit is lower until an answer has tested the connection. */
const BATCH_MAX = 200;
const FIRST_BATCH_MAX = 50;

/**
 * Includes changes that refer to creates earlier in the batch.
 * @param successes answers in a row since the last fault
 */
export function batchOf(open: readonly Mutation[], facts: LaneFacts, successes: number): Mutation[] {
  const atMost = successes === 0 ? FIRST_BATCH_MAX : BATCH_MAX;
  const batch: Mutation[] = [];
  const made = new Set<string>();
  for (const head of dueHeads(open, facts)) {
    const waitsFor = facts.waitsFor.get(head.id);
    const bound = waitsFor === undefined || (waitsFor.length > 0 && waitsFor.every((id) => made.has(id)));
    if ((head.readFirst && head.kind !== 'create') || !bound) continue;
    if (head.kind === 'create') made.add(head.localId);
    batch.push(head);
    if (batch.length === atMost) break;
  }
  return batch;
}

function dueHeads(open: readonly Mutation[], { now, busy }: LaneFacts): Mutation[] {
  // The change being sent need not be its lane's first: two records that turned out to be one join their changes.
  const sending = new Set(open.filter(({ state }) => state === 'sending').map(laneOf));
  const isFree = (lane: string): boolean => !busy.has(lane) && !sending.has(lane);
  return heads(open).filter((head) => head.state === 'queued' && isDue(head, now) && isFree(laneOf(head)));
}

export function nextDueAt(open: readonly Mutation[], facts: LaneFacts): number | null {
  const times = heads(open)
    .filter((head) => head.state === 'queued' && !isDue(head, facts.now) && !facts.waitsFor.has(head.id))
    .map((head) => head.nextAt);
  return earliest(times);
}

/** Ignores creates that are already due and are waiting for their pull. */
export function nextProbeAt(open: readonly Mutation[], now: number): number | null {
  const unknown = open.filter(({ state, nextAt }) => state === 'unknown' && !isWaitOver(nextAt, now));
  return earliest(unknown.map(({ nextAt }) => nextAt));
}

/**
 * Returns the number of requests allowed at once: 1, then 2, 4 and 6, so that a restored connection is loaded gently.
 * Browsers open six connections, of which `reads` are in use.
 */
export function windowSize(successes: number, reads: number): number {
  return Math.max(1, Math.min(2 * successes, CONNECTIONS - reads));
}

/** Leaves a connection free for changes, which go first. */
export function readsAtOnce(isSending: boolean, uploads: number): number {
  return isSending ? 1 : CONNECTIONS - 1 - uploads;
}
