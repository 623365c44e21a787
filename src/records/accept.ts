import { changeLane } from '../db/lane-store.ts';
import { readRow } from '../db/meta-rows.ts';
import { findRecord, mutationsOf } from '../db/mirror-and-outbox.ts';
import { assertNotLeaving } from '../db/owner.ts';
import type { Tx } from '../db/tables.ts';
import { followingFields } from '../domain/day/job.ts';
import { changedFields, type FieldChange, type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields, RecordKind } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import { rebased } from '../outbox/merge/merge-fields.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation, UndoStep } from '../outbox/mutation.ts';
import { undoStepOf } from '../outbox/undone.ts';
import { saveFailureWords } from '../words/frame.ts';
import type { RecordServices } from './record-services.ts';
import { attachmentsOf } from './referring-records.ts';
import { NotSavedError } from './save-transaction.ts';

export interface SaveReceipt {
  readonly localId: string;
  /** Null if nothing changed. */
  readonly mutationId: string | null;
  /** The dialog is waiting for the server's answer (`watchSave`). */
  readonly watched: boolean;
  /** Null if the save cannot be undone. */
  readonly undo: readonly UndoStep[] | null;
}

/** The record was deleted, here or on the server, while the user worked on it. */
export class RecordGoneError extends NotSavedError {
  override readonly name = 'RecordGoneError';
  constructor() {
    super(saveFailureWords.recordGone);
  }
}

export interface Intent {
  readonly resource: RecordKind;
  readonly localId: string;
  readonly kind: Mutation['kind'];
  readonly fields: FieldChanges;
  /** Values that the app generated and the user kept. */
  readonly generated?: Fields;
  /** A dialog waits for the outcome. */
  readonly watch: boolean;
  /** The save resolves a conflict of which the user has seen both sides. */
  readonly decides?: boolean;
  /** See `SavedEvent`. */
  readonly held?: boolean;
  readonly undoes?: boolean;
  readonly mergeBase?: Fields | undefined;
  /** The save removes this draft in the same transaction. */
  readonly draftId?: string;
  /** The local ids of the attachments that a question about a deletion showed. Absent without a question. */
  readonly attachments?: readonly string[];
}

/** @param along undo steps for other records of the same save; null in those records' own calls */
export async function acceptIn(
  tx: Tx,
  services: RecordServices,
  intent: Intent,
  along: readonly UndoStep[] | null = [],
): Promise<SaveReceipt> {
  const { resource, kind, watch, generated, decides = false, held = false, undoes = false } = intent;
  const { mergeBase } = intent;
  await assertNotLeaving(tx);
  const record = kind === 'create' ? undefined : await findRecord(tx, resource, intent.localId);
  if (kind !== 'create' && !record?.view) throw new RecordGoneError();
  // The record may have been merged into another since the form opened.
  const localId = record?.localId ?? intent.localId;
  const mutations = kind === 'create' ? [] : await mutationsOf(tx, resource, localId);
  const lane = { resource, localId, record, mutations };
  const now = services.clock.now();
  const watched = watch && (await canBeSentNow(tx, intent, { earlier: mutations, now }));
  const id = uuidv7(now, services.random);
  const event = {
    type: 'saved',
    id,
    along,
    intent: {
      kind,
      fields: record?.view && kind === 'update' ? updated(intent, record.view) : intent.fields,
      watched,
      decides,
      // Undo is offered only while the page is in view.
      held: held && services.page.isVisible(),
      undoes,
      mergeBase,
      attachments: await attachmentsToLose(tx, intent, record),
      ...(generated && { generated }),
    },
  } as const;
  const after = await changeLane(tx, services, { lane, event });
  const mutationId = carrierOf(lane, after, id);
  const step = undoStepOf(lane, after, event);
  return { localId, mutationId, watched: watched && mutationId !== null, undo: step && [step] };
}

/** Not those that the user has not seen, nor those that were deleted before the record and may be replaced by others. */
async function attachmentsToLose(
  tx: Tx,
  { resource, kind, attachments }: Intent,
  record: MirrorRecord | undefined,
): Promise<readonly string[] | undefined> {
  if (kind !== 'delete' || resource === 'attachments' || !record) return undefined;
  const here = await attachmentsOf(tx, resource, record).primaryKeys();
  return attachments ? here.filter((localId) => attachments.includes(localId)) : here;
}

function updated(intent: Intent, view: Fields): FieldChanges {
  const { resource, fields, decides, undoes } = intent;
  return withFollowing({ resource, fields: decides || undoes ? fields : overNewerTexts(intent, view) }, view);
}

/**
 * Keeps facts that another tab or a pull has added to a text, because forms hide facts. In a clash, the typed text
 * wins.
 */
function overNewerTexts(
  { resource, fields }: Pick<Intent, 'resource' | 'fields'>,
  view: Fields,
): FieldChanges {
  const { texts } = specOf(resource);
  const newer = Object.entries(view).filter(([field]) => texts.includes(field));
  return rebased(fields, Object.fromEntries(newer), texts);
}

function withFollowing(
  { resource, fields }: Pick<Intent, 'resource' | 'fields'>,
  view: Fields,
): FieldChanges {
  const wanted = { ...view, ...valuesOf(fields) };
  const following = changedFields(wanted, followingFields(resource, Object.keys(fields), wanted));
  const bases = Object.entries(following).map(([field, { base, value }]): [string, FieldChange] => [
    field,
    { base: fields[field]?.base ?? base, value },
  ]);
  return { ...fields, ...Object.fromEntries(bases) };
}

/** Returns the save's own mutation, or the earlier one that absorbed it. */
function carrierOf(before: Lane, after: Lane, id: string): string | null {
  if (after.mutations.some((mutation) => mutation.id === id)) return id;
  const last = after.mutations.at(-1)?.id ?? null;
  return after !== before && last === before.mutations.at(-1)?.id ? last : null;
}

/**
 * Returns true if the engine is running, the record's other open changes were rejected, and all references are on the
 * server.
 */
async function canBeSentNow(
  tx: Tx,
  change: { readonly resource: RecordKind; readonly fields: FieldChanges },
  { earlier, now }: { readonly earlier: readonly Mutation[]; readonly now: number },
): Promise<boolean> {
  const engine = await readRow(tx, 'engine');
  if (!engine || engine.reasons.length > 0 || engine.resumeAt > now) return false;
  for (const { field, to } of specOf(change.resource).references) {
    const id = change.fields[field]?.value;
    if (id && (await findRecord(tx, to, String(id)))?.serverId === undefined) return false;
  }
  return earlier.every((mutation) => mutation.state === 'parked' && mutation.refusal?.reason === 'rejected');
}
