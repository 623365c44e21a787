import type { FieldValue, ResourceName } from '../domain/resource-spec.ts';
import type { FieldChanges, Mutation, MutationKind } from '../outbox/mutation.ts';
import type { Tx } from './app-database.ts';

/**
 * How a mutation left the outbox; there is no other way out. `decided` alone does not end one: a person kept
 * theirs over the server's after a conflict, and it goes on.
 */
export type Outcome = 'confirmed' | 'cancelled' | 'replaced' | 'decided';

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

/** Notes a finished mutation and forgets all but the last 500. */
export async function writeJournal(
  tx: Tx,
  mutation: Mutation,
  outcome: Outcome,
  at: number,
  theirs: JournalEntry['theirs'] = {},
): Promise<void> {
  const journal = tx.table<Omit<JournalEntry, 'n'> & { n?: number }, number>('journal');
  const n = await journal.add({
    mutationId: mutation.id,
    resource: mutation.resource,
    localId: mutation.localId,
    kind: mutation.kind,
    outcome,
    fields: mutation.fields,
    theirs,
    at,
  });
  if (n % 50 === 0)
    await journal
      .where('n')
      .belowOrEqual(n - KEPT)
      .delete();
}

/** What the server held in the fields of a conflict. */
export function theirsIn({ refusal }: Pick<Mutation, 'refusal'>): JournalEntry['theirs'] {
  const { fields = [], theirs = {} } = refusal?.conflict ?? {};
  return Object.fromEntries(fields.map((field) => [field, theirs[field] ?? null]));
}
