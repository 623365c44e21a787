import { keepFile, rowsNaming } from '../db/file-store.ts';
import { readRow } from '../db/meta-rows.ts';
import { findRecord, mutationsOf } from '../db/mirror-and-outbox.ts';
import { type Tx, tablesOf } from '../db/tables.ts';
import { type Attachment, attachmentSpec, keepsFiles } from '../domain/attachment.ts';
import { isTooLong } from '../domain/day/notes-share.ts';
import { readText } from '../domain/field.ts';
import { changedFields, type FieldChanges } from '../domain/field-changes.ts';
import { isVoid } from '../domain/papers/signed-texts.ts';
import type { Fields, RecordKind, ResourceName } from '../domain/resource-spec.ts';
import { RECORD_KINDS, RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { hashOf } from '../domain/sha256.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { isUnderWay, type Mutation, neverSent, surelyRefused } from '../outbox/mutation.ts';
import { signedFileWords, voidWords } from '../words/documents.ts';
import { saveFailureWords } from '../words/frame.ts';
import { acceptIn, type Intent, RecordGoneError, type SaveReceipt } from './accept.ts';
import { createRecordsIn } from './commands.ts';
import type { RecordServices } from './record-services.ts';
import { NotSavedError, saveTransaction } from './save-transaction.ts';
import { type PhotoParent, parentField } from './use-photos.ts';

const PDF = 'application/pdf';

export interface NewSigned {
  /** The record that it belongs to. */
  readonly parent: Pick<PhotoParent, 'resource' | 'localId'>;
  readonly bytes: ArrayBuffer;
  readonly fields: Pick<Attachment, 'name' | 'caption' | 'taken_at' | 'taken_by'>;
  /** Adds the tick and the log entry to the parent's notes. */
  readonly note: (notes: string) => string;
}

/**
 * Resolves once the file, its row, the tick and the log entry are on the disk. A crash before that leaves none of them.
 * Saving the same file again changes nothing: an attempt that seemed to fail may have been stored.
 * @throws NotSavedError
 */
export async function keepSigned(services: RecordServices, signed: NewSigned): Promise<SaveReceipt> {
  const { bytes, fields, note, parent } = signed;
  const { resource } = parent;
  const sha256 = await hashOf(services, bytes);
  const now = services.clock.now();
  const { strict } = services.db;
  const tables = [...tablesOf(strict, 'attachments', resource), strict.fileBytes];
  const receipt = await saveTransaction(services, tables, async (tx) => {
    const [known] = (await rowsNaming(tx, [sha256])).get(sha256) ?? [];
    if (known) return { localId: known.localId, mutationId: null, watched: false, undo: null };
    const record = await findRecord(tx, resource, parent.localId);
    if (!record?.view) throw new RecordGoneError();
    const { localId, view } = record;
    const notes = note(readText(view['notes']));
    if (isTooLong(notes)) throw new NotSavedError(signedFileWords.notesFull);
    await keepFile(tx, { bytes, sha256, type: PDF }, now);
    const noted = changedFields(view, { ...view, notes });
    await acceptIn(tx, services, changeOf(resource, localId, noted));
    const draft: Attachment = {
      ...attachmentSpec.blank({ now, random: 0 }),
      ...fields,
      [parentField(resource)]: localId,
      kind: 'document',
      sha256,
      size: bytes.byteLength,
      media_type: PDF,
    };
    const [created] = await createRecordsIn(tx, services, { resource: 'attachments', drafts: [draft] });
    if (!created) throw new NotSavedError(saveFailureWords.appFault);
    return created;
  });
  services.onSaved();
  return receipt;
}

/**
 * Removes a signed document that is on this device only, once a person has saved it elsewhere. Its bytes are removed a
 * day later, like those of a deleted photo.
 * @throws NotSavedError if a server may have it, or soon will
 */
export async function releaseSigned(services: RecordServices, localId: string): Promise<void> {
  await saveTransaction(services, tablesOf(services.db.strict, 'attachments'), async (tx) => {
    const capabilities = await readRow(tx, 'capabilities');
    const record = await findRecord(tx, 'attachments', localId);
    const changes = await mutationsOf(tx, 'attachments', localId);
    // Another tab has removed it already.
    if (!record?.view) return;
    const given = {
      keepsFiles: keepsFiles(capabilities?.features),
      isHeldUp: await isHeldUp(tx, record.view),
    };
    if (!isOnlyHere(changes, given)) throw new NotSavedError(signedFileWords.isSent);
    await acceptIn(tx, services, {
      resource: 'attachments',
      localId,
      kind: 'delete',
      fields: {},
      watch: false,
    });
  });
  services.onSaved();
}

interface Circumstances {
  readonly keepsFiles: boolean;
  /** The record that it belongs to is new too, and waits for a person's decision. */
  readonly isHeldUp: boolean;
}

/**
 * No server has it, and none is about to: it was surely refused, or the server has lost it, keeps no documents, or takes
 * it only after a record that it has not taken. Where it keeps none, another device with a file of unsent work cannot
 * send it either.
 */
function isOnlyHere(changes: readonly Mutation[], { keepsFiles, isHeldUp }: Circumstances): boolean {
  const [first, ...more] = changes;
  if (!first || changes.some(isUnderWay)) return false;
  if (first.state === 'parked' && first.refusal.reason === 'deletedOnServer') return true;
  if (first.kind !== 'create') return false;
  if (surelyRefused(first) && more.length === 0) return true;
  return keepsFiles ? isHeldUp && neverSent(first) : first.firstSentAt === null;
}

async function isHeldUp(tx: Tx, document: Fields): Promise<boolean> {
  const parent = await parentOf(tx, document);
  const [first] = parent ? await mutationsOf(tx, parent.resource, parent.record.localId) : [];
  return first?.kind === 'create' && first.state === 'parked';
}

interface Parent {
  readonly resource: ResourceName;
  readonly record: MirrorRecord;
}

async function parentOf(tx: Tx, document: Fields): Promise<Parent | null> {
  for (const resource of RESOURCE_NAMES) {
    const id = readText(document[parentField(resource)]);
    const record = id === '' ? undefined : await findRecord(tx, resource, id);
    if (record) return { resource, record };
  }
  return null;
}

/** How a document is marked as void, and said so in its record's log. */
export interface Voiding {
  /** Begins the caption. */
  readonly line: string;
  readonly note: (notes: string, document: Pick<Attachment, 'name' | 'caption'>) => string;
}

/**
 * Resolves once the caption and the log entry are on the disk. A crash before that leaves neither. Neither is undone.
 * @throws NotSavedError
 */
export async function markVoid(
  services: RecordServices,
  localId: string,
  { line, note }: Voiding,
): Promise<void> {
  await saveTransaction(services, tablesOf(services.db.strict, ...RECORD_KINDS), async (tx) => {
    const record = await findRecord(tx, 'attachments', localId);
    const parent = record?.view && (await parentOf(tx, record.view));
    if (!record?.view || !parent?.record.view) throw new RecordGoneError();
    const caption = readText(record.view['caption']);
    // Another tab or device has marked it already.
    if (isVoid(caption)) return;
    const before = readText(parent.record.view['notes']);
    const notes = note(before, { name: readText(record.view['name']), caption });
    if (isTooLong(notes)) throw new NotSavedError(voidWords.notesFull);
    const voided = { caption: { base: caption, value: `${line}\n${caption}` } };
    await acceptIn(tx, services, changeOf('attachments', localId, voided));
    const noted = { notes: { base: before, value: notes } };
    await acceptIn(tx, services, changeOf(parent.resource, parent.record.localId, noted));
  });
  services.onSaved();
}

function changeOf(resource: RecordKind, localId: string, fields: FieldChanges): Intent {
  return { resource, localId, kind: 'update', fields, watch: false };
}
