import type { PromiseExtended, Table, Transaction as Tx } from 'dexie';
import type { StatCounts } from '../domain/dashboard-stats.ts';
import type { DateForms } from '../domain/date-forms.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { AnnouncedRules, ServerRules } from '../domain/server-rules.ts';
import type { LostEntry } from '../outbox/history.ts';
import { type CollectionRow, notWhole } from './collection-row.ts';

/** All rows of the table `meta`: what a database knows beside its records and changes. */
export type MetaRow =
  | OwnerRow
  | ChangesRow
  | LeavingRow
  | CollectionRow
  | DatesRow
  | DeletionsRow
  | RulesRow
  | PullRequestRow
  | StatsRequestRow
  | StatsRow
  | EngineRow
  | SyncNowRow
  | LeaseRow
  | HandoverRequestRow
  | CapabilitiesRow
  | FeedRow
  | SettingsRow
  | SettingsRequestRow
  | EvictedRow
  | LostEntriesRow;

/** Whose database this is; a mutation's owner and a token's subject must equal its `account`. */
interface OwnerRow {
  readonly key: 'owner';
  readonly account: string;
}

/** Stands while a logged-out account's database is being deleted: nothing may be saved in it any more. */
interface LeavingRow {
  readonly key: 'leaving';
}

/** How many commits there have been that a tab must not miss; see `note-writes.ts`. */
export interface ChangesRow {
  readonly key: 'changes';
  readonly n: number;
}

/** The browser removed this account's data, and the app started over. Stays until a person has seen it. */
export interface EvictedRow {
  readonly key: 'evicted';
  /** Device time in ms at which it was noticed. */
  readonly at: number;
  /** Changes that had not been sent when it was last counted. */
  readonly lost: number;
}

/** What the server announced beyond the plain contract, last time somebody asked who is signed in. */
interface CapabilitiesRow {
  readonly key: 'capabilities';
  readonly features: readonly string[];
  /** Only where it tells its rules. */
  readonly rules?: AnnouncedRules;
}

/** How far the change feed has been followed. */
export interface FeedRow {
  readonly key: 'feed';
  readonly cursor: string;
  /** Device time in ms at which the cursor was asked for: it counts once every collection was read after it. */
  readonly since: number;
  /** Device time in ms of each collection's last complete pull by then, in the order of their names. */
  readonly before: readonly (number | null)[];
  /** Whether every collection has been read completely since. */
  readonly ready: boolean;
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
  /** Whether it leads without the lock, in place of a tab that gives no sign. */
  readonly standsIn?: boolean;
  /** Device time in ms until which another tab, which led beside it or before, may have requests under way. */
  readonly spareUntil?: number;
}

/** A visible tab asks the hidden one that leads to let it lead. */
export interface HandoverRequestRow {
  readonly key: 'handoverRequest';
  readonly id: string;
  readonly tab: string;
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

/** A screen asks for a fresh pull. */
interface PullRequestRow {
  readonly key: `request:${ResourceName}`;
  readonly at: number;
  /** Its place among what one screen asks for, from 0, which is the list on it; absent for 0. */
  readonly place?: number;
}

/** The dashboard asks for the server's figures. */
interface StatsRequestRow {
  readonly key: 'request:dashboard';
  readonly at: number;
}

/** 'Sync now': lifts back-off and reaches for the server at once. */
interface SyncNowRow {
  readonly key: 'syncRequested';
  readonly at: number;
}

/** Counts of the company's settings that the server does not have, for the screens that count waiting changes. */
interface SettingsRow {
  readonly key: 'settings';
  /** 1 where changes of them wait to be sent. */
  readonly waiting: number;
  /** Questions about them that wait for a person. */
  readonly asks: number;
}

/** The settings were changed here, and are to be sent. */
interface SettingsRequestRow {
  readonly key: 'request:settings';
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

/** The server's way to write the dates of a collection. A form that was seen once stays, whatever becomes of its record. */
interface DatesRow extends DateForms {
  readonly key: `dates:${ResourceName}`;
}

/** Keeps the rules that a server has shown by refusals, if it tells none. */
interface RulesRow {
  readonly key: `rules:${ResourceName}`;
  readonly rules: ServerRules;
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

/** A record that referred to one whose deletion the server confirmed. */
export interface Bereft {
  readonly resource: ResourceName;
  readonly localId: string;
  /** Ids under which the deleted one was known. */
  readonly referredTo: readonly string[];
}

/** Log entries of this device's that are missing from the server's copies, until a person has answered. */
interface LostEntriesRow {
  readonly key: 'lostEntries';
  readonly entries: readonly LostEntry[];
}

/** The type of the row with this key. */
type RowOf<K extends MetaRow['key'], R = MetaRow> = R extends { readonly key: infer Own }
  ? K extends Own
    ? R
    : never
  : never;

/** The table, whose keys tell what a row is. */
export type MetaTable = {
  get<K extends MetaRow['key']>(key: K): PromiseExtended<RowOf<K> | undefined>;
  bulkGet<const K extends readonly MetaRow['key'][]>(
    keys: K,
  ): PromiseExtended<{ -readonly [I in keyof K]: RowOf<K[I]> | undefined }>;
} & Table<MetaRow, string>;

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

export async function readRow<K extends MetaRow['key']>(tx: Tx, key: K): Promise<RowOf<K> | undefined> {
  return (await tx.table<MetaRow, string>('meta').get(key)) as RowOf<K> | undefined;
}

export async function writeMeta(tx: Tx, row: MetaRow): Promise<void> {
  await tx.table<MetaRow, string>('meta').put(row);
}

/** The keys of the collections' rows, in the order of their names. */
export const COLLECTION_KEYS = RESOURCE_NAMES.map((name) => `collection:${name}` as const);

const BLANK_COLLECTION: Omit<CollectionRow, 'key'> = {
  generation: 0,
  orderBy: null,
  firstSeen: 0,
  removed: [],
  cooldownUntil: 0,
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

/** The same, of a collection that is still to be read. */
export async function wantWholePull(tx: Tx, resource: ResourceName): Promise<void> {
  await writeMeta(tx, notWhole(await readCollection(tx, resource)));
}
