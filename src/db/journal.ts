import type { Transaction as Tx } from 'dexie';
import type { FieldValue, ResourceName } from '../domain/resource-spec.ts';
import { changesText } from '../outbox/changes.ts';
import type { JournalNote } from '../outbox/lane-event.ts';
import { ENTRY_WATCH_MS } from '../outbox/lost-entries.ts';
import type { FieldChanges, MutationKind } from '../outbox/mutation.ts';

/**
 * How a mutation left the outbox; there is no other way out. `decided` alone does not end one: a person kept
 * theirs over the server's after a conflict, and it goes on.
 */
export type Outcome = JournalNote['outcome'];

/** What support may want to know of a change that is finished. */
export interface JournalEntry {
  readonly n: number;
  readonly mutationId: string;
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  readonly outcome: Outcome;
  readonly fields: FieldChanges;
  /**
   * What the server held in the fields of a conflict that a person decided; of a confirmed change, what it made of fields
   * that the person had typed otherwise. Empty where there are none.
   */
  readonly theirs: Readonly<Record<string, FieldValue>>;
  /** Device time in ms. */
  readonly at: number;
}

const KEPT = 500;

/**
 * Notes a finished mutation and forgets all but the last 500. Changes of texts stay for a day: the entry watch reads them,
 * and an import alone may finish thousands.
 * @param at device time in ms
 */
export async function writeJournal(
  tx: Tx,
  { mutation, outcome, theirs }: JournalNote,
  at: number,
): Promise<void> {
  const journal = tx.table<Omit<JournalEntry, 'n'> & { n?: number }, number>('journal');
  const { id: mutationId, resource, localId, kind, fields } = mutation;
  const n = await journal.add({ mutationId, resource, localId, kind, outcome, fields, theirs, at });
  if (n % 50 === 0)
    await journal
      .where('n')
      .belowOrEqual(n - KEPT)
      .filter((entry) => !changesText(entry) || entry.at <= at - ENTRY_WATCH_MS)
      .delete();
}
