import type { Table } from 'dexie';
import type { Tx } from '../../db/tables.ts';
import type { Fields } from '../../domain/resource-spec.ts';

export interface ImportHead {
  readonly id: string;
  readonly file: string;
  readonly header: readonly string[];
  /** Device time in ms. */
  readonly startedAt: number;
  readonly total: number;
  readonly done: number;
  /** Customers left to create or undo. Indexed; only heads have this field. */
  readonly waiting: number;
  readonly leftOut: number;
  readonly isStopped: boolean;
  /** The user has closed the import, which is kept for an undo. */
  readonly isRead?: boolean;
  readonly undo?: ImportUndo;
}

export type KeptBecause = 'changed' | 'referred' | 'asked';

export interface ImportUndo {
  readonly seen: number;
  readonly removed: number;
  /** Number of customers not removed, by reason. `keptFirst` has some of their local ids. */
  readonly kept: Readonly<Record<KeptBecause, number>>;
  readonly keptFirst: readonly string[];
}

export interface MadeCustomer {
  readonly localId: string;
  readonly mutationId: string;
}

/** `id` ends with the position of the first customer. */
export interface MadePart {
  readonly id: string;
  readonly made: readonly MadeCustomer[];
}

/** `id` ends with the position of the first customer. */
export interface ImportPart {
  readonly id: string;
  readonly customers: readonly Fields[];
}

export interface LeftOutPart {
  readonly id: string;
  readonly lines: readonly (readonly string[])[];
}

export interface UndoDeletions {
  readonly id: string;
  readonly file: string;
  /** Both inclusive, for each part. */
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
