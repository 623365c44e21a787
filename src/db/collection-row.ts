import type { ResourceName, ServerId } from '../domain/resource-spec.ts';

/** Chosen at the first pull, and never changed. */
export type OrderBy = 'created_at' | 'serverId' | 'firstSeen';

export interface CollectionRow {
  readonly key: `collection:${ResourceName}`;
  /** Rises with each write of server rows. */
  readonly generation: number;
  readonly orderBy: OrderBy | null;
  readonly firstSeen: number;
  /** Device time in ms of the last complete pull; null before the first. */
  readonly pulledAt: number | null;
  /** Deletions confirmed since the last pull began: its pages may still show these rows. */
  readonly removed: readonly ServerId[];
  /** Device time in ms before which it is not read again. */
  readonly cooldownUntil: number;
  /** Device time in ms at which the last pull began, also a failed one. */
  readonly triedAt?: number;
  /** Local ids that the last pull skipped because a change was under way. */
  readonly unread?: readonly string[];
  /** True once all pages have been held at one time. */
  readonly complete: boolean;
  readonly shifted?: boolean;
  /**
   * Device time in ms of the last reading over several pages without a count. Cleared once the change feed has been
   * followed past it: a deletion may have moved rows between pages.
   */
  readonly unproven?: number | null;
  /** Missing from the last pull, but found when asked for one by one. */
  readonly unlisted?: readonly ServerId[];
  /**
   * Device time in ms at which the feed rejected its cursor. Cleared by a whole pull that began later: the server may
   * have been restored, and old versions mean nothing.
   */
  readonly refusedAt?: number | null;
  readonly gaps?: number;
  /**
   * Local ids equal to server ids of deleted rows whose records were recreated. If such a row returns, it gets
   * another local id.
   */
  readonly madeAgain?: readonly string[];
  /** By local id: the local ids of deleted rows that a recreated record was before, unless its own id names the row. */
  readonly formerRows?: Readonly<Record<string, readonly string[]>>;
  /** Progress of the first pull; null or absent before it and after it. */
  readonly download?: Download | null;
  /** Failure of the last pull in the words of the spec; null after a good one. */
  readonly error: string | null;
  /** A captive portal answered the last page of the first pull. */
  readonly portal?: boolean;
  /** More records are missing than are believed at once. */
  readonly absence: Absence | null;
}

/** The first pull, which may span several sessions. */
export interface Download {
  readonly read: number;
  readonly count: number | null;
  readonly next: string | null;
  /** Device time in ms, and the collection's generation then. */
  readonly startedAt: number;
  readonly startGeneration: number;
  /** Local ids skipped because a change was under way. */
  readonly unread: readonly string[];
  readonly gaps?: number;
}

export interface Absence {
  readonly missing: readonly ServerId[];
  /** Count of records on the device. */
  readonly held: number;
  /** Device time in ms at which they were first missing. */
  readonly at: number;
  /**
   * `recheck`: wait for a second pull. `ask`: more than half are missing, so ask a person. `keep`, `remove`: the
   * answer.
   */
  readonly step: 'recheck' | 'ask' | 'keep' | 'remove';
}

/**
 * Notes that a record was recreated.
 * @param row local id of the row that it was
 */
export function madeAgainIn(collection: CollectionRow, localId: string, row: string): CollectionRow {
  const { madeAgain = [], formerRows = {} } = collection;
  if (row !== localId) {
    const former = [...(formerRows[localId] ?? []), row];
    return { ...collection, formerRows: { ...formerRows, [localId]: former } };
  }
  return madeAgain.includes(localId) ? collection : { ...collection, madeAgain: [...madeAgain, localId] };
}

/** Requests a whole pull, also if one has begun. The change feed does not repeat what it has sent. */
export function notWhole(row: CollectionRow): CollectionRow {
  return { ...row, complete: false, gaps: (row.gaps ?? 0) + 1 };
}
