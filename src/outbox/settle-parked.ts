import { coalesce, sentAs } from './changes.ts';
import { dependenciesOf } from './dependencies.ts';
import type { LaneDraft } from './lane-draft.ts';
import { mergeWaiting } from './merge-waiting.ts';
import { type Mutation, neverSent, surelyRefused } from './mutation.ts';

/** What a refusal makes of the changes behind the refused one. */
export function settleParked(draft: LaneDraft, parked: Mutation): void {
  takeInLater(draft, parked);
  widenConflict(draft, parked);
  draft.noteKeptOut(parked);
}

/**
 * Merges what a person changed after a change that a server has now refused into that change: it is one
 * matter to mend, to send again or to drop, and nothing waits behind it unseen.
 */
function takeInLater(draft: LaneDraft, refused: Mutation): void {
  const [head, later] = draft.open;
  if (head?.id !== refused.id || !surelyRefused(head) || !later) return;
  const merged = neverSent(later) ? coalesce(head, { ...later, watched: false }) : LEFT;
  if (merged.do === 'append') return;
  draft.finish(later, 'replaced');
  if (merged.do === 'annihilate') return draft.finish(head, 'cancelled');
  draft.change(head, {
    kind: merged.kind,
    fields: merged.fields,
    ...(merged.kind === 'create' ? sentAs(head) : {}),
    deps: merged.kind === 'delete' ? later.deps : dependenciesOf(head.resource, merged, null),
    ...(merged.kind === 'update' && !head.mergeBase ? { mergeBase: later.mergeBase ?? null } : {}),
    // A late answer to what was sent before knows nothing of what was added.
    attemptId: null,
  });
  takeInLater(draft, refused);
}

/** What may have been sent stays behind. */
const LEFT = { do: 'append' } as const;

/** What was changed behind a change in conflict has been taken into it: the question is over all of it. */
function widenConflict(draft: LaneDraft, { id }: Mutation): void {
  const [head] = draft.open;
  const conflict = head?.refusal?.conflict;
  if (head?.id !== id || head.kind !== 'update' || !head.refusal || !conflict) return;
  const { conflicts } = mergeWaiting(draft.env.references, head, conflict);
  const fields = [...new Set([...conflict.fields, ...conflicts])];
  draft.change(head, { refusal: { ...head.refusal, conflict: { ...conflict, fields } } });
}
