import { draftTable } from '../db/drafts.ts';
import { changeLane } from '../db/lane-store.ts';
import { findRecord } from '../db/mirror.ts';
import { mutationsOf } from '../db/outbox.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import { changedFields, createdFields } from '../outbox/changes.ts';
import type { Lane } from '../outbox/lane.ts';
import type { FieldChanges, MutationKind, UndoStep } from '../outbox/mutation.ts';
import { undoStepOf } from '../outbox/undone.ts';
import { saveFailureWords } from '../words/save-failures.ts';
import { canBeSentNow } from './can-be-sent-now.ts';
import { dependantsToTake } from './dependants.ts';
import type { RecordServices } from './record-services.ts';
import { NotSavedError, saveTransaction } from './save-transaction.ts';

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

interface Intent {
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
  /** What was typed is kept under this id until it is saved: a crash must not leave both, nor neither. */
  readonly draftId?: string;
}

export interface CreateOptions {
  /** A dialog wants to wait for the outcome. */
  readonly watch: boolean;
  /** The draft that this saves: it goes in the same transaction. */
  readonly draftId?: string;
  /** The blank record that the person began with: what the app made up in it may be made up anew. */
  readonly initial?: Fields;
}

/**
 * Saves a new record. When this resolves, record and mutation are on the disk in one transaction: a
 * crash before leaves neither, a crash after leaves both.
 */
export async function createRecord(
  services: RecordServices,
  resource: ResourceName,
  draft: Fields,
  { initial = {}, ...how }: CreateOptions,
): Promise<SaveReceipt> {
  return accept(services, { ...creation(services, resource, { draft, initial }), ...how });
}

/** Saves new records in the caller's transaction, in their order: each is a change of its own, as if it was typed. */
export async function createRecordsIn(
  tx: Tx,
  services: RecordServices,
  { resource, drafts }: { readonly resource: ResourceName; readonly drafts: readonly Fields[] },
): Promise<void> {
  // Side by side, so that the disk is not waited for once for each: requests of a transaction keep their order.
  await Promise.all(
    drafts.map(async (draft) => {
      const intent = creation(services, resource, { draft, initial: {} });
      await acceptIn(tx, services, { ...intent, watch: false });
    }),
  );
}

function creation(
  { clock, random }: RecordServices,
  resource: ResourceName,
  { draft, initial }: { readonly draft: Fields; readonly initial: Fields },
) {
  const kept = generatedBy(resource).filter((field) => initial[field] === draft[field]);
  return {
    resource,
    localId: uuidv7(clock.now(), random),
    kind: 'create',
    fields: createdFields(draft),
    generated: Object.fromEntries(kept.map((field) => [field, draft[field] ?? null])),
  } as const;
}

/** Fields that a blank record of this kind comes with, different every time. */
function generatedBy(resource: ResourceName): string[] {
  const spec = specOf(resource);
  const one = spec.blank({ now: 0, random: 0 });
  const other = spec.blank({ now: 1, random: 0.5 });
  return spec.fields.filter((field) => one[field] !== other[field]);
}

/**
 * Saves what a person changed in a record.
 * @param edit `initial` is the record as the person saw it when they began, `draft` as they left it; `decides` where
 * both sides of a conflict stood before them; `draftId` is the draft that this saves, which goes in the same transaction.
 * @throws RecordGoneError when the record was deleted meanwhile
 */
export async function updateRecord(
  services: RecordServices,
  resource: ResourceName,
  localId: string,
  edit: {
    readonly initial: Fields;
    readonly draft: Fields;
    readonly watch: boolean;
    readonly decides?: boolean;
    readonly draftId?: string;
  },
): Promise<SaveReceipt> {
  const { initial, draft, ...how } = edit;
  return accept(services, {
    resource,
    localId,
    kind: 'update',
    fields: changedFields(initial, draft),
    ...how,
  });
}

/**
 * Saves a change to a record as the device holds it at that moment: what another tab has just saved is in it. For changes
 * that are made without seeing the whole record in a form.
 * @param edit `change` makes the new fields of the present ones; `draftId` is the draft that this saves, which goes in the
 * same transaction.
 * @throws RecordGoneError when the record was deleted meanwhile
 */
