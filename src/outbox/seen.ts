import { timeIn } from '../domain/answer.ts';
import { isForeignRow } from '../domain/ids.ts';
import type { Fields, ServerId, Wire } from '../domain/resource-spec.ts';
import {
  earliestSet,
  type OwnChanges,
  type Seen,
  type StatusSince,
  sinceFirst,
  TOGETHER_MS,
} from '../domain/seen.ts';
import type { Mutation } from './mutation.ts';

export function firstSeen(now: number): Seen {
  return { created_at: null, updated_at: null, first_seen: now };
}

/** Returns the row's times, or the known ones that the row leaves out. */
export function seenWith(seen: Seen, wire: Wire): Seen {
  return {
    ...seen,
    created_at: timeIn(wire, 'created_at') ?? seen.created_at,
    updated_at: timeIn(wire, 'updated_at') ?? seen.updated_at,
  };
}

interface Before {
  readonly localId: string;
  readonly serverId?: ServerId | undefined;
  readonly seen: Seen;
  readonly own?: OwnChanges | undefined;
  readonly server: Fields | null;
  readonly version?: number;
}

interface Copy {
  readonly wire: Wire;
  readonly version: number | undefined;
  /** Device time in ms. */
  readonly readAt: number;
  readonly server: Fields;
  /** False if a field differs in meaning from the copy before. */
  readonly isSame: boolean;
}

/** A first copy says nothing about earlier statuses, so it only brings times. */
export function seenAfter(before: Before, copy: Copy): Seen {
  const { status_since: _, ...seen } = seenWith(before.seen, copy.wire);
  const since = before.server || before.own ? statusAfter(before, copy) : undefined;
  const isChange = before.server !== null && !copy.isSame && seen.updated_at === null;
  return {
    ...seen,
    ...(since && { status_since: since }),
    ...(isChange && { changed_seen: copy.readAt }),
  };
}

function statusAfter(before: Before, copy: Copy): StatusSince | undefined {
  const { seen, server: was } = before;
  const { status } = copy.server;
  if (typeof status !== 'string') return undefined;
  if (was?.['status'] !== status) return statusGot(before, copy);
  if (copy.isSame) return seen.status_since;
  return { ...(seen.status_since ?? sinceFirst(seen)), isLast: false };
}

/** As in the history, a status that this device set is its change, whichever answer shows it. */
function statusGot(before: Before, copy: Copy): StatusSince {
  const { own, version } = before;
  const told = timeIn(copy.wire, 'updated_at');
  const changed = Math.min(told ?? copy.readAt, copy.readAt);
  if (own?.status && own.status.value === copy.server['status']) {
    const { at } = own.status;
    // The device's clock was wrong, and has been set since.
    const isWrong = at - copy.readAt > TOGETHER_MS || earliestAfter(before, changed) - at > TOGETHER_MS;
    if (isWrong) return { at: changed, isExact: false, isLast: true };
    return { at, isExact: true, isLast: changed - at <= TOGETHER_MS && own.changed - at <= TOGETHER_MS };
  }
  // Versions tell whether this is the only change since the copy before.
  const isOnly = version !== undefined && copy.version === version + 1;
  return { at: changed, isExact: told !== null && isOnly, isLast: true };
}

/** Returns a time before which this device cannot have set the status that replaces the known one. */
function earliestAfter(before: Before, changed: number): number {
  const since = before.seen.status_since;
  // Where this device created the record, an inexact time is that of the server's answer.
  const known = since && (since.isExact || isForeignRow(before)) ? since.at : 0;
  return Math.max(earliestSet(before, changed), known);
}

/**
 * @param now device time in ms; null for older changes, whose own times count. `acceptedAt` also rises when an edit is
 * merged into a waiting change.
 */
export function ownChanges(
  mutations: readonly Pick<Mutation, 'fields' | 'acceptedAt'>[],
  before: OwnChanges | undefined,
  now: number | null,
): OwnChanges | undefined {
  if (mutations.length === 0) return undefined;
  const changed = Math.max(...mutations.map(({ acceptedAt }) => acceptedAt));
  const set = mutations
    .flatMap(({ fields: { status }, acceptedAt }) => (status ? { ...status, acceptedAt } : []))
    .at(-1);
  if (!set) return { changed };
  const { value, acceptedAt } = set;
  const known = before?.status;
  return { changed, status: known?.value === value ? known : { value, at: now ?? acceptedAt } };
}
