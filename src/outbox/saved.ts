import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { basesOf, coalesce, rebased, sentAs } from './changes.ts';
import { dependenciesOf } from './dependencies.ts';
import { theirsIn } from './given-up.ts';
import { isUnderWay } from './lane.ts';
import { type LaneDraft, UNPLACED } from './lane-draft.ts';
import type { Intent, SavedEvent } from './lane-event.ts';
import { settledTexts } from './merge-waiting.ts';
import { newLocalRecord } from './mirror-record.ts';
import {
  type FieldChanges,
  isWatched,
  MUTATION_SCHEMA,
  type Mutation,
  type NewMutation,
  UNSENT,
} from './mutation.ts';
import { UNDO_MS } from './retry-policy.ts';
import { mergeBaseOf, withFewerUndos } from './undone.ts';

/** A person saved or deleted the record: it becomes a mutation, or another one takes it in. */
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
      // The question stays, and what was changed beside it goes with its answer. A late answer to what was sent before
      // knows nothing of what was added.
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

/**
 * Takes a record off the device that no server has, or has any more, with every open change of it, because a
 * person said so. Only where none of them is on its way.
 */
export function cancelAll(draft: LaneDraft): void {
  for (const mutation of draft.open) draft.finish(mutation, 'cancelled');
  const { record } = draft;
  if (record?.server) draft.note({ note: 'readWhole', besideFeed: false });
  if (record) draft.setRecord({ ...record, server: null });
}

/** A conflict is for the person to decide who has seen both sides, not for the next change of the record. */
function leavesOpen({ kind, refusal }: Mutation, intent: Intent): boolean {
  const areUpdates = kind === 'update' && intent.kind === 'update';
  return areUpdates && intent.decides !== true && refusal?.reason === 'conflict';
}

/**
 * The server has said that the record is gone: its deletion leaves nothing to send, and nothing to ask. Not while a change
 * of it is on its way, which tells itself what has become of the record.
 */
function isKnownGone(open: readonly Mutation[]): boolean {
  const [first] = open;
  const isGone = first?.state === 'parked' && first.refusal.reason === 'deletedOnServer';
  return isGone && !open.some(isUnderWay);
}

/** A change that met one of the server's: what the server has now is what it replaces. */
function decidedOver(conflicting: Mutation, server: Mutation['generated'] | null): Mutation {
  return server && conflicting.refusal?.conflict
    ? {
        ...conflicting,
        fields: rebased(conflicting.fields, basesOf(server, conflicting, specOf(conflicting.resource).texts)),
      }
    : conflicting;
}

/** Returns edited texts in conflict, with all that only the server's side changed: the form shows no facts of a text. */
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

/** A mutation that has never been sent, from what a person wants. */
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
    // A server that counts versions refuses by itself what was done over another one.
    readFirst: undoes && record?.version === undefined,
    ...(mergeBase ? { mergeBase } : {}),
    watched,
  };
}
