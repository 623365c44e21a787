import { isWhole } from '../db/collection-row.ts';
import type { MetaRows } from '../db/meta-rows.ts';
import type { RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { isWaitOver } from '../domain/waits.ts';
import { laneOf, type Mutation } from '../outbox/mutation.ts';
import { isHeld } from '../outbox/retry-policy.ts';

/** In ms. A read this long before the drain is fresh enough for an update. */
const FRESH_MS = 30_000;
/** In ms. A longer drain needs a newer read. */
const LONG_DRAIN_MS = 5 * 60_000;
/** If more updates than this are stale, the whole collection is pulled. */
const READ_ONE_BY_ONE = 3;

export interface Poll {
  readonly open: readonly Mutation[];
  /** See `waitingForReferences`. */
  readonly waitsFor: ReadonlyMap<string, readonly string[]>;
  readonly meta: MetaRows;
  /** Device time in ms; null outside a drain. */
  readonly drainStartedAt: number | null;
  readonly features: ReadonlySet<string>;
}

/**
 * Returns false if a pull is needed. The feed does not repeat rows that were removed for space, skipped as a possible
 * create, or missing from a list.
 */
export function isInFeed(resource: ResourceName, { open, meta }: Poll): boolean {
  const inDoubt = open.some((mutation) => mutation.resource === resource && isInDoubt(mutation));
  const row = meta.get(`collection:${resource}`);
  return row?.complete === true && row.absence === null && row.shifted !== true && !inDoubt;
}

export function hasMarkers(resource: ResourceName, { open, meta }: Poll): boolean {
  const row = meta.get(`collection:${resource}`);
  return row !== undefined && row.pulledAt !== null && isWhole(row) && !hasUnknown(resource, open);
}

/** A parked create is in doubt only as a possible duplicate. */
function isInDoubt(mutation: Mutation): boolean {
  const { state, refusal } = mutation;
  return mayBeOnServer(mutation) && (state !== 'parked' || refusal?.reason === 'mayExistTwice');
}

export function hasUnknown(resource: ResourceName, open: readonly Mutation[]): boolean {
  return open.some((mutation) => mutation.resource === resource && mutation.state === 'unknown');
}

export function hasProbeDue(resource: ResourceName, poll: Poll, now: number): boolean {
  return poll.open.some((mutation) => mutation.resource === resource && isProbeDue(mutation, now));
}

export function isProbeDue({ state, nextAt }: Mutation, now: number): boolean {
  return state === 'unknown' && isWaitOver(nextAt, now);
}

function countUpdates(resource: RecordKind, poll: Poll): number {
  return poll.open.filter(
    (mutation) => mutation.resource === resource && mutation.kind === 'update' && mutation.state === 'queued',
  ).length;
}

type Change = Pick<Mutation, 'resource' | 'acceptedAt'> & { readonly localId?: string };

/** @param now device time in ms */
export function isStale({ resource, localId, acceptedAt }: Change, poll: Poll, now: number): boolean {
  const row = poll.meta.get(`collection:${resource}`);
  if (localId !== undefined && row?.unread?.includes(localId)) return true;
  const readAt = row?.pulledAt ?? Number.NEGATIVE_INFINITY;
  const since = Math.max(freshSince(poll, now) ?? 0, Math.min(acceptedAt, now));
  return readAt < since - FRESH_MS || readAt > now;
}

function freshSince({ drainStartedAt }: Poll, now: number): number | null {
  return drainStartedAt && Math.max(drainStartedAt, now - LONG_DRAIN_MS);
}

export function waitsForPull(update: Mutation, poll: Poll, now: number): boolean {
  const isOne = update.kind === 'update' && countUpdates(update.resource, poll) > READ_ONE_BY_ONE;
  return isOne && isStale(update, poll, now);
}

/** @param readFrom start of the last pull, device time in ms */
export function updatesWantPull(
  resource: ResourceName,
  poll: Poll,
  { readFrom, now }: { readonly readFrom: number; readonly now: number },
): boolean {
  // The server itself refuses an update based on another version.
  if (poll.features.has('if-match')) return false;
  const since = freshSince(poll, now);
  return (
    since !== null &&
    readFrom < since &&
    isStale({ resource, acceptedAt: since }, poll, now) &&
    countUpdates(resource, poll) > READ_ONE_BY_ONE
  );
}

/**
 * Returns the device time in ms when the drain began. A change that waits for its undo, or behind a parked one, does
 * not count.
 */
export function drainAfter(
  before: number | null,
  { open, waitsFor }: Pick<Poll, 'open' | 'waitsFor'>,
  now: number,
): number | null {
  const draining = heads(open).some(
    (head) =>
      head.state === 'sending' || (head.state === 'queued' && !waitsFor.has(head.id) && !isHeld(head, now)),
  );
  // The clock may have been set back.
  return draining ? Math.min(before ?? now, now) : null;
}

/** Returns each record's first mutation. `open` is oldest first. */
export function heads(open: readonly Mutation[]): Mutation[] {
  const firsts = new Map<string, Mutation>();
  for (const mutation of open) {
    const lane = laneOf(mutation);
    if (!firsts.has(lane)) firsts.set(lane, mutation);
  }
  return [...firsts.values()];
}

export function mayBeOnServer(mutation: Mutation): boolean {
  if (mutation.kind !== 'create') return false;
  if (hasIdempotencyKey(mutation)) return false;
  return mutation.state === 'sending' || mutation.state === 'unknown' || mutation.probe !== null;
}

/** Returns true if a row with this key is surely this create's. */
export function hasIdempotencyKey({ sentWithKey, state }: Mutation): boolean {
  return sentWithKey && state !== 'unknown';
}
