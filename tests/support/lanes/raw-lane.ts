import { mutationsOf, outboxTable } from '../../../src/db/mirror-and-outbox.ts';
import { mirrorTable, type Tx } from '../../../src/db/tables.ts';
import type { RecordKind } from '../../../src/domain/resource-spec.ts';
import { folded, type MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Mutation, NewMutation } from '../../../src/outbox/mutation.ts';

/** Adds a mutation to the outbox unchecked, as a test's starting point. Returns its `seq`. */
export async function appendMutation(tx: Tx, mutation: NewMutation): Promise<number> {
  return outboxTable(tx).add(mutation);
}

/** Overwrites a mutation in the outbox. */
export async function changeMutation(tx: Tx, mutation: Mutation, change: Partial<Mutation>): Promise<void> {
  await outboxTable(tx).put({ ...mutation, ...change });
}

/** Removes a mutation from the outbox, without a journal entry. */
export async function removeMutation(tx: Tx, { seq }: Mutation): Promise<void> {
  await outboxTable(tx).delete(seq);
}

/** Stores a record with its view recomputed from the open mutations. */
export async function refold(tx: Tx, resource: RecordKind, record: MirrorRecord): Promise<void> {
  await mirrorTable(tx, resource).put(folded(record, await mutationsOf(tx, resource, record.localId), 0));
}
