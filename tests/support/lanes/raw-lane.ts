import { mutationsOf, outboxTable } from '../../../src/db/mirror-and-outbox.ts';
import { mirrorTable, type Tx } from '../../../src/db/tables.ts';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { folded, type MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Mutation, NewMutation } from '../../../src/outbox/mutation.ts';

/** Puts a mutation into the outbox as it is, for a test to begin with, and answers its place. */
export async function appendMutation(tx: Tx, mutation: NewMutation): Promise<number> {
  return outboxTable(tx).add(mutation);
}

/** Writes over a mutation that is in the outbox. */
export async function changeMutation(tx: Tx, mutation: Mutation, change: Partial<Mutation>): Promise<void> {
  await outboxTable(tx).put({ ...mutation, ...change });
}

/** Takes a mutation out of the outbox, without a word. */
export async function removeMutation(tx: Tx, { seq }: Mutation): Promise<void> {
  await outboxTable(tx).delete(seq);
}

/** Writes a record as its open mutations make it. */
export async function refold(tx: Tx, resource: ResourceName, record: MirrorRecord): Promise<void> {
  await mirrorTable(tx, resource).put(folded(record, await mutationsOf(tx, resource, record.localId)));
}
