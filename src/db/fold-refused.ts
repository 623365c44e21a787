import { coalesce, sentAs } from '../outbox/changes.ts';
import { dependenciesOf } from '../outbox/dependencies.ts';
import { type Mutation, neverSent, surelyRefused } from '../outbox/mutation.ts';
import type { Tx } from './app-database.ts';
import { changeMutation, finishMutation, mutationsOf } from './outbox.ts';

/**
 * Merges what a person changed after a change that a server has now refused into that change: it is one
 * matter to mend, to send again or to drop, and nothing waits behind it unseen.
 */
export async function foldIntoRefused(tx: Tx, refused: Mutation, now: number): Promise<void> {
  const [head, ...later] = await mutationsOf(tx, refused.resource, refused.localId);
  if (head?.id !== refused.id || !surelyRefused(head)) return;
  let merged: Mutation = head;
  for (const mutation of later) {
    if (!neverSent(mutation)) return;
    const next = coalesce(merged, { ...mutation, watched: false });
    if (next.do === 'append') return;
    await finishMutation(tx, mutation, 'replaced', now);
    if (next.do === 'annihilate') return finishMutation(tx, merged, 'cancelled', now);
    const changed = await changeMutation(tx, merged, {
      kind: next.kind,
      fields: next.fields,
      ...(next.kind === 'create' ? sentAs(merged) : {}),
      deps: next.kind === 'delete' ? mutation.deps : dependenciesOf(merged.resource, next, null),
      ...(next.kind === 'update' && !merged.madeOver ? { madeOver: mutation.madeOver ?? null } : {}),
      // A late answer to what was sent before knows nothing of what was added.
      attemptId: null,
    });
    if (!changed) return;
    merged = changed;
  }
}
