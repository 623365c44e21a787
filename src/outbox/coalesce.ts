import { type FieldChange, type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import { dependenciesOf } from './dependencies.ts';
import type { LaneDraft } from './lane-draft.ts';
import { mergeChange } from './merge/merge-fields.ts';
import { type Mutation, neverSent, surelyRefused } from './mutation.ts';

type Earlier = Pick<
  Mutation,
  'kind' | 'fields' | 'state' | 'firstSentAt' | 'watched' | 'refusal' | 'sentWithKey' | 'probe'
>;
type Later = Pick<Mutation, 'kind' | 'fields' | 'watched'>;

export type Coalesced =
  | { readonly do: 'append' }
  | { readonly do: 'replace'; readonly kind: Mutation['kind']; readonly fields: FieldChanges }
  /** Neither is ever sent. */
  | { readonly do: 'annihilate' };

/**
 * Only what was never sent, or was surely refused, may change: anything else may be on the server. A parked deletion
 * may change too: the record is read before its replacement is sent.
 */
export function coalesce(earlier: Earlier, later: Later): Coalesced {
  const setAside = surelyRefused(earlier) || (earlier.kind === 'delete' && earlier.state === 'parked');
  const free = (neverSent(earlier) && !earlier.watched) || setAside;
  if (!free || (later.watched && !setAside)) return { do: 'append' };
  if (earlier.kind === 'delete') {
    return setAside ? { do: 'replace', kind: later.kind, fields: later.fields } : { do: 'append' };
  }
  if (later.kind === 'delete') {
    return earlier.kind === 'create' ? { do: 'annihilate' } : { do: 'replace', kind: 'delete', fields: {} };
  }
  const fields = union(earlier, later.fields);
  if (earlier.kind === 'update' && Object.keys(fields).length === 0) return { do: 'annihilate' };
  return { do: 'replace', kind: earlier.kind, fields };
}

function union(earlier: Earlier, later: FieldChanges): FieldChanges {
  const fields: Record<string, FieldChange> = { ...earlier.fields };
  for (const [field, change] of Object.entries(later)) {
    const first = fields[field];
    const base = first ? first.base : change.base;
    if (earlier.kind === 'update' && base === change.value) delete fields[field];
    else fields[field] = { base, value: change.value };
  }
  return fields;
}

/** Returns what a changed create keeps of an earlier attempt. */
export function sentAs({
  kind,
  attemptId,
  fields,
  firstSentFields,
}: Pick<Mutation, 'kind' | 'attemptId' | 'fields' | 'firstSentFields'>): Pick<Mutation, 'firstSentFields'> {
  if (firstSentFields) return { firstSentFields };
  if (kind !== 'create' || attemptId === null) return {};
  return { firstSentFields: valuesOf(fields) };
}

/** Merges the changes behind it: one matter for a person. */
export function settleParked(draft: LaneDraft, parked: Mutation): void {
  absorbLater(draft, parked);
  widenConflict(draft, parked);
  draft.noteKeptOut(parked);
}

function absorbLater(draft: LaneDraft, refused: Mutation): void {
  const [head, later] = draft.open;
  if (head?.id !== refused.id || !surelyRefused(head) || !later) return;
  // A value that may have been sent is kept.
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
    // A late answer must not confirm what was added.
    attemptId: null,
  });
  absorbLater(draft, refused);
}

const LEFT = { do: 'append' } as const;

function widenConflict(draft: LaneDraft, { id }: Mutation): void {
  const [head] = draft.open;
  const conflict = head?.refusal?.conflict;
  if (head?.id !== id || head.kind !== 'update' || !head.refusal || !conflict) return;
  const { conflicts } = mergeChange(draft.env.references, head, conflict);
  const fields = [...new Set([...conflict.fields, ...conflicts])];
  draft.change(head, { refusal: { ...head.refusal, conflict: { ...conflict, fields } } });
}
