import type { ResourceName, ServerId } from '../domain/resource-spec.ts';

/** How a collection orders its records: chosen once, at the first pull, for as long as the database lives. */
export type OrderBy = 'created_at' | 'serverId' | 'firstSeen';

export interface CollectionRow {
  readonly key: `collection:${ResourceName}`;
  /** Rises with every write of server truth into the collection. */
  readonly generation: number;
  readonly orderBy: OrderBy | null;
  /** Records seen so far, for collections that give no order. */
  readonly firstSeen: number;
  /** Device time in ms of the last complete pull; null before the first. */
  readonly pulledAt: number | null;
  /** Records whose deletion was confirmed since the last pull began: a page of it may still show them. */
  readonly removed: readonly ServerId[];
  /** Device time in ms before which it is not read again, whoever asks. */
  readonly cooldownUntil: number;
  /** Device time in ms at which the last pull began, whether or not it came to anything. */
  readonly triedAt?: number;
  /** Local ids of records that the last pull left to a change that was under way. */
  readonly unread?: readonly string[];
  /** True once all pages have been held at one time. */
  readonly complete: boolean;
  /** Rows may have moved from page to page unseen while it was read: what was missed comes with another pull. */
  readonly shifted?: boolean;
  /**
   * Device time in ms at which it was last read over several pages that say no count, until the change feed has been
   * followed beyond that: a deletion that the feed tells of may have moved rows from page to page unseen.
   */
  readonly unproven?: number | null;
  /** Records that the last pull did not show, and that were there all the same when each was asked for. */
  readonly unlisted?: readonly ServerId[];
  /**
   * Device time in ms at which the change feed no longer knew its cursor, until a whole pull that began after that: the
   * server may have been restored to an older state, in which versions of before mean nothing.
   */
  readonly refusedAt?: number | null;
  /** How often rows were found not to be on the device that may be on the server: a pull that saw it change is no longer whole. */
  readonly gaps?: number;
  /**
   * Local ids that are server ids of deleted rows: their records were made again, and are other rows now. Should such a row
   * come back, it gets another local id.
   */
  readonly madeAgain?: readonly string[];
  /**
   * The deleted rows that records were before they were made again, by local id, each by the local id that it would have:
   * of records whose local id does not name that row.
   */
  readonly formerRows?: Readonly<Record<string, readonly string[]>>;
  /** How far the first pull has come; null or absent before it and once there was a complete one. */
  readonly download?: Download | null;
  /** The last pull's failure in the specification's words; null after a good one. */
  readonly error: string | null;
  /** A captive portal has answered the last page that the first pull asked for. */
  readonly portal?: boolean;
  /** More records are missing from the server's list than to be believed at once; null while they are not. */
  readonly absence: Absence | null;
}

/** A first pull that has not come to its end, which may take more than one sitting. */
export interface Download {
  /** Rows that were read, and rows in the whole collection where the server tells. */
  readonly read: number;
  readonly count: number | null;
  /** Query string of the page with which it goes on; null where it has to begin anew. */
  readonly next: string | null;
  /** Device time in ms at which it began, and the collection's generation then. */
  readonly startedAt: number;
  readonly startGeneration: number;
  /** Local ids of records that were left to a change that was under way. */
  readonly unread: readonly string[];
  /** The collection's gaps when it began. */
  readonly gaps?: number;
}

/** Records of the device that the server's list did not show. */
export interface Absence {
  readonly missing: readonly ServerId[];
  /** How many the device held. */
  readonly held: number;
  /** Device time in ms at which they were first missing. */
  readonly at: number;
  /**
   * `recheck` until a second pull agrees, `ask` a person where it is more than half, `keep` and `remove` as
   * the person said.
   */
  readonly step: 'recheck' | 'ask' | 'keep' | 'remove';
}

/** A record of the device is no longer the row that it was: it is to be made again. @param row the local id of that row */
export function madeAgainIn(collection: CollectionRow, localId: string, row: string): CollectionRow {
  const { madeAgain = [], formerRows = {} } = collection;
  if (row !== localId) {
    const former = [...(formerRows[localId] ?? []), row];
    return { ...collection, formerRows: { ...formerRows, [localId]: former } };
  }
  return madeAgain.includes(localId) ? collection : { ...collection, madeAgain: [...madeAgain, localId] };
}

/**
 * Nobody can be sure any more that the device holds all of a collection: it is read whole the next time, and the
 * change feed, which does not tell again of what it has told, is not enough. Nor is a pull that has begun.
 */
export function notWhole(row: CollectionRow): CollectionRow {
  return { ...row, complete: false, gaps: (row.gaps ?? 0) + 1 };
}
