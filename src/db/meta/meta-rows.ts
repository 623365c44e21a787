import type { PromiseExtended, Table, Transaction as Tx } from 'dexie';
import type { CapabilitiesRow } from './capabilities-row.ts';
import type { ChangesRow } from './changes-row.ts';
import type { CollectionRow } from './collection-row.ts';
import type { DatesRow } from './dates-row.ts';
import type { DeletionsRow } from './deletions-row.ts';
import type { EngineRow } from './engine-row.ts';
import type { EvictedRow } from './evicted-row.ts';
import type { FeedRow } from './feed-row.ts';
import type { HandoverRequestRow, LeaseRow } from './lease-row.ts';
import type { LostEntriesRow } from './lost-entries-row.ts';
import type { LeavingRow, OwnerRow } from './owner-row.ts';
import type { PullRequestRow, StatsRequestRow, SyncNowRow } from './request-rows.ts';
import type { RulesRow } from './rules-row.ts';
import type { SettingsRequestRow, SettingsRow } from './settings-row.ts';
import type { StatsRow } from './stats-row.ts';

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
