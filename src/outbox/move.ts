import { coalesce, sentAs } from './changes.ts';
import { dependenciesOf } from './dependencies.ts';
import { BrokenLaneError } from './lane.ts';
import type { LaneDraft } from './lane-draft.ts';
import { mergeWaiting } from './merge-waiting.ts';
import { type Mutation, neverSent, type ServerRefusal, surelyRefused } from './mutation.ts';
import { type SyncEvent, transition } from './sync-state.ts';

/**
 * Moves a mutation along the transition table, with `change` on top. The only writer of a state.
 * @returns the moved mutation; null where the event changes nothing, or the mutation is not as it was seen
 * @throws BrokenLaneError where the table says that it cannot happen
 */
export function move(
  draft: LaneDraft,
  seen: Mutation,
  event: SyncEvent,
  change: Partial<Omit<Mutation, 'seq' | 'state'>> = {},
): Mutation | null {
  const next = transition(seen, event);
  if (next === 'stays') return null;
  if (typeof next === 'string') throw new BrokenLaneError(`A ${seen.state} ${seen.kind} cannot be ${event}.`);
  const moved = draft.change(seen, {
    ...change,
    state: next.to,
    ...(next.readFirst ? { readFirst: true } : {}),
  });
  if (moved?.state === 'parked' && moved.refusal) {
    takeInLater(draft, moved);
    widenConflict(draft, moved);
    draft.noteKeptOut(moved);
  }
  return moved;
}

/** Sets a mutation aside for a person, with what the server said. */
export function park(draft: LaneDraft, seen: Mutation, refusal: ServerRefusal): void {
  move(draft, seen, 'refused', { refusal });
}

/**
 * Merges what a person changed after a change that a server has now refused into that change: it is one
 * matter to mend, to send again or to drop, and nothing waits behind it unseen.
 */
function takeInLater(draft: LaneDraft, refused: Mutation): void {
  const [head, ...later] = draft.open;
  if (head?.id !== refused.id || !surelyRefused(head)) return;
  let merged: Mutation = head;
  for (const mutation of later) {
    const next = neverSent(mutation)
      ? coalesce(merged, { ...mutation, watched: false })
      : ({ do: 'append' } as const);
    if (next.do === 'append') return;
    draft.finish(mutation, 'replaced');
    if (next.do === 'annihilate') return draft.finish(merged, 'cancelled');
    const change = {
      kind: next.kind,
      fields: next.fields,
      ...(next.kind === 'create' ? sentAs(merged) : {}),
      deps: next.kind === 'delete' ? mutation.deps : dependenciesOf(merged.resource, next, null),
      ...(next.kind === 'update' && !merged.madeOver ? { madeOver: mutation.madeOver ?? null } : {}),
      // A late answer to what was sent before knows nothing of what was added.
      attemptId: null,
    };
    draft.change(merged, change);
    merged = { ...merged, ...change };
  }
}

/** What was changed behind a change in conflict has been taken into it: the question is over all of it. */
function widenConflict(draft: LaneDraft, { id }: Mutation): void {
  const [head] = draft.open;
  const conflict = head?.refusal?.conflict;
  if (head?.id !== id || head.kind !== 'update' || !head.refusal || !conflict) return;
  const { conflicts } = mergeWaiting(draft.env.references, head, conflict);
  const fields = [...new Set([...conflict.fields, ...conflicts])];
  draft.change(head, { refusal: { ...head.refusal, conflict: { ...conflict, fields } } });
}
