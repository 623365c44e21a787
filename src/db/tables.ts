import type { Dexie, EntityTable, Table, Transaction } from 'dexie';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { SettingName } from '../domain/settings.ts';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { MetaTable } from './meta-rows.ts';
import type { HistoryEntry, JournalEntry } from './past-changes.ts';

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

/** What stands in an open form and is not saved: no mutation, never counted, never sent. */
export interface DraftRow {
  /** One for each open form; the name of its lock comes from it. */
  readonly id: string;
  readonly resource: ResourceName;
  /** The record that is edited; null for a new one. */
  readonly localId: string | null;
  /** The fields that the form began with: changes are counted from here. */
  readonly initial: Fields;
  readonly fields: Fields;
  /** Device time in ms at which the form was opened. */
  readonly startedAt: number;
  /** Both sides of a conflict stood before the person: what is saved decides it. */
  readonly decides: boolean;
}

export function draftTable(tx: Tx): Table<DraftRow, string> {
  return tx.table<DraftRow, string>('drafts');
}

/** A setting where earlier builds kept it: see `moveOldSettings`. */
export interface TextSetting {
  readonly key: SettingName;
  readonly value: string;
}

/** How a list was left: the query of its address, without the search. */
export interface ListSetting {
  readonly key: `list:${ResourceName}`;
  readonly query: string;
}

export type FirstDayKey = `firstDay:${'begun' | 'closed' | 'imported' | 'offline'}`;

/** A step of a company's first day that was taken, at this device time in ms. */
interface FirstDaySetting {
  readonly key: FirstDayKey;
  readonly at: number;
}

/** Kept on the device for one account, never sent. */
type SettingRow = TextSetting | ListSetting | FirstDaySetting;

/** How far an import of customers from a file has come. */
export interface ImportHead {
  readonly id: string;
  /** Name of the file. */
  readonly file: string;
  /** Names of the file's columns. */
  readonly header: readonly string[];
  /** Device time in ms. */
  readonly startedAt: number;
  /** Customers that are to be made, and how many of them have been. */
  readonly total: number;
  readonly done: number;
  /** Customers left to make or to undo; 0 once the work is finished. Rows of the table without it are no heads. */
  readonly waiting: number;
  /** Rows of the file that no customer is made of. */
  readonly leftOut: number;
  /** A person stopped it, in any tab. */
  readonly isStopped: boolean;
  /** A person has read what came of it: it is kept for its undo and its rows left out. */
  readonly isRead?: boolean;
  /** A person undoes it. */
  readonly undo?: ImportUndo;
}

/** Why a customer of an import stays when the import is undone. */
export type KeptBecause = 'changed' | 'referred' | 'asked';

/** The progress of the undo of an import. */
export interface ImportUndo {
  /** The customers looked at so far, and those of them that are gone. */
  readonly seen: number;
  readonly removed: number;
  /** The customers that stay, counted by reason, and the local ids of the first. */
  readonly kept: Readonly<Record<KeptBecause, number>>;
  readonly keptFirst: readonly string[];
}

/** A customer that an import has made, and the change that made it. */
export interface MadeCustomer {
  readonly localId: string;
  readonly mutationId: string;
}

/** The customers that one transaction made, under the id of the head and the place of the first. */
export interface MadePart {
  readonly id: string;
  readonly made: readonly MadeCustomer[];
}

/** Customers that one transaction makes, under the id of their head and the place of the first. */
export interface ImportPart {
  readonly id: string;
  readonly customers: readonly Fields[];
}

/** Rows of the file that were left out, each with the reason in its last cell. */
export interface LeftOutPart {
  readonly id: string;
  readonly lines: readonly (readonly string[])[];
}

/** The deletions that the undo of an import has left to send, by the places in the outbox that they were given. */
export interface UndoDeletions {
  readonly id: string;
  /** Name of the file. */
  readonly file: string;
  /** The first and the last place of each part. */
  readonly places: readonly (readonly [first: number, last: number])[];
}

export type ImportTableRow = ImportHead | ImportPart | MadePart | LeftOutPart | UndoDeletions;

export function importTable(tx: Tx): Table<ImportTableRow, string> {
  return tx.table<ImportTableRow, string>('imports');
}

/** All imports of which this device still has something. */
export async function allImports(tx: Tx): Promise<ImportHead[]> {
  return (await importTable(tx).where('waiting').aboveOrEqual(0).toArray()) as ImportHead[];
}

/** How many are not finished. */
export async function countUnfinished(tx: Tx): Promise<number> {
  return importTable(tx).where('waiting').above(0).count();
}
