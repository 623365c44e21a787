import type { Tx } from '../../../src/db/app-database.ts';
import type { JournalEntry, Outcome } from '../../../src/db/journal.ts';
import { finishMutation as finish } from '../../../src/db/outbox.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { countCell } from './counter.ts';

/** Stands in for src/db/outbox.ts when a simulation is bundled: what leaves it is counted. */
export * from '../../../src/db/outbox.ts';

export async function finishMutation(
  tx: Tx,
  mutation: Mutation,
  outcome: Exclude<Outcome, 'decided'>,
  at: number,
  theirs?: JournalEntry['theirs'],
): Promise<void> {
  if (outcome !== 'replaced') countCell(mutation, outcome);
  await finish(tx, mutation, outcome, at, theirs);
}
