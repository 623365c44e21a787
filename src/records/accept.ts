import { changeLane } from '../db/lane-store.ts';
import { readRow } from '../db/meta-rows.ts';
import { findRecord } from '../db/mirror.ts';
import { mutationsOf } from '../db/outbox.ts';
import { assertNotLeaving } from '../db/owner.ts';
import type { Tx } from '../db/tables.ts';
import { followingFields } from '../domain/day/following-fields.ts';
import { changedFields, type FieldChange, type FieldChanges, valuesOf } from '../domain/field-changes.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import { rebased } from '../outbox/merge/merge-fields.ts';
import type { Mutation, MutationKind, UndoStep } from '../outbox/mutation.ts';
import { undoStepOf } from '../outbox/undone.ts';
import { saveFailureWords } from '../words/frame.ts';
import type { RecordServices } from './record-services.ts';
import { NotSavedError } from './save-transaction.ts';

/** What a person's save became. */
export interface SaveReceipt {
  readonly localId: string;
  /** The mutation that now carries the change; null when there was nothing to change. */
  readonly mutationId: string | null;
  /** True when an answer may come soon enough for a dialog to wait for it (`watchSave`). */
  readonly watched: boolean;
  /** What it changed, for `undoSave`; null where it cannot be taken back. */
  readonly undo: readonly UndoStep[] | null;
}

/** The record was deleted, here or on the server, while a person worked on it. */
export class RecordGoneError extends NotSavedError {
  override readonly name = 'RecordGoneError';
  constructor() {
    super(saveFailureWords.recordGone);
  }
}

export interface Intent {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  readonly fields: FieldChanges;
  /** Values of a new record that the app made up and the person left as they were. */
  readonly generated?: Fields;
  /** A dialog wants to wait for the outcome. */
  readonly watch: boolean;
  /** The person saw what the server has in the fields of a conflict: this decides it. */
  readonly decides?: boolean;
  /** A tap: see `SavedEvent`. */
  readonly held?: boolean;
  /** Takes back what a server may have: see `SavedEvent`. */
  readonly undoes?: boolean;
  readonly mergeBase?: Fields | undefined;
  /** What was typed is kept under this id until it is saved: a crash must not leave both, nor neither. */
  readonly draftId?: string;
}

/**
 * Saves one intent in the caller's transaction.
 * @param along what the same save has changed before; null where this is changed along with another record
 */
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
  // A form that opened on a row may outlive it: a create of ours was found to be the same record since.
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
      ...(generated && { generated }),
    },
  } as const;
  const after = await changeLane(tx, services, { lane, event });
  const mutationId = carrierOf(lane, after, id);
  const step = undoStepOf(lane, after, event);
  return { localId, mutationId, watched: watched && mutationId !== null, undo: step && [step] };
}

/** Returns a person's changes of a record as the device has it now. */
function updated(intent: Intent, view: Fields): FieldChanges {
  const { resource, fields, decides, undoes } = intent;
  return withFollowing({ resource, fields: decides || undoes ? fields : overNewerTexts(intent, view) }, view);
}

/**
 * Returns the changes with their texts merged into those of now. A form shows no facts of a text: another tab, or a pull, may
 * have added some since it was opened. A text that clashes stays as it was typed, which the form has said.
 */
function overNewerTexts(
  { resource, fields }: Pick<Intent, 'resource' | 'fields'>,
  view: Fields,
): FieldChanges {
  const { texts } = specOf(resource);
  const newer = Object.entries(view).filter(([field]) => texts.includes(field));
  return rebased(fields, Object.fromEntries(newer), texts);
}

/** Adds the changes that follow from others in other fields. */
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

/** The mutation that carries what was saved: its own, or the last one, which took it in. Null where there is none. */
function carrierOf(before: Lane, after: Lane, id: string): string | null {
  if (after.mutations.some((mutation) => mutation.id === id)) return id;
  const last = after.mutations.at(-1)?.id ?? null;
  return after !== before && last === before.mutations.at(-1)?.id ? last : null;
}

/**
 * Whether an answer to a change may come at once, so that a dialog does well to wait for it: nothing holds
 * the engine, nothing backs off, no earlier change of the same record is open, and the server has whatever the
 * change refers to.
 * @param earlier the open changes of the same record
 */
async function canBeSentNow(
  tx: Tx,
  change: { readonly resource: ResourceName; readonly fields: FieldChanges },
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
