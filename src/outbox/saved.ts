import type { FieldChanges } from '../domain/field-changes.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { coalesce, sentAs } from './coalesce.ts';
import { dependenciesOf } from './dependencies.ts';
import { isUnderWay } from './lane.ts';
import { type LaneDraft, UNPLACED } from './lane-draft.ts';
import type { Intent, SavedEvent } from './lane-event.ts';
import { basesOf, settledTexts, theirsIn } from './merge/conflict.ts';
import { mergeBaseOf } from './merge/merge.ts';
import { rebased } from './merge/merge-fields.ts';
import { newLocalRecord } from './mirror-record.ts';
import { isWatched, MUTATION_SCHEMA, type Mutation, type NewMutation, UNSENT } from './mutation.ts';
import { UNDO_MS } from './retry-policy.ts';
import { withFewerUndos } from './undone.ts';

export function saved(draft: LaneDraft, { id, intent, along }: SavedEvent): void {
  const { record, resource, localId, env } = draft;
  const { kind } = intent;
  if (kind === 'delete' && isKnownGone(draft.open)) return cancelAll(draft);
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
      // The question stays. A late answer must not confirm what was added.
      draft.change(earlier, { fields: merged.fields, deps, attemptId: null, undo: null });
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
      undo: along && { before: withFewerUndos(last), along, mergeBase: mergeBaseOf(last, { kind, record }) },
    };
    if (earlier.state === 'parked') draft.move(earlier, 'retried', replaced);
    else draft.change(earlier, replaced);
  } else if (kind !== 'update' || Object.keys(intent.fields).length > 0) {
    draft.append({ ...mutation, undo: along && { before: null, along, mergeBase: null } });
    if (!record) draft.setRecord(newLocalRecord(localId, { seq: UNPLACED, now: draft.env.now }));
  }
}

/** Removes a record that no server has, with its changes. None may be under way. */
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

/** Tells if the server said that the record is gone: a deletion needs no request. */
function isKnownGone(open: readonly Mutation[]): boolean {
  const [first] = open;
  const isGone = first?.state === 'parked' && first.refusal.reason === 'deletedOnServer';
  return isGone && !open.some(isUnderWay);
}

/** Bases a conflicting change on the server's values, which this save overrules. */
function decidedOver(conflicting: Mutation, server: Fields | null | undefined): Mutation {
  return server && conflicting.refusal?.conflict
    ? {
        ...conflicting,
        fields: rebased(conflicting.fields, basesOf(server, conflicting)),
      }
    : conflicting;
}

/** Merges edited texts with the server's: the form shows no facts of a text. */
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
  const { kind, fields, generated, watched, held = false, undoes = false, mergeBase } = intent;
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
    acceptedAt: env.now,
    fields,
    ...(generated ? { generated } : {}),
    deps: dependenciesOf(resource, intent, record),
    ...UNSENT,
    ...(isDeletion || held ? { nextAt: env.now + UNDO_MS } : {}),
    // A server that counts versions refuses a stale change itself.
    readFirst: undoes && record?.version === undefined,
    ...(mergeBase ? { mergeBase } : {}),
    watched,
  };
}
