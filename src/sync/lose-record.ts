import type { Tx } from '../db/app-database.ts';
import { changeMutation } from '../db/outbox.ts';
import type { Mutation, ServerRefusal } from '../outbox/mutation.ts';
import { confirmIn } from './confirm.ts';
import { moveIn } from './move.ts';

/**
 * What waits for a record has lost it on the server: a deletion has come to its end, anything else waits for a person.
 * @param head the record's first open change, which is not being sent
 */
export async function loseRecord(tx: Tx, head: Mutation, at: number): Promise<void> {
  const refusal: ServerRefusal = { reason: 'deletedOnServer', status: 410, body: null, at };
  if (head.kind === 'delete') await confirmIn(tx, head, null, at);
  else if (head.state === 'queued') await moveIn(tx, head, 'refused', { refusal });
  else await changeMutation(tx, head, { refusal });
}
