import type { MetaRows } from '../db/meta-rows.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { heads } from '../outbox/lane.ts';
import { mayBeOnServer } from '../outbox/match-create.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { isHeld, isOver } from '../outbox/retry-policy.ts';

/** An update is sent unseen only if its collection was read this recently before the drain began, in ms. */
const FRESH_MS = 30_000;
/** After so much of a drain, in ms, what was read at its beginning is old as well. */
const LONG_DRAIN_MS = 5 * 60_000;
/** Up to this many stale updates are read one by one; more are worth one pull of the collection. */
const READ_ONE_BY_ONE = 3;

/** The outbox, and what the engine knows of everything else, as one poll of the loop saw them. */
export interface Poll {
  /** Open mutations in order of `seq`. */
  readonly open: readonly Mutation[];
  /** What other records' changes must go before; see `heldByReferences`. */
  readonly held: ReadonlyMap<string, readonly string[]>;
  readonly meta: MetaRows;
  /** Since when changes have been waiting to be sent; null when none does. */
  readonly drainStartedAt: number | null;
  /** What the server offers beyond the plain contract. */
  readonly features: ReadonlySet<string>;
}

/**
 * Whether the feed is enough for a collection: it does not tell again of what made room on a full device, of a row
 * that was kept out of the mirror because it may be a create of ours, or of rows that a list once did not show.
 */
export function isInFeed(resource: ResourceName, { open, meta }: Poll): boolean {
  const inDoubt = open.some((mutation) => mutation.resource === resource && isInDoubt(mutation));
  const row = meta.get(`collection:${resource}`);
  return row?.complete === true && row.absence === null && row.shifted !== true && !inDoubt;
}

/**
 * Whether a change marker is enough between two pulls: where the device holds all of a collection, and no other
 * pull of it is waited for.
 */
export function hasMarkers(resource: ResourceName, { open, meta }: Poll): boolean {
  const row = meta.get(`collection:${resource}`);
  const isWhole =
    row?.complete === true &&
    row.shifted !== true &&
    row.pulledAt !== null &&
    (row.unread ?? []).length === 0;
  const step = row?.absence?.step;
  return isWhole && step !== 'recheck' && step !== 'remove' && !hasUnknown(resource, open);
}

/** What a person decides about is in doubt as long as it is a possible duplicate, and not where the server refused it. */
function isInDoubt(mutation: Mutation): boolean {
  const { state, refusal } = mutation;
  return mayBeOnServer(mutation) && (state !== 'parked' || refusal?.reason === 'mayExistTwice');
}

/** Whether nobody knows of a create whether it was carried out. */
export function hasUnknown(resource: ResourceName, open: readonly Mutation[]): boolean {
  return open.some((mutation) => mutation.resource === resource && mutation.state === 'unknown');
}

/** Whether it is time to look for such a create. */
export function hasProbeDue(resource: ResourceName, poll: Poll, now: number): boolean {
  return poll.open.some((mutation) => mutation.resource === resource && isProbeDue(mutation, now));
}

export function isProbeDue({ state, nextAt }: Mutation, now: number): boolean {
  return state === 'unknown' && isOver(nextAt, now);
}

/** How many updates of a collection wait to be sent. */
function countUpdates(resource: ResourceName, poll: Poll): number {
  return poll.open.filter(
    (mutation) => mutation.resource === resource && mutation.kind === 'update' && mutation.state === 'queued',
  ).length;
}

type Change = Pick<Mutation, 'resource' | 'acceptedAt'> & { readonly localId?: string };

/**
 * Whether a collection was last read too long before the drain, or before the change was made, to send an update unseen;
 * or nobody knows when; or that pull left the record out.
 * @param now device time in ms
 */
export function isStale({ resource, localId, acceptedAt }: Change, poll: Poll, now: number): boolean {
  const row = poll.meta.get(`collection:${resource}`);
  if (localId !== undefined && row?.unread?.includes(localId)) return true;
  const readAt = row?.pulledAt ?? Number.NEGATIVE_INFINITY;
  const since = Math.max(freshSince(poll, now) ?? 0, Math.min(acceptedAt, now));
  return readAt < since - FRESH_MS || readAt > now;
}

/** What was read before this device time in ms, or half a minute sooner, is old: a drain may last for long. */
function freshSince({ drainStartedAt }: Poll, now: number): number | null {
  return drainStartedAt && Math.max(drainStartedAt, now - LONG_DRAIN_MS);
}

/** Whether an update waits for the pull of its collection, which goes on for the sake of many like it. */
export function waitsForPull(update: Mutation, poll: Poll, now: number): boolean {
  const isOne = update.kind === 'update' && countUpdates(update.resource, poll) > READ_ONE_BY_ONE;
  return isOne && isStale(update, poll, now);
}

/**
 * Whether a collection is to be read for the sake of the updates that wait.
 * @param readFrom when its last pull began, device time in ms
 */
export function updatesWantPull(
  resource: ResourceName,
  poll: Poll,
  { readFrom, now }: { readonly readFrom: number; readonly now: number },
): boolean {
  // The server itself refuses what was changed over another state.
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
 * Since when changes have been waiting to be sent; null when none does. A drain begins with the first change that waits and
 * ends when none is left to send, or none can be sent: what waits for its undo does not begin it, and what waits behind a
 * change that waits for a person does not keep it going.
 * @param before what it was at the last poll
 * @param now device time in ms
 */
export function drainAfter(
  before: number | null,
  { open, held }: Pick<Poll, 'open' | 'held'>,
  now: number,
): number | null {
  const draining = heads(open).some(
    (head) =>
      head.state === 'sending' || (head.state === 'queued' && !held.has(head.id) && !isHeld(head, now)),
  );
  // Never later than now, in case the clock was put back.
  return draining ? Math.min(before ?? now, now) : null;
}