export async function editRecord(
  services: RecordServices,
  resource: ResourceName,
  localId: string,
  edit: {
    readonly change: (fields: Fields) => Fields;
    readonly draftId?: string | undefined;
    /** What else is written in the same transaction. */
    readonly along?: (tx: Tx) => Promise<void>;
  },
): Promise<SaveReceipt> {
  return transact(services, [resource], async (tx) => {
    const record = await findRecord(tx, resource, localId);
    if (!record?.view) throw new RecordGoneError();
    const fields = changedFields(record.view, edit.change(record.view));
    const isSame = Object.keys(fields).length === 0;
    const intent = { resource, localId, kind: 'update', fields, watch: false } as const;
    const receipt = isSame ? unchanged(record.localId) : await acceptIn(tx, services, intent);
    if (edit.draftId !== undefined) await draftTable(tx).delete(edit.draftId);
    await edit.along?.(tx);
    return receipt;
  });
}

/** A save that had nothing to change: what waits of the record goes on as it is. */
function unchanged(localId: string): SaveReceipt {
  return { localId, mutationId: null, watched: false, undo: null };
}

/**
 * Deletes a record: it leaves every list at once, and the server as soon as it can be told. What waits to be
 * sent and refers to it could not be sent any more and goes with it, in the same transaction: new records are
 * deleted, a reference that was changed to it becomes what it was. Where the server knows that others refer to
 * the record, it may refuse: then all of that stays, and is sent first.
 * @param agreed how many records the person agreed to take along
 * @throws NotSavedError when there are more of them by now: nothing was deleted
 */
export async function deleteRecord(
  services: RecordServices,
  resource: ResourceName,
  localId: string,
  agreed = Number.POSITIVE_INFINITY,
): Promise<SaveReceipt> {
  return transact(services, RESOURCE_NAMES, async (tx) => {
    const dependants = await dependantsToTake(tx, resource, localId);
    // Another tab, or the engine, changed what refers to it since the person was asked.
    if (dependants.length > agreed) throw new NotSavedError(saveFailureWords.dependantsChanged);
    const along: UndoStep[] = [];
    for (const dependant of dependants) {
      const { undo } = await acceptIn(tx, services, { ...dependant, watch: false }, null);
      along.push(...(undo ?? []));
    }
    const intent = { resource, localId, kind: 'delete', fields: {}, watch: false } as const;
    const receipt = await acceptIn(tx, services, intent, along);
    const isWhole = receipt.undo !== null && along.length === dependants.length;
    return { ...receipt, undo: isWhole ? [...(receipt.undo ?? []), ...along] : null };
  });
}

async function accept(services: RecordServices, intent: Intent): Promise<SaveReceipt> {
  const { draftId } = intent;
  return transact(services, [intent.resource], async (tx) => {
    const receipt = await acceptIn(tx, services, intent);
    if (draftId !== undefined) await draftTable(tx).delete(draftId);
    return receipt;
  });
}

async function transact(
  services: RecordServices,
  resources: readonly ResourceName[],
  act: (tx: Tx) => Promise<SaveReceipt>,
): Promise<SaveReceipt> {
  const { strict } = services.db;
  const receipt = await saveTransaction(services, [...tablesOf(strict, ...resources), strict.drafts], act);
  if (receipt.mutationId !== null) services.onSaved();
  return receipt;
}

/**
 * Saves one intent in the caller's transaction.
 * @param along what the same save has changed before; null where this is changed along with another record
 */
async function acceptIn(
  tx: Tx,
  services: RecordServices,
  intent: Intent,
  along: readonly UndoStep[] | null = [],
): Promise<SaveReceipt> {
  const { resource, kind, watch, generated, ...asked } = intent;
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
      fields: asked.fields,
      watched,
      decides: asked.decides === true,
      ...(generated && { generated }),
    },
  } as const;
  const after = await changeLane(tx, services, { lane, event });
  const mutationId = carrierOf(lane, after, id);
  const step = undoStepOf(lane, after, id);
  return { localId, mutationId, watched: watched && mutationId !== null, undo: step && [step] };
}

/** The mutation that carries what was saved: its own, or the last one, which took it in. Null where there is none. */
function carrierOf(before: Lane, after: Lane, id: string): string | null {
  if (after.mutations.some((mutation) => mutation.id === id)) return id;
  const last = after.mutations.at(-1)?.id ?? null;
  return after !== before && last === before.mutations.at(-1)?.id ? last : null;
}
