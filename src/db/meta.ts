import type { StatCounts } from '../domain/dashboard-stats.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { ResourceName, ServerId } from '../domain/resource-spec.ts';
import type { Tx } from './app-database.ts';

/** Whose database this is; a mutation's owner and a token's subject must equal its `account`. */
export interface OwnerRow {
  readonly key: 'owner';
  readonly account: string;
}

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
  readonly restUntil: number;
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

/** What the server announced beyond the plain contract, last time somebody asked who is signed in. */
export interface CapabilitiesRow {
  readonly key: 'capabilities';
  readonly features: readonly string[];
}

/** How far the change feed has been followed. */
export interface FeedRow {
  readonly key: 'feed';
  readonly cursor: string;
  /** Device time in ms at which the cursor was asked for: it counts once every collection was read after it. */
  readonly since: number;
  /**
   * Device time in ms of each collection’s last complete pull by then, in the order of their names; absent in
   * rows of earlier builds.
   */
  readonly before?: readonly (number | null)[];
  /** Whether every collection has been read completely since. */
  readonly ready: boolean;
}

/** The browser removed this account's data, and it was begun anew. Stands until a person has seen it. */
export interface EvictedRow {
  readonly key: 'evicted';
  /** Device time in ms at which it was noticed. */
  readonly at: number;
  /** Changes that had not been sent when it was last counted. */
  readonly lost: number;
}

/** A record that referred to one whose deletion the server confirmed. */
export interface Bereft {
  readonly resource: ResourceName;
  readonly localId: string;
  /** Ids under which the deleted one was known. */
  readonly referredTo: readonly string[];
}

/** What the server was seen to do with what referred to a record of one kind that was deleted. */
export interface DeletionsRow {
  readonly key: `deletions:${ResourceName}`;
  /** It refused, the last time that it did one or the other. */
  readonly refused: boolean;
  /** Kinds of which it deleted a record together with the one that it referred to. */
  readonly gone: readonly ResourceName[];
  /** One of each kind, of which nobody knows yet. */
  readonly watched: readonly Bereft[];
}

/** A screen asks for a fresh pull. */
export interface PullRequestRow {
  readonly key: `request:${ResourceName}`;
  readonly at: number;
  /** Its place among what one screen asks for, from 0, which is the list on it; absent in rows of earlier builds. */
  readonly place?: number;
}

/** The dashboard asks for the server's figures. */
export interface StatsRequestRow {
  readonly key: 'request:dashboard';
  readonly at: number;
}

/** The server's figures, as they were last asked for. */
export interface StatsRow {
  readonly key: 'dashboard';
  /** `at` of the request that this answers. */
  readonly answers: number;
  /** Null where the server did not answer all of them. */
  readonly stats: Readonly<Record<ResourceName, StatCounts>> | null;
  /** Why it did not, in words for the screen. */
  readonly error: string | null;
}

/** What the leading tab's engine says of itself, for every tab to show. */
export interface EngineRow {
  readonly key: 'engine';
  readonly reasons: readonly PauseReason[];
  /** Device time in ms until which nothing is sent after a network fault; 0 when nothing backs off. */
  readonly resumeAt: number;
  /** Device time in ms until which the server asked for patience; 0 when it did not. */
  readonly throttledUntil: number;
  /** How far the device's clock is ahead of the server's, in ms; absent while it is about right, or nobody knows. */
  readonly clockAhead?: number;
}

/** 'Sync now': lifts back-off and reaches for the server at once. */
export interface SyncNowRow {
  readonly key: 'nudge';
  readonly at: number;
}

/** The leading tab's sign of life, renewed every few seconds. */
export interface LeaseRow {
  readonly key: 'lease';
  /** Name of the tab that leads. */
  readonly tab: string;
  /** Differs from one sign to the next. */
  readonly beat: number;
  /** Whether the leading tab is on the screen. */
  readonly visible: boolean;
  /** Whether it leads without the lock, in the stead of a tab that gives no sign. */
  readonly standsIn?: boolean;
  /** Device time in ms until which another tab, which led beside it or before, may have requests under way. */
  readonly spareUntil?: number;
}

/** A visible tab asks the hidden one that leads to let it lead. */
export interface HandoverRequestRow {
  readonly key: 'bid';
  readonly id: string;
  readonly tab: string;
}

/** Stands while a logged-out account's database is being deleted: nothing may be saved in it any more. */
export interface LeavingRow {
  readonly key: 'leaving';
}

/** How many commits there have been that a tab must not miss; see `note-writes.ts`. */
export interface ChangesRow {
  readonly key: 'changes';
  readonly n: number;
}

export type MetaRow =
  | OwnerRow
  | ChangesRow
  | LeavingRow
  | CollectionRow
  | DeletionsRow
  | PullRequestRow
  | StatsRequestRow
  | StatsRow
  | EngineRow
  | SyncNowRow
  | LeaseRow
  | HandoverRequestRow
  | CapabilitiesRow
  | FeedRow
  | EvictedRow;

/** The type of the row with this key. */
type RowOf<K extends MetaRow['key'], R = MetaRow> = R extends { readonly key: infer Own }
  ? K extends Own
    ? R
    : never
  : never;

/** All rows of the table, as one moment saw them. */
export class MetaRows {
  readonly #rows: ReadonlyMap<string, MetaRow>;

  constructor(rows: readonly MetaRow[]) {
    this.#rows = new Map(rows.map((row) => [row.key, row]));
  }

  get<K extends MetaRow['key']>(key: K): RowOf<K> | undefined {
    return this.#rows.get(key) as RowOf<K> | undefined;
  }
}

/** Reads the whole table: it has a few rows, and one read takes the time of one `get`. */
export async function readMeta(tx: Tx): Promise<MetaRows> {
  return new MetaRows(await tx.table<MetaRow, string>('meta').toArray());
}

const BLANK_COLLECTION: Omit<CollectionRow, 'key'> = {
  generation: 0,
  orderBy: null,
  firstSeen: 0,
  removed: [],
  restUntil: 0,
  pulledAt: null,
  complete: false,
  error: null,
  absence: null,
};

/** The collection's row, or a blank one where nothing was ever pulled. */
export async function readCollection(tx: Tx, resource: ResourceName): Promise<CollectionRow> {
  const key = `collection:${resource}` as const;
  return { key, ...BLANK_COLLECTION, ...(await readRow(tx, key)) };
}

export async function readRow<K extends MetaRow['key']>(tx: Tx, key: K): Promise<RowOf<K> | undefined> {
  return (await tx.table<MetaRow, string>('meta').get(key)) as RowOf<K> | undefined;
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

/** The same, of a collection that is still to be read. */
export async function wantWholePull(tx: Tx, resource: ResourceName): Promise<void> {
  await writeMeta(tx, notWhole(await readCollection(tx, resource)));
}

export async function writeMeta(tx: Tx, row: MetaRow): Promise<void> {
  await tx.table<MetaRow, string>('meta').put(row);
}
