import type { RecordKind, ServerId } from '../domain/resource-spec.ts';

/** Chosen at the first pull, then fixed. */
export type OrderBy = 'created_at' | 'serverId' | 'firstSeen';

/** All times in this file are device times in ms. */
export interface CollectionRow {
  readonly key: `collection:${RecordKind}`;
  /** Rises with each write of server rows. */
  readonly generation: number;
  readonly orderBy: OrderBy | null;
  readonly firstSeen: number;
  /** Time of the last complete pull. */
  readonly pulledAt: number | null;
  /** Deletions confirmed since the last pull began: its pages may still show these rows. */
  readonly removed: readonly ServerId[];
  readonly cooldownUntil: number;
  readonly triedAt?: number;
  /** Local ids of rows that the last pull skipped because a change was under way. They must be read again. */
  readonly unread?: readonly string[];
  /** True once the mirror has held all pages at once. */
  readonly complete: boolean;
  readonly shifted?: boolean;
  /**
   * Time of the last read of several pages without a count: a deletion may have moved rows between them. Cleared once
   * the change feed has been followed past that time.
   */
  readonly unproven?: number | null;
  /** Rows missing from the last pull, but found when read one by one. */
  readonly unlisted?: readonly ServerId[];
  /**
   * Time at which the feed rejected its cursor: if the server was restored, old versions mean nothing.
   * Cleared by a whole pull that began later.
   */
  readonly refusedAt?: number | null;
  readonly gaps?: number;
  /** Local ids that name deleted rows of recreated records. If such a row returns, it gets another local id. */
  readonly madeAgain?: readonly string[];
  /** Maps a recreated record's local id to its deleted rows that are not in `madeAgain`. */
  readonly formerRows?: Readonly<Record<string, readonly string[]>>;
  /** Present only during the first pull. */
  readonly download?: Download | null;
  /** The sentence to show, as the specification words it. */
  readonly error: string | null;
  /** During the first pull, a captive portal answered the latest request. */
  readonly portal?: boolean;
  /** More records are missing than a single pull can prove. */
  readonly absence: Absence | null;
}

/** The progress of a first pull, which may span several sessions. */
export interface Download {
  readonly read: number;
  readonly count: number | null;
  readonly next: string | null;
  readonly startedAt: number;
  readonly startGeneration: number;
  readonly unread: readonly string[];
  readonly gaps?: number;
}

export interface Absence {
  readonly missing: readonly ServerId[];
  readonly held: number;
  /** Time at which they were first missing. */
  readonly at: number;
  /**
   * `recheck`: wait for a second pull. `ask`: more than half are missing, so ask the user. `keep`, `remove`: the user's
   * answer.
   */
  readonly step: 'recheck' | 'ask' | 'keep' | 'remove';
}

/** @param row local id of the deleted row */
export function madeAgainIn(collection: CollectionRow, localId: string, row: string): CollectionRow {
  const { madeAgain = [], formerRows = {} } = collection;
  if (row !== localId) {
    const former = [...(formerRows[localId] ?? []), row];
    return { ...collection, formerRows: { ...formerRows, [localId]: former } };
  }
  return madeAgain.includes(localId) ? collection : { ...collection, madeAgain: [...madeAgain, localId] };
}

/** Returns the server ids, as texts, of the deleted rows of a recreated record. */
export function formerRowsOf(collection: CollectionRow | undefined, localId: string): readonly string[] {
  const { madeAgain = [], formerRows } = collection ?? {};
  return [...(madeAgain.includes(localId) ? [localId] : []), ...(formerRows?.[localId] ?? [])];
}

/** Returns true if the last read brought every row of the list. */
export function isWhole({ complete, shifted, unread = [], absence }: CollectionRow): boolean {
  const isRechecked = absence?.step === 'recheck' || absence?.step === 'remove';
  return complete && shifted !== true && unread.length === 0 && !isRechecked;
}

/** Requests a whole pull, even during one: the change feed does not repeat what it has sent. */
export function notWhole(row: CollectionRow): CollectionRow {
  return { ...row, complete: false, gaps: (row.gaps ?? 0) + 1 };
}
