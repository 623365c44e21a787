import type { Table, Transaction as Tx } from 'dexie';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';

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
