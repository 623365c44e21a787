/** Times in ms since 1970. They are never sent. */
export interface Seen {
  /** The server's time; null until known. */
  readonly created_at: number | null;
  /** The server's time of the last copy. */
  readonly updated_at: number | null;
  /** This device's clock. */
  readonly first_seen: number;
  /** Absent until it says more than the other times. */
  readonly status_since?: StatusSince;
  /** Device time at which a row without `updated_at` last changed here. */
  readonly changed_seen?: number;
}

/** When a record got its status. */
export interface StatusSince {
  readonly at: number;
  /** If false, the status is at least this old. */
  readonly isExact: boolean;
  /** Nothing else has changed since. */
  readonly isLast: boolean;
}

/** This device's waiting changes of one record. Device times in ms. */
export interface OwnChanges {
  readonly changed: number;
  readonly status?: { readonly value: unknown; readonly at: number };
}

export interface Timed {
  readonly seen: Seen;
  readonly own?: OwnChanges | undefined;
}

/** In ms. Changes this close together count as one. */
export const TOGETHER_MS = 5 * 60_000;

/** In ms. A server may set both times of a new row one after the other. */
const MADE_WITHIN_MS = 1000;

/**
 * @param countedFrom device time in ms. Before it, an earlier version may have seen changes without noting them.
 */
export function statusSince({ seen, own }: Timed, countedFrom: number): StatusSince {
  if (own?.status)
    return { at: own.status.at, isExact: true, isLast: isTogether(own.status.at, own.changed) };
  const since = seen.status_since ?? sinceFirst(seen);
  const known = own ? { ...since, isLast: false } : since;
  return known.isExact || seen.updated_at !== null
    ? known
    : { ...known, at: Math.max(known.at, countedFrom) };
}

/** For a row whose status has never been seen to change. */
export function sinceFirst({ created_at, updated_at, first_seen, changed_seen }: Seen): StatusSince {
  const isUnchanged = created_at !== null && updated_at !== null && updated_at - created_at <= MADE_WITHIN_MS;
  if (isUnchanged) return { at: created_at, isExact: true, isLast: true };
  return { at: updated_at ?? changed_seen ?? first_seen, isExact: false, isLast: true };
}

export interface Quiet {
  readonly at: number;
  /** `status`: since it got its status. `changed`: by the server's time. `seen`: this device has seen no change since. */
  readonly how: 'status' | 'changed' | 'seen';
}

/** Returns when a record last changed. See `statusSince`. */
export function quietSince(row: Timed, countedFrom: number): Quiet {
  const { seen, own } = row;
  const status = statusSince(row, countedFrom);
  if (status.isExact && status.isLast) return { at: status.at, how: 'status' };
  if (own) return { at: own.changed, how: 'seen' };
  if (seen.updated_at !== null) return { at: seen.updated_at, how: 'changed' };
  return { at: Math.max(seen.changed_seen ?? seen.first_seen, countedFrom), how: 'seen' };
}

function isTogether(status: number, changed: number): boolean {
  return changed - status <= TOGETHER_MS;
}

/** Returns the latest time at which the record can have been made. */
export function madeUpTo({ created_at, first_seen }: Seen): number {
  return created_at ?? first_seen;
}
