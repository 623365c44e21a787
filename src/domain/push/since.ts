import { earliestSet, type Seen, type StatusSince, sinceFirst, type Timed, TOGETHER_MS } from '../seen.ts';
import type { PushTime } from './push.ts';

export function statusSince(row: Timed, time: PushTime): StatusSince {
  const since = statusNoted(row, time);
  const isLast = since.isLast && Math.max(changedHere(row), changedThere(row)) - since.at <= TOGETHER_MS;
  return { ...since, isLast };
}

function statusNoted(row: Timed, { now, countedFrom }: PushTime): StatusSince {
  const { seen, own } = row;
  // This device's clock was ahead when it noted a later moment, and behind when it noted an earlier one.
  const earliest = earliestSet(row, seen.first_seen);
  const isPossible = (at: number): boolean => at - now <= TOGETHER_MS && earliest - at <= TOGETHER_MS;
  if (own?.status) {
    const { at } = own.status;
    const isExact = isPossible(at);
    return { at: isExact ? at : now, isExact, isLast: true };
  }
  const noted = seen.status_since;
  const since = noted && isPossible(noted.at) ? noted : sinceFirst(seen);
  const known = own ? { ...since, isLast: false } : since;
  return known.isExact || seen.updated_at !== null
    ? known
    : { ...known, at: Math.max(known.at, countedFrom) };
}

export interface Quiet {
  readonly at: number;
  /** `status`: since it got its status. `changed`: by the server's time. `seen`: this device has seen no change since. */
  readonly how: 'status' | 'changed' | 'seen';
}

/** Returns when a record last changed. See `statusSince`. */
export function quietSince(row: Timed, time: PushTime): Quiet {
  const status = statusSince(row, time);
  if (status.isExact && status.isLast) return { at: status.at, how: 'status' };
  const { seen, own } = row;
  if (own && own.changed >= changedThere(row)) return { at: own.changed, how: 'seen' };
  if (seen.updated_at !== null) return { at: seen.updated_at, how: 'changed' };
  return { at: Math.max(seen.changed_seen ?? seen.first_seen, time.countedFrom), how: 'seen' };
}

function changedHere({ own }: Timed): number {
  return own?.changed ?? Number.NEGATIVE_INFINITY;
}

/** By the server's time, or when this device saw it. */
function changedThere({ seen }: Timed): number {
  return seen.updated_at ?? seen.changed_seen ?? Number.NEGATIVE_INFINITY;
}

/** Returns the latest time at which the record can have been made. */
export function madeUpTo({ created_at, first_seen }: Seen): number {
  return created_at ?? first_seen;
}

/** Returns the latest time at which a completed record can have been completed. Unknown without the server's times. */
export function completedUpTo(row: Timed, now: number): number {
  const { at, isExact } = statusSince(row, { now, countedFrom: Number.NEGATIVE_INFINITY });
  return isExact || row.seen.updated_at !== null ? at : Number.NEGATIVE_INFINITY;
}
