import type { ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { countUpdates, type Poll } from './poll.ts';

/** An update is sent unseen only if its collection was read this recently before the drain began, in ms. */
const FRESH_MS = 30_000;
/** After so much of a drain, in ms, what was read at its beginning is old as well. */
const LONG_DRAIN_MS = 5 * 60_000;
/** Up to this many stale updates are read one by one; more are worth one pull of the collection. */
const READ_ONE_BY_ONE = 3;

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

/**
 * Whether a change has a text that is merged line by line. A server that does not guard its records is asked for it
 * right before: what somebody else adds in between would be overwritten.
 */
export function changesText({ resource, fields }: Pick<Mutation, 'resource' | 'fields'>): boolean {
  return specOf(resource).texts.some((field) => field in fields);
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
