import type { PromiseExtended, Table, Transaction as Tx } from 'dexie';
import type { PauseReason } from '../domain/answer.ts';
import type { StatCounts } from '../domain/dashboard-stats.ts';
import type { DateForms } from '../domain/plain-date.ts';
import type { RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { AnnouncedRules, ServerRules } from '../domain/server-rules.ts';
import { type CollectionRow, notWhole } from './collection-row.ts';
import type { LostEntry } from './lost-entries.ts';

/** All times in this file are device times in ms. */
export type MetaRow =
  | OwnerRow
  | TakingRow
  | ChangesRow
  | CountedFromRow
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
  | LostEntriesRow
  | FilesRow
  | FilesPauseRow
  | FilesRequestRow
  | SpaceRequestRow
  | PhotosRequestRow
  | SavedDraftsRow
  | NetworkRequestRow;

/** Mutations and tokens must belong to the same account. */
interface OwnerRow {
  readonly key: 'owner';
  readonly account: string;
}

/** Photos of one record that are lost, or are only in the gallery, if the page ends now. */
export interface TakingRow {
  readonly key: `taking:${string}`;
  /** Names the lock that the page holds. */
  readonly page: string;
  readonly resource: ResourceName;
  readonly localId: string;
  /** `camera`: the camera app. `page`: the camera in the app, whose photos are not in the gallery. */
  readonly source: 'camera' | 'gallery' | 'page';
  /** Photos that are taken or chosen, but not kept. Null while the camera app or the gallery is open. */
  readonly count: number | null;
  /** When the page last renewed it. Absent in notes of earlier builds. */
  readonly at?: number;
}

/** Until then, builds before version 8 did not note when a record changed. Absent in a newer database. */
interface CountedFromRow {
  readonly key: 'countedFrom';
  readonly at: number;
}

/** The account's database is being deleted. Nothing may be saved. */
interface LeavingRow {
  readonly key: 'leaving';
}

/** See `noteWrites`. */
export interface ChangesRow {
  readonly key: 'changes';
  readonly n: number;
}

/** Kept until the user has seen that the browser removed the data. */
interface EvictedRow {
  readonly key: 'evicted';
  readonly at: number;
  /** Unsent changes at the last count. */
  readonly lost: number;
  /** Drafts at the last count. Earlier versions did not count them. */
  readonly drafts?: number;
  /** Rows of imports, at the last count, that were not records yet. Earlier versions did not count them. */
  readonly rows?: number;
}

interface CapabilitiesRow {
  readonly key: 'capabilities';
  readonly features: readonly string[];
  readonly rules?: AnnouncedRules;
}

interface FeedRow {
  readonly key: 'feed';
  readonly cursor: string;
  /** Time of the request for the cursor. The feed is used once every collection has been pulled after that time. */
  readonly since: number;
  /** Times of the last complete pulls before `since`, ordered by collection name. */
  readonly before: readonly (number | null)[];
  readonly ready: boolean;
}

/** The leader renews it every few seconds. */
interface LeaseRow {
  readonly key: 'lease';
  readonly tab: string;
  readonly beat: number;
  readonly visible: boolean;
  /** This tab leads without the lock, in place of a silent tab. */
  readonly standsIn?: boolean;
  /** Until this time, an earlier leader may have requests under way. */
  readonly spareUntil?: number;
}

/** A visible tab asks a hidden leader to hand over. */
interface HandoverRequestRow {
  readonly key: 'handoverRequest';
  readonly id: string;
  readonly tab: string;
}

interface EngineRow {
  readonly key: 'engine';
  readonly reasons: readonly PauseReason[];
  /** After a network fault, sending backs off until this time; otherwise 0. */
  readonly resumeAt: number;
  /** The server asked us to wait until this time; otherwise 0. */
  readonly throttledUntil: number;
  /** How far the clock is ahead, in ms; absent if about right or unknown. */
  readonly clockAhead?: number;
  /** With `unreachable`: there is a connection, but the server does not answer. */
  readonly serverSilent?: true;
}

interface PullRequestRow {
  readonly key: `request:${ResourceName}`;
  readonly at: number;
  /** Place among the collections that a screen asks for; absent for the list itself. */
  readonly place?: number;
}

interface StatsRequestRow {
  readonly key: 'request:dashboard';
  readonly at: number;
}

interface SyncNowRow {
  readonly key: 'syncRequested';
  readonly at: number;
}

interface SettingsRow {
  readonly key: 'settings';
  /** 1 if changes are waiting to be sent. */
  readonly waiting: number;
  readonly asks: number;
}

interface SettingsRequestRow {
  readonly key: 'request:settings';
  readonly at: number;
}

interface StatsRow {
  readonly key: 'dashboard';
  readonly answers: number;
  readonly stats: Readonly<Record<ResourceName, StatCounts>> | null;
  readonly error: string | null;
}

/** Kept even after the records that showed these forms are gone. */
interface DatesRow extends DateForms {
  readonly key: `dates:${RecordKind}`;
}

/** Learned from refusals, if the server sends no rules. */
interface RulesRow {
  readonly key: `rules:${RecordKind}`;
  readonly rules: ServerRules;
}

/** How the server treats records that refer to a deleted one. */
export interface DeletionsRow {
  readonly key: `deletions:${RecordKind}`;
  readonly refused: boolean;
  /** Kinds of referring records that the server deleted too. */
  readonly gone: readonly RecordKind[];
  /** At most one record of each kind. */
  readonly watched: readonly Dependent[];
}

export interface Dependent {
  readonly resource: RecordKind;
  readonly localId: string;
  readonly referredTo: readonly string[];
}

/** This device's log entries that server copies lack, until the user answers. */
interface LostEntriesRow {
  readonly key: 'lostEntries';
  readonly entries: readonly LostEntry[];
}

/** Absent on a device that never had a file, so that the engine, which reads all of `meta`, asks no table about files. */
interface FilesRow {
  readonly key: 'files';
  /** Rises when the server may have lost files. What it confirmed before proves nothing. */
  readonly epoch: number;
}

/** Why no file is sent although some wait. The leading tab writes it; absent while files are sent or none waits. */
interface FilesPauseRow {
  readonly key: 'filesPause';
  readonly why: 'serverFull' | 'serverProblem' | 'notOnWifi' | 'whenPressed';
  /** When the next attempt begins. Null if only the user or the network can begin it. */
  readonly until: number | null;
}

/** The network choice has changed. */
interface NetworkRequestRow {
  readonly key: 'request:network';
  readonly at: number;
}

/** A screen asks to free this many bytes before it takes photos. The row is removed after the attempt. */
interface SpaceRequestRow {
  readonly key: 'request:space';
  readonly at: number;
  readonly bytes: number;
  /** `little`: only originals leave that have been stored for a week. `failed`: a save has found the device full. */
  readonly room: 'little' | 'none' | 'failed';
}

/** A person wants the files sent now, over any network. Removed once none waits. */
interface FilesRequestRow {
  readonly key: 'request:files';
  readonly at: number;
}

/** A record whose photos are to be read. */
export interface PhotoWish {
  readonly resource: ResourceName;
  /** Local id, or server id as text. */
  readonly id: string;
  readonly at: number;
  /** A screen shows them. Otherwise they are read if they may have changed. */
  readonly isShown: boolean;
}

/** Removed once all are read. */
interface PhotosRequestRow {
  readonly key: 'request:photos';
  readonly lists: readonly PhotoWish[];
}

/** The last saves of forms, whether a draft was stored or not. */
interface SavedDraftsRow {
  readonly key: 'savedDrafts';
  readonly ids: readonly string[];
}

export type RowOf<K extends MetaRow['key'], R = MetaRow> = R extends { readonly key: infer Own }
  ? K extends Own
    ? R
    : never
  : never;

export type MetaTable = {
  get<K extends MetaRow['key']>(key: K): PromiseExtended<RowOf<K> | undefined>;
  bulkGet<const K extends readonly MetaRow['key'][]>(
    keys: K,
  ): PromiseExtended<{ -readonly [I in keyof K]: RowOf<K[I]> | undefined }>;
} & Table<MetaRow, string>;

export class MetaRows {
  readonly #rows: ReadonlyMap<string, MetaRow>;

  constructor(rows: readonly MetaRow[]) {
    this.#rows = new Map(rows.map((row) => [row.key, row]));
  }

  get<K extends MetaRow['key']>(key: K): RowOf<K> | undefined {
    return this.#rows.get(key) as RowOf<K> | undefined;
  }
}

/** Reading the whole small table is as fast as one `get`. */
export async function readMeta(tx: Tx): Promise<MetaRows> {
  return new MetaRows(await tx.table<MetaRow, string>('meta').toArray());
}

export async function readRow<K extends MetaRow['key']>(tx: Tx, key: K): Promise<RowOf<K> | undefined> {
  return (await tx.table<MetaRow, string>('meta').get(key)) as RowOf<K> | undefined;
}

export async function writeMeta(tx: Tx, row: MetaRow): Promise<void> {
  await tx.table<MetaRow, string>('meta').put(row);
}

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

export async function readCollection(tx: Tx, resource: RecordKind): Promise<CollectionRow> {
  const key = `collection:${resource}` as const;
  return { key, ...BLANK_COLLECTION, ...(await readRow(tx, key)) };
}

export async function wantWholePull(tx: Tx, resource: ResourceName): Promise<void> {
  await writeMeta(tx, notWhole(await readCollection(tx, resource)));
}
