import { findRecord } from '../db/mirror.ts';
import { draftTable, type Tx, tablesOf } from '../db/tables.ts';
import { changedFields, createdFields } from '../domain/field-changes.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import type { UndoStep } from '../outbox/mutation.ts';
import { saveFailureWords } from '../words/frame.ts';
import { acceptIn, type Intent, RecordGoneError, type SaveReceipt } from './accept.ts';
import type { RecordServices } from './record-services.ts';
import { dependantsToTake } from './referring-records.ts';
import { NotSavedError, saveTransaction } from './save-transaction.ts';

export { RecordGoneError, type SaveReceipt };

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
): Promise<readonly SaveReceipt[]> {
  // Side by side, so that the disk is not waited for once for each: requests of a transaction keep their order.
  return Promise.all(
    drafts.map(async (draft) => {
      const intent = creation(services, resource, { draft, initial: {} });
      return acceptIn(tx, services, { ...intent, watch: false });
    }),
  );
}

function creation(
  { clock, random }: RecordServices,
  resource: ResourceName,
  { draft, initial }: { readonly draft: Fields; readonly initial: Fields },
) {
  const kept = generatedBy(resource).filter((field) => initial[field] === draft[field]);
  const saved = specOf(resource).saved(draft, {});
  return {
    resource,
    localId: uuidv7(clock.now(), random),
    kind: 'create',
    fields: createdFields(saved),
    generated: Object.fromEntries(kept.map((field) => [field, draft[field] ?? null])),
  } as const;
}

/** Fields that a blank record of this kind comes with, different every time. */
function generatedBy(resource: ResourceName): string[] {
  return Object.entries(specOf(resource).fields).flatMap(([name, field]) =>
    'generate' in field ? [name] : [],
  );
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
    fields: changedFields(initial, specOf(resource).saved(draft, initial)),
    ...how,
  });
}

/**
 * Saves a change to a record as the device holds it at that moment: what another tab has just saved is in it. For changes
 * that are made without seeing the whole record in a form.
 * @param edit `change` makes the new fields of the present ones; `held` for a tap, which waits for its undo; `draftId` is
 * the draft that this saves, which goes in the same transaction.
 * @throws RecordGoneError when the record was deleted meanwhile
 */
export async function editRecord(
  services: RecordServices,
  resource: ResourceName,
  localId: string,
  edit: {
    readonly change: (fields: Fields) => Fields;
    readonly held?: boolean;
    readonly draftId?: string | undefined;
    /** Writes more in the same transaction. */
    readonly along?: (tx: Tx) => Promise<void>;
  },
): Promise<SaveReceipt> {
  return transact(services, [resource], async (tx) => {
    const record = await findRecord(tx, resource, localId);
    if (!record?.view) throw new RecordGoneError();
    const changed = specOf(resource).saved(edit.change(record.view), record.view);
    const fields = changedFields(record.view, changed);
    const isSame = Object.keys(fields).length === 0;
    const { held = false } = edit;
    const intent = { resource, localId, kind: 'update', fields, watch: false, held } as const;
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
