import { changeLane, laneOfMutation } from '../db/lane-store.ts';
import type { RowOf } from '../db/meta-rows.ts';
import { findRecord } from '../db/mirror-and-outbox.ts';
import { type AppDatabase, type Tx, tablesOf } from '../db/tables.ts';
import { changedFields, createdFields } from '../domain/field-changes.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields, RecordKind } from '../domain/resource-spec.ts';
import { RECORD_KINDS, specOf } from '../domain/resource-specs.ts';
import type { Mutation, UndoStep } from '../outbox/mutation.ts';
import { saveFailureWords } from '../words/frame.ts';
import { acceptIn, type Intent, RecordGoneError, type SaveReceipt } from './accept.ts';
import { endDraft } from './drafts/saved-drafts.ts';
import { observe } from './live-read.ts';
import type { RecordServices } from './record-services.ts';
import { dependantsToTake, isKeptForDocuments } from './referring-records.ts';
import { NotSavedError, saveTransaction } from './save-transaction.ts';

export { RecordGoneError, type SaveReceipt };

interface CreateOptions {
  readonly watch: boolean;
  /** The save removes this draft in the same transaction. */
  readonly draftId?: string;
  /** The form's blank record. Its generated values may be replaced. */
  readonly initial?: Fields;
}

/** Resolves once the record and the mutation are on the disk. A crash before that leaves neither. */
export async function createRecord(
  services: RecordServices,
  resource: RecordKind,
  draft: Fields,
  { initial = {}, ...how }: CreateOptions,
): Promise<SaveReceipt> {
  return accept(services, { ...creation(services, resource, { draft, initial }), ...how });
}

interface Drafts {
  readonly resource: RecordKind;
  readonly drafts: readonly Fields[];
  /** The app made the values of fields that it generates. */
  readonly isGenerated?: boolean;
  /** Sends the changes after their undo period. */
  readonly held?: boolean;
}

/** Creates each record as a separate change. */
export async function createRecordsIn(
  tx: Tx,
  services: RecordServices,
  { resource, drafts, isGenerated = false, held = false }: Drafts,
): Promise<readonly SaveReceipt[]> {
  // In parallel, so that no record waits for the disk. Requests in one transaction keep their order.
  return Promise.all(
    drafts.map(async (draft) => {
      const intent = creation(services, resource, { draft, initial: isGenerated ? draft : {} });
      return acceptIn(tx, services, { ...intent, watch: false, held });
    }),
  );
}

