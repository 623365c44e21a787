import { type Tx, tablesOf } from '../db/app-database.ts';
import { draftTable } from '../db/drafts.ts';
import { theirsIn, writeJournal } from '../db/journal.ts';
import { findRecord, refold } from '../db/mirror.ts';
import { appendMutation, changeMutation, finishMutation, mutationsOf } from '../db/outbox.ts';
import { assertNotLeaving } from '../db/owner.ts';
import { uuidv7 } from '../domain/ids.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../domain/resource-specs.ts';
import { changedFields, coalesce, createdFields, rebased, sentAs } from '../outbox/changes.ts';
import { dependenciesOf } from '../outbox/dependencies.ts';
import { type MirrorRecord, newLocalRecord } from '../outbox/mirror-record.ts';
import {
  type FieldChanges,
  isWatched,
  MUTATION_SCHEMA,
  type Mutation,
  type MutationKind,
  type NewMutation,
  UNSENT,
} from '../outbox/mutation.ts';
import { canBeSentNow } from './can-be-sent-now.ts';
import { cancelRecord } from './cancel-record.ts';
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
}

/** The record was deleted, here or on the server, while a person worked on it. */
export class RecordGoneError extends NotSavedError {
  override readonly name = 'RecordGoneError';
  constructor() {
    super('This record is no longer on this device.');
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
  const localId = uuidv7(services.clock.now(), services.random);
  const fields = createdFields(draft);
  const kept = generatedBy(resource).filter((field) => initial[field] === draft[field]);
  const generated = Object.fromEntries(kept.map((field) => [field, draft[field] ?? null]));
  return accept(services, { resource, localId, kind: 'create', fields, generated, ...how });
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
    if (dependants.length > agreed) {
      throw new NotSavedError('What refers to it has changed meanwhile. Nothing was deleted: look again.');
    }
    for (const dependant of dependants) {
      await acceptIn(tx, services, { ...dependant, watch: false });
    }
    return acceptIn(tx, services, { resource, localId, kind: 'delete', fields: {}, watch: false });
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

/** Saves one intent in the caller's transaction. */
async function acceptIn(tx: Tx, services: RecordServices, intent: Intent): Promise<SaveReceipt> {
  const { resource, kind } = intent;
  await assertNotLeaving(tx);
  const record = kind === 'create' ? undefined : await findRecord(tx, resource, intent.localId);
  if (kind !== 'create' && !record?.view) throw new RecordGoneError();
  // A form that opened on a row may outlive it: a create of ours was found to be the same record since.
  const localId = record?.localId ?? intent.localId;
  const open = kind === 'create' ? [] : await mutationsOf(tx, resource, localId);
  const now = services.clock.now();
  if (kind === 'delete' && isKnownGone(open)) {
    await cancelRecord(tx, resource, localId, now);
    return { localId, mutationId: null, watched: false };
  }
  const last = open.at(-1);
  const earlier = last && intent.decides ? decided(last, record?.server) : last;
  const watched = intent.watch && (await canBeSentNow(tx, intent, open, now));
  const merged = earlier
    ? coalesce({ ...earlier, watched: isWatched(earlier, now) }, { ...intent, watched })
    : ({ do: 'append' } as const);
  const mutation = newMutation(services, { ...intent, localId, watched, record: record ?? null });
  let mutationId: string | null = mutation.id;

  if (merged.do === 'annihilate' && earlier) {
    await finishMutation(tx, earlier, 'cancelled', now);
    mutationId = null;
  } else if (merged.do === 'replace' && earlier && leavesOpen(earlier, intent)) {
    // The question stays, and what was changed beside it goes with its answer.
    await changeMutation(tx, earlier, {
      fields: merged.fields,
      deps: dependenciesOf(resource, merged, record ?? null),
      // A late answer to what was sent before knows nothing of what was added.
      attemptId: null,
    });
    mutationId = earlier.id;
  } else if (merged.do === 'replace' && earlier) {
    await writeJournal(tx, earlier, intent.decides ? 'decided' : 'replaced', now, theirsIn(earlier));
    await changeMutation(tx, earlier, {
      ...mutation,
      kind: merged.kind,
      uid: merged.kind === 'create' ? earlier.uid : null,
      fields: merged.fields,
      ...(merged.kind === 'create' ? sentAs(earlier) : {}),
      ...(earlier.generated ? { generated: earlier.generated } : {}),
      deps: dependenciesOf(resource, merged, record ?? null),
      readFirst: earlier.readFirst || earlier.kind === 'delete',
    });
  } else if (kind === 'update' && Object.keys(intent.fields).length === 0) {
    return { localId, mutationId: null, watched: false };
  } else {
    const seq = await appendMutation(tx, mutation);
    if (!record) {
      await refold(tx, resource, newLocalRecord(localId, seq), [{ ...mutation, seq }]);
      return { localId, mutationId, watched };
    }
  }
  const current = await findRecord(tx, resource, localId);
  if (current) await refold(tx, resource, current);
  return { localId, mutationId, watched: watched && mutationId !== null };
}

/** A conflict is for the person to decide who has seen both sides, not for the next change of the record. */
function leavesOpen({ kind, refusal }: Mutation, intent: Intent): boolean {
  const areUpdates = kind === 'update' && intent.kind === 'update';
  return areUpdates && intent.decides !== true && refusal?.reason === 'conflict';
}

/** The server has said that the record is gone: its deletion leaves nothing to send, and nothing to ask. */
function isKnownGone([first]: readonly Mutation[]): boolean {
  return first?.state === 'parked' && first.refusal?.reason === 'deletedOnServer';
}

/** A change that met one of the server's: what the server has now is what it replaces. */
function decided(conflicting: Mutation, server: Fields | null | undefined): Mutation {
  return server && conflicting.refusal?.conflict
    ? { ...conflicting, fields: rebased(conflicting.fields, server) }
    : conflicting;
}

/** A mutation that has never been sent, from what a person wants. */
function newMutation(
  services: Pick<RecordServices, 'clock' | 'random' | 'account'>,
  intent: Omit<Intent, 'watch'> & { readonly watched: boolean; readonly record: MirrorRecord | null },
): NewMutation {
  return {
    id: uuidv7(services.clock.now(), services.random),
    owner: services.account,
    schema: MUTATION_SCHEMA,
    resource: intent.resource,
    localId: intent.localId,
    kind: intent.kind,
    uid: intent.kind === 'create' ? intent.localId : null,
    over: (intent.kind === 'delete' ? intent.record?.version : undefined) ?? null,
    acceptedAt: services.clock.now(),
    fields: intent.fields,
    ...(intent.generated ? { generated: intent.generated } : {}),
    deps: dependenciesOf(intent.resource, intent, intent.record),
    ...UNSENT,
    watched: intent.watched,
  };
}
