import { isDocument } from '../domain/attachment.ts';
import { type FieldChange, type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { dependenciesOf } from './dependencies.ts';
import type { LaneDraft } from './lane.ts';
import type { Intent, SavedEvent } from './lane-event.ts';
import { basesOf, settledTexts, theirsIn } from './merge/conflict.ts';
import { mergeBaseOf } from './merge/merge.ts';
import { mergeChange, rebased } from './merge/merge-fields.ts';
import { newLocalRecord } from './mirror-record.ts';
import {
  isUnderWay,
  isUnsent,
  isWatched,
  MUTATION_SCHEMA,
  type Mutation,
  type NewMutation,
  neverSent,
  surelyRefused,
  takenIn,
  UNPLACED,
  UNSENT,
} from './mutation.ts';
import { UNDO_MS } from './retry-policy.ts';
import { withFewerUndos } from './undone.ts';

export function saved(draft: LaneDraft, { id, intent, along }: SavedEvent): void {
  const { record, resource, localId, env } = draft;
  const { kind } = intent;
  if (kind === 'delete' && (isKnownGone(draft.open) || isReleased(draft))) return cancelAll(draft);
  const last = draft.open.at(-1);
  const earlier = last && intent.decides ? decidedOver(last, record?.server) : last;
  const merged = earlier
    ? coalesce({ ...earlier, watched: isWatched(earlier, env.now) }, intent)
    : ({ do: 'append' } as const);
  const mutation = newMutation(draft, id, intent);
  if (merged.do === 'annihilate' && earlier) draft.finish(earlier, 'cancelled');
  else if (merged.do === 'replace' && earlier && last) {
    const deps = dependenciesOf(resource, merged, record);
    if (leavesOpen(earlier, intent)) {
      // The conflict stays open. A late answer must not confirm the values added here.
      const tookIn = takenIn(earlier, { id });
      draft.change(earlier, { fields: merged.fields, deps, attemptId: null, undo: null, tookIn });
      return;
    }
    draft.journal(earlier, intent.decides ? 'decided' : 'replaced', theirsIn(earlier));
    const { state: _, ...unsent } = mutation;
    const replaced = {
      ...unsent,
      kind: merged.kind,
      idempotencyKey: merged.kind === 'create' ? earlier.idempotencyKey : null,
      fields: {
        ...merged.fields,
        ...editedTexts(last, merged.fields, intent.decides ? record?.server : null),
      },
      ...(merged.kind === 'create' ? sentAs(earlier) : {}),
      ...(earlier.generated ? { generated: earlier.generated } : {}),
      deps,
      readFirst: earlier.readFirst || earlier.kind === 'delete',
      tookIn: takenIn({}, earlier),
      undo: along && { before: withFewerUndos(last), along, mergeBase: mergeBaseOf(last, { kind, record }) },
    };
    if (earlier.state === 'parked') draft.move(earlier, 'retried', replaced);
    else draft.change(earlier, replaced);
  } else if (kind !== 'update' || Object.keys(intent.fields).length > 0) {
    draft.append({ ...mutation, undo: along && { before: null, along, mergeBase: null } });
    if (!record) draft.setRecord(newLocalRecord(localId, { seq: UNPLACED, now: draft.env.now }));
  }
}

/** Removes a record that the server does not have, with all its changes. None of them may be under way. */
export function cancelAll(draft: LaneDraft): void {
  for (const mutation of draft.open) draft.finish(mutation, 'cancelled');
  const { record } = draft;
  if (record?.server) draft.note({ note: 'readWhole', besideFeed: false });
  if (record) draft.setRecord({ ...record, server: null });
}

/** A conflict is decided by a person who saw both sides, not by the next edit. */
function leavesOpen({ kind, refusal }: Mutation, intent: Intent): boolean {
  const areUpdates = kind === 'update' && intent.kind === 'update';
  return areUpdates && intent.decides !== true && refusal?.reason === 'conflict';
}

/** Returns true if the server said the record is gone and no change is under way: a deletion then needs no request. */
function isKnownGone(open: readonly Mutation[]): boolean {
  const [first] = open;
  const isGone = first?.state === 'parked' && first.refusal.reason === 'deletedOnServer';
  return isGone && !open.some(isUnderWay);
}

/**
 * A document is deleted only once a person has saved it elsewhere, and only if no server can have it. A change in a file
 * with unsent work would hold the deletion back for good, on a server that keeps no documents.
 */
function isReleased({ record, open }: LaneDraft): boolean {
  return isDocument(record?.view) && record?.serverId === undefined && !open.some(isUnderWay);
}

/** Makes the server's values the bases of a conflicting change, because this save replaces them. */
function decidedOver(conflicting: Mutation, server: Fields | null | undefined): Mutation {
  return server && conflicting.refusal?.conflict
    ? {
        ...conflicting,
        fields: rebased(conflicting.fields, basesOf(server, conflicting)),
      }
    : conflicting;
}

/** Merges edited texts with the server's, because forms hide facts: the edited text alone would drop the server's. */
function editedTexts(
  { resource, fields: mine, refusal }: Mutation,
  edited: FieldChanges,
  server: Fields | null | undefined,
): FieldChanges {
  if (!server) return {};
  const over = Object.entries(mine).flatMap(([field, { base }]) => {
    const change = edited[field];
    return change ? [[field, { base, value: change.value }] as const] : [];
  });
  return settledTexts({ resource, fields: Object.fromEntries(over), refusal }, server, 'mine');
}

function newMutation({ env, record, resource, localId }: LaneDraft, id: string, intent: Intent): NewMutation {
  const { kind, fields, generated, watched, held = false, undoes = false, mergeBase, attachments } = intent;
  const isDeletion = kind === 'delete';
  return {
    id,
    owner: env.account,
    schema: MUTATION_SCHEMA,
    resource,
    localId,
    kind,
    idempotencyKey: kind === 'create' ? localId : null,
    expectedVersion: (isDeletion ? record?.version : undefined) ?? null,
    ...(attachments === undefined ? {} : { attachments: attachments.length, attachmentSet: attachments }),
    acceptedAt: env.now,
    fields,
    ...(generated ? { generated } : {}),
    deps: dependenciesOf(resource, intent, record),
    ...UNSENT,
    ...(isDeletion || held ? { nextAt: env.now + UNDO_MS } : {}),
    // A server with versions refuses a stale change itself.
    readFirst: undoes && record?.version === undefined,
    ...(mergeBase ? { mergeBase } : {}),
    watched,
  };
}

type Earlier = Pick<
  Mutation,
  'kind' | 'fields' | 'state' | 'firstSentAt' | 'watched' | 'refusal' | 'sentWithKey' | 'probe' | 'inFile'
>;
type Later = Pick<Mutation, 'kind' | 'fields' | 'watched'>;

export type Coalesced =
  | { readonly do: 'append' }
  | { readonly do: 'replace'; readonly kind: Mutation['kind']; readonly fields: FieldChanges }
  /** Neither is ever sent. */
  | { readonly do: 'annihilate' };

const APPENDED = { do: 'append' } as const;

/**
 * Decides whether a save changes the mutation before it. That mutation may change only if it was never sent, or was
 * surely refused; others may be on the server. A parked deletion may change too: the app reads the record before it
 * sends the change that replaces the deletion.
 */
export function coalesce(earlier: Earlier, later: Later): Coalesced {
  const setAside = surelyRefused(earlier) || (earlier.kind === 'delete' && earlier.state === 'parked');
  const free = (neverSent(earlier) && !earlier.watched) || setAside;
  if (!free || (later.watched && !setAside)) return APPENDED;
  if (earlier.kind === 'delete') {
    return setAside ? { do: 'replace', kind: later.kind, fields: later.fields } : APPENDED;
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

/** Returns the values that were sent first, here or by another device from a file. An edited create keeps them. */
export function sentAs({
  kind,
  attemptId,
  fields,
  firstSentFields,
  inFile,
}: Pick<Mutation, 'kind' | 'attemptId' | 'fields' | 'firstSentFields' | 'inFile'>): Pick<
  Mutation,
  'firstSentFields'
> {
  if (firstSentFields) return { firstSentFields };
  if (kind !== 'create' || (attemptId === null && inFile === undefined)) return {};
  return { firstSentFields: valuesOf(fields) };
}

/** Merges later changes into a parked one, so that a person decides once. */
export function settleParked(draft: LaneDraft, parked: Mutation): void {
  absorbLater(draft, parked);
  widenConflict(draft, parked);
  draft.noteKeptOut(parked);
}

function absorbLater(draft: LaneDraft, refused: Mutation): void {
  const [head, later] = draft.open;
  if (head?.id !== refused.id || !surelyRefused(head) || !later) return;
  // A later change that may have been sent stays as it is.
  const merged = isUnsent(later) ? coalesce(head, { ...later, watched: false }) : APPENDED;
  if (merged.do === 'append') return;
  draft.finish(later, 'replaced');
  if (merged.do === 'annihilate') return draft.finish(head, 'cancelled');
  draft.change(head, {
    kind: merged.kind,
    fields: merged.fields,
    ...(merged.kind === 'create' ? sentAs(head) : {}),
    deps: merged.kind === 'delete' ? later.deps : dependenciesOf(head.resource, merged, null),
    ...(later.attachments === undefined
      ? {}
      : { attachments: later.attachments, attachmentSet: later.attachmentSet ?? null }),
    ...(merged.kind === 'update' && !head.mergeBase ? { mergeBase: later.mergeBase ?? null } : {}),
    // A late answer must not confirm the values added here.
    attemptId: null,
    tookIn: takenIn(head, later),
  });
  absorbLater(draft, refused);
}

function widenConflict(draft: LaneDraft, { id }: Mutation): void {
  const [head] = draft.open;
  const conflict = head?.refusal?.conflict;
  if (head?.id !== id || head.kind !== 'update' || !head.refusal || !conflict) return;
  const { conflicts } = mergeChange(draft.env.references, head, conflict);
  const fields = [...new Set([...conflict.fields, ...conflicts])];
  draft.change(head, { refusal: { ...head.refusal, conflict: { ...conflict, fields } } });
}