function creation(
  { clock, random }: RecordServices,
  resource: RecordKind,
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

function generatedBy(resource: RecordKind): string[] {
  return Object.entries(specOf(resource).fields).flatMap(([name, field]) =>
    'generate' in field ? [name] : [],
  );
}

/**
 * @param edit `initial`: the record when the form opened; `decides`: the form showed both sides of a conflict
 * @throws RecordGoneError
 */
export async function updateRecord(
  services: RecordServices,
  resource: RecordKind,
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
 * Changes a record outside its form.
 * @param edit `held`: a tap, sent after its undo period
 * @throws RecordGoneError
 */
export async function editRecord(
  services: RecordServices,
  resource: RecordKind,
  localId: string,
  edit: {
    readonly change: (fields: Fields) => Fields;
    readonly held?: boolean;
    readonly draftId?: string | undefined;
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
    if (edit.draftId !== undefined) await endDraft(tx, edit.draftId);
    await edit.along?.(tx);
    return receipt;
  });
}

function unchanged(localId: string): SaveReceipt {
  return { localId, mutationId: null, watched: false, undo: null };
}

/**
 * Deletes a record together with the unsent changes that refer to it: new records are deleted, and changed references
 * change back. If records on the server also refer to it, the server may refuse. Then the unsent changes stay, and are
 * sent before the deletion.
 * @param agreed number of referring records that the user agreed to, and local ids of the attachments in the question
 * @throws NotSavedError if more records refer to it by now, or if a document would be deleted
 */
export async function deleteRecord(
  services: RecordServices,
  resource: RecordKind,
  localId: string,
  agreed: { readonly records?: number; readonly attachments?: readonly string[] } = {},
): Promise<SaveReceipt> {
  const { records = Number.POSITIVE_INFINITY, ...seen } = agreed;
  return transact(services, RECORD_KINDS, async (tx) => {
    const dependants = await dependantsToTake(tx, resource, localId);
    // References have been added since the user was asked.
    if (dependants.length > records) throw new NotSavedError(saveFailureWords.dependantsChanged);
    for (const one of [{ resource, localId }, ...dependants.filter(({ kind }) => kind === 'delete')])
      if (await isKeptForDocuments(tx, one.resource, one.localId))
        throw new NotSavedError(saveFailureWords.documentsStay);
    const along: UndoStep[] = [];
    for (const dependant of dependants) {
      const { undo } = await acceptIn(tx, services, { ...dependant, watch: false }, null);
      along.push(...(undo ?? []));
    }
    const intent = { resource, localId, kind: 'delete', fields: {}, watch: false, ...seen } as const;
    const receipt = await acceptIn(tx, services, intent, along);
    const isWhole = receipt.undo !== null && along.length === dependants.length;
    return { ...receipt, undo: isWhole ? [...(receipt.undo ?? []), ...along] : null };
  });
}

async function accept(services: RecordServices, intent: Intent): Promise<SaveReceipt> {
  const { draftId } = intent;
  return transact(services, [intent.resource], async (tx) => {
    const receipt = await acceptIn(tx, services, intent);
    if (draftId !== undefined) await endDraft(tx, draftId);
    return receipt;
  });
}

async function transact(
  services: RecordServices,
  resources: readonly RecordKind[],
  act: (tx: Tx) => Promise<SaveReceipt>,
): Promise<SaveReceipt> {
  const { strict } = services.db;
  const receipt = await saveTransaction(services, [...tablesOf(strict, ...resources), strict.drafts], act);
  if (receipt.mutationId !== null) services.onSaved();
  return receipt;
}

export const WATCH_MS = 2500;

type SaveOutcome =
  | { readonly outcome: 'confirmed' }
  | { readonly outcome: 'waiting' }
  | { readonly outcome: 'refused'; readonly mutation: Mutation };

/** Waits up to 2.5 s for the answer. After that, later changes may be merged into the save. */
export async function watchSave(services: RecordServices, receipt: SaveReceipt): Promise<SaveOutcome> {
  const { mutationId } = receipt;
  if (mutationId === null) return { outcome: 'confirmed' };
  if (!receipt.watched) return { outcome: 'waiting' };
  const outcome = await firstOutcome(services, mutationId);
  // The change is saved anyway, and the watch ends by itself.
  if (outcome.outcome === 'waiting') await unwatch(services, mutationId).catch(() => undefined);
  return outcome;
}

function firstOutcome(services: RecordServices, mutationId: string): Promise<SaveOutcome> {
  return new Promise((resolve) => {
    const cancel = services.clock.setTimer(() => settle({ outcome: 'waiting' }), WATCH_MS);
    const read = async (db: AppDatabase): Promise<SaveOutcome | null> => {
      const mutation = await db.outbox.where('id').equals(mutationId).first();
      const engine = await db.meta.get('engine');
      return outcomeOf(mutation, engine);
    };
    const stop = observe(services.db, read, {
      next: (outcome) => {
        if (outcome) settle(outcome);
      },
      error: () => settle({ outcome: 'waiting' }),
    });
    function settle(outcome: SaveOutcome): void {
      cancel();
      stop();
      resolve(outcome);
    }
  });
}

function outcomeOf(mutation: Mutation | undefined, engine: RowOf<'engine'> | undefined): SaveOutcome | null {
  if (!mutation) return { outcome: 'confirmed' };
  switch (mutation.state) {
    case 'parked':
      return { outcome: 'refused', mutation };
    case 'unknown':
      return { outcome: 'waiting' };
    case 'queued':
      return mutation.attempts > 0 || (engine?.reasons.length ?? 0) > 0 ? { outcome: 'waiting' } : null;
    case 'sending':
      return null;
    default:
      return mutation satisfies never;
  }
}

async function unwatch(services: RecordServices, mutationId: string): Promise<void> {
  const { strict, relaxed } = services.db;
  const mutation = await relaxed.outbox.where('id').equals(mutationId).first();
  if (!mutation) return;
  await saveTransaction(services, tablesOf(strict, mutation.resource), async (tx) => {
    const lane = await laneOfMutation(tx, mutationId);
    if (lane) await changeLane(tx, services, { lane, event: { type: 'released', mutationId } });
  });
}
