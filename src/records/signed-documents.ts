import { keepFile, rowsNaming } from '../db/file-store.ts';
import { readRow } from '../db/meta-rows.ts';
import { findRecord, mutationsOf } from '../db/mirror-and-outbox.ts';
import { tablesOf } from '../db/tables.ts';
import { type Attachment, attachmentSpec, keepsFiles } from '../domain/attachment.ts';
import { isTooLong } from '../domain/day/notes-share.ts';
import { readText } from '../domain/field.ts';
import { changedFields } from '../domain/field-changes.ts';
import { hashOf } from '../domain/sha256.ts';
import { isUnderWay, type Mutation, surelyRefused } from '../outbox/mutation.ts';
import { signedFileWords } from '../words/documents.ts';
import { saveFailureWords } from '../words/frame.ts';
import { acceptIn, RecordGoneError, type SaveReceipt } from './accept.ts';
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
    await acceptIn(tx, services, { resource, localId, kind: 'update', fields: noted, watch: false });
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
    if (!isOnlyHere(changes, keepsFiles(capabilities?.features)))
      throw new NotSavedError(signedFileWords.isSent);
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

/**
 * No server has it, and none is about to: it was surely refused, or the server has lost it, or keeps no documents. Where
 * it keeps none, another device with a file of unsent work cannot send it either.
 */
function isOnlyHere(changes: readonly Mutation[], keepsFiles: boolean): boolean {
  const [first, ...more] = changes;
  if (!first || changes.some(isUnderWay)) return false;
  if (first.state === 'parked' && first.refusal.reason === 'deletedOnServer') return true;
  if (first.kind !== 'create') return false;
  return (surelyRefused(first) && more.length === 0) || (first.firstSentAt === null && !keepsFiles);
}
