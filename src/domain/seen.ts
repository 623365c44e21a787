import { isForeignRow } from './ids.ts';
import type { ServerId } from './resource-spec.ts';

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
  readonly localId: string;
  readonly serverId?: ServerId | undefined;
  readonly seen: Seen;
  readonly own?: OwnChanges | undefined;
}

/** In ms. Changes this close together count as one. */
export const TOGETHER_MS = 5 * 60_000;

/** In ms. No create waits that long. */
const LONGEST_WAIT_MS = 365 * 24 * 60 * 60_000;

/**
 * Returns a time before which this device cannot have set the status while its clock was right.
 * @param madeUpTo in ms, for a server without times
 */
export function earliestSet(row: Omit<Timed, 'own'>, madeUpTo: number): number {
  const { created_at } = row.seen;
  if (isForeignRow(row)) return created_at ?? Number.NEGATIVE_INFINITY;
  // This device's create may have waited, and the status with it.
  return (created_at ?? madeUpTo) - LONGEST_WAIT_MS;
}

/** In ms. A server may set both times of a new row one after the other. */
const MADE_WITHIN_MS = 1000;

/** For a row whose status has never been seen to change. */
export function sinceFirst({ created_at, updated_at, first_seen, changed_seen }: Seen): StatusSince {
  const isUnchanged = created_at !== null && updated_at !== null && updated_at - created_at <= MADE_WITHIN_MS;
  if (isUnchanged) return { at: created_at, isExact: true, isLast: true };
  return { at: updated_at ?? changed_seen ?? first_seen, isExact: false, isLast: true };
}
