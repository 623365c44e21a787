import type { Table } from 'dexie';
import type { Tx } from '../../db/tables.ts';
import type { Fields } from '../../domain/resource-spec.ts';

/** The progress of an import of customers from a file. */
export interface ImportHead {
  readonly id: string;
  readonly file: string;
  readonly header: readonly string[];
  /** Device time in ms. */
  readonly startedAt: number;
  /** Customers to create, and customers created. */
  readonly total: number;
  readonly done: number;
  /** Customers left to create or to undo. Only heads have it, and it is indexed. */
  readonly waiting: number;
  /** Count of rows without a customer. */
  readonly leftOut: number;
  readonly isStopped: boolean;
  /** The user has closed it. It stays for its undo. */
  readonly isRead?: boolean;
  readonly undo?: ImportUndo;
}

export type KeptBecause = 'changed' | 'referred' | 'asked';

export interface ImportUndo {
  /** Customers looked at, and customers deleted. */
  readonly seen: number;
  readonly removed: number;
  /** Customers that stay, counted by reason, and the local ids of the first ones. */
  readonly kept: Readonly<Record<KeptBecause, number>>;
  readonly keptFirst: readonly string[];
}

export interface MadeCustomer {
  readonly localId: string;
  readonly mutationId: string;
}

/** Customers that one transaction created; its id has the place of the first. */
export interface MadePart {
  readonly id: string;
  readonly made: readonly MadeCustomer[];
}

/** Customers that one transaction will create; its id has the place of the first. */
export interface ImportPart {
  readonly id: string;
  readonly customers: readonly Fields[];
}

/** The last cell of each line holds the reason. */
export interface LeftOutPart {
  readonly id: string;
  readonly lines: readonly (readonly string[])[];
}

/** Unsent deletions of one undone import, by their places in the outbox. */
export interface UndoDeletions {
  readonly id: string;
  readonly file: string;
  /** First and last place of each part, both inclusive. */
  readonly places: readonly (readonly [first: number, last: number])[];
}

export type ImportTableRow = ImportHead | ImportPart | MadePart | LeftOutPart | UndoDeletions;

export function importTable(tx: Tx): Table<ImportTableRow, string> {
  return tx.table<ImportTableRow, string>('imports');
}

export async function allImports(tx: Tx): Promise<ImportHead[]> {
  return (await importTable(tx).where('waiting').aboveOrEqual(0).toArray()) as ImportHead[];
}

export async function countUnfinished(tx: Tx): Promise<number> {
  return importTable(tx).where('waiting').above(0).count();
}
