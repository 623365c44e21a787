import { changeMutation } from '../db/outbox.ts';
import type { Mutation } from '../domain/mutation.ts';
import type { SyncContext } from './sync-context.ts';

/** Longer than any dialog watches what it saved, in ms. */
const FORGOTTEN_MS = 10_000;

/** A dialog whose page died watches no more: what it saved may be merged with later changes like any other. */
export async function letGoOfWatched(
  { db, clock }: Pick<SyncContext, 'db' | 'clock'>,
  open: readonly Mutation[],
): Promise<void> {
  const now = clock.now();
  const forgotten = open.filter(
    ({ watched, acceptedAt }) => watched && Math.abs(now - acceptedAt) > FORGOTTEN_MS,
  );
  for (const mutation of forgotten) {
    await db.strict.transaction('rw', db.strict.outbox, (tx) =>
      changeMutation(tx, mutation, { watched: false }),
    );
  }
}
