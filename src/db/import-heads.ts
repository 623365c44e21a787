import type { Table, Transaction as Tx } from 'dexie';
import type { Fields } from '../domain/resource-spec.ts';

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
