import type { Dexie, EntityTable, Table, Transaction } from 'dexie';
import type { ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { DuplicateWatch } from '../outbox/duplicate-watch.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { DraftRow } from './drafts.ts';
import type { HistoryEntry } from './history.ts';
import type { ImportTableRow } from './import-heads.ts';
import type { JournalEntry } from './journal.ts';
import type { MetaTable } from './meta/meta-rows.ts';
import type { SettingRow } from './settings.ts';

type Tables = Record<ResourceName, Table<MirrorRecord, string>> & {
  outbox: EntityTable<Mutation, 'seq'>;
  journal: EntityTable<JournalEntry, 'n'>;
  history: EntityTable<HistoryEntry, 'n'>;
  watches: Table<DuplicateWatch, string>;
  drafts: Table<DraftRow, string>;
  imports: Table<ImportTableRow, string>;
  settings: Table<SettingRow, string>;
  meta: MetaTable;
};

export type AppDatabase = Dexie & Tables;

/** An open transaction. Every function of this room takes the one it runs in. */
export type Tx = Transaction;

export function mirrorTable(tx: Tx, resource: ResourceName): Table<MirrorRecord, string> {
  return tx.table<MirrorRecord, string>(resource);
}

/**
 * The tables that a change touches, all in one transaction: the records, those that they refer to, outbox,
 * journal, history, watches and meta.
 */
export function tablesOf(db: AppDatabase, ...resources: readonly ResourceName[]): Table[] {
  const referred = resources.flatMap((resource) => specOf(resource).references.map(({ to }) => to));
  const names = [...new Set([...resources, ...referred])];
  return [...names.map((name) => db[name]), db.outbox, db.journal, db.history, db.watches, db.meta];
}
