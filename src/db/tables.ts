import type { Dexie, EntityTable, Table, Transaction } from 'dexie';
import type { StatCounts } from '../domain/dashboard-stats.ts';
import type { Fields, RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { MetaTable } from './meta-rows.ts';
import type { HistoryEntry, JournalEntry } from './past-changes.ts';

type Tables = Record<RecordKind, Table<MirrorRecord, string>> & {
  outbox: EntityTable<Mutation, 'seq'>;
  journal: EntityTable<JournalEntry, 'n'>;
  history: EntityTable<HistoryEntry, 'n'>;
  watches: Table<DuplicateWatch, string>;
  drafts: Table<DraftRow, string>;
  imports: Table<ImportRow, string>;
  settings: Table<SettingRow, string>;
  meta: MetaTable;
};

export type AppDatabase = Dexie & Tables;

/** Functions that take a `Tx` run in their caller's transaction. */
export type Tx = Transaction;

export function mirrorTable(tx: Tx, resource: RecordKind): Table<MirrorRecord, string> {
  return tx.table<MirrorRecord, string>(resource);
}

export function tablesOf(db: AppDatabase, ...resources: readonly RecordKind[]): Table[] {
  const referred = resources.flatMap((resource) => specOf(resource).references.map(({ to }) => to));
  const names = [...new Set([...resources, ...referred])];
  return [...names.map((name) => db[name]), db.outbox, db.journal, db.history, db.watches, db.meta];
}

/** Unsaved, so never sent. */
export interface DraftRow {
  /** Also names the form's lock. */
  readonly id: string;
  readonly resource: ResourceName;
  /** Null for a new record. */
  readonly localId: string | null;
  /** Changes are counted from these values. */
  readonly initial: Fields;
  readonly fields: Fields;
  /** Device time in ms. */
  readonly startedAt: number;
  /** The form showed both sides of a conflict. Saving it decides the conflict. */
  readonly decides: boolean;
  /** Tells apart several drafts of one record, such as visits of two chambers. Forms have none. */
  readonly part?: string;
}

export function draftTable(tx: Tx): Table<DraftRow, string> {
  return tx.table<DraftRow, string>('drafts');
}

/** `query`: the list's URL query when it was left, without the search. */
interface ListSetting {
  readonly key: `list:${ResourceName}`;
  readonly query: string;
}

type FirstDayKey = `firstDay:${'begun' | 'closed' | 'imported' | 'offline'}`;

interface FirstDaySetting {
  readonly key: FirstDayKey;
  readonly at: number;
}

/** The dashboard's figures, as last counted on the day in the key: 'stats:2026-03-05'. Earlier builds skip these rows. */
interface StatsSetting {
  readonly key: `stats:${string}`;
  readonly stats: StatCounts;
}

type SettingRow = ListSetting | FirstDaySetting | StatsSetting;

/** `records/imports/import-rows.ts` has the shapes. Only an import's head has `waiting`, the number of rows left. */
export interface ImportRow {
  readonly id: string;
  readonly waiting?: number;
}
