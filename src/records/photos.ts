import {
  fileTable,
  giveUpDamaged,
  keepFile,
  type NewFile,
  noteDamaged,
  noteLook,
  unrefuse,
  wantFiles,
} from '../db/file-store.ts';
import { readRow, writeMeta } from '../db/meta-rows.ts';
import { findRecord } from '../db/mirror-and-outbox.ts';
import { mirrorTable, type NetworkChoice, type Tx, tablesOf } from '../db/tables.ts';
import { type Attachment, attachmentSpec, hashesOf } from '../domain/attachment.ts';
import { hashOf } from '../domain/sha256.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { saveFailureWords } from '../words/frame.ts';
import type { SaveReceipt } from './accept.ts';
import { createRecordsIn } from './commands.ts';
import type { RecordServices } from './record-services.ts';
import { NotSavedError, saveTransaction } from './save-transaction.ts';
import { type TakingNote, writeTaking } from './taking.ts';
import { parentIndex } from './use-photos.ts';

interface StoredBytes {
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly mediaType: string;
}

export interface NewPhoto {
  readonly file: StoredBytes;
  /** Null if this device cannot draw the file. */
  readonly thumb: StoredBytes | null;
  readonly fields: Partial<Attachment>;
  /** The SHA-256 of the picture that was chosen, of which `file` may be a smaller copy. */
  readonly source?: string;
}

/**
 * Resolves once the bytes, the thumbnail and the new row are on the disk, with the note about the photos
 * that are left. A crash before that leaves nothing.
 * @throws NotSavedError
 */
export async function keepPhoto(
  services: RecordServices,
  photo: NewPhoto,
  note?: TakingNote,
): Promise<SaveReceipt> {
  const receipt = await keep(services, photo, { note, isChosen: false });
  if (!receipt) throw new NotSavedError(saveFailureWords.appFault);
  return receipt;
}

/**
 * Keeps a picture from the gallery, as `keepPhoto` does. Returns null if the record already has the same photo. Then
 * its bytes are still stored again, because those here may be damaged.
 * @throws NotSavedError
 */
export function keepChosenPhoto(
  services: RecordServices,
  photo: NewPhoto,
  note?: TakingNote,
): Promise<SaveReceipt | null> {
  return keep(services, photo, { note, isChosen: true });
}

async function keep(
  services: RecordServices,
  { file, thumb, fields, source }: NewPhoto,
  { note, isChosen }: { readonly note: TakingNote | undefined; readonly isChosen: boolean },
): Promise<SaveReceipt | null> {
  const parts = thumb ? [file, thumb] : [file];
  // A wrong name would make the server refuse the bytes.
  for (const { bytes, sha256 } of parts)
    if ((await hashOf(services, bytes)) !== sha256) throw new NotSavedError(saveFailureWords.appFault);
  const now = services.clock.now();
  const draft: Attachment = {
    ...attachmentSpec.blank({ now, random: 0 }),
    ...fields,
    sha256: file.sha256,
    thumb_sha256: thumb?.sha256 ?? '',
    size: file.bytes.byteLength,
    media_type: file.mediaType,
  };
  const { strict } = services.db;
  const tables = [...tablesOf(strict, 'attachments'), strict.fileBytes];
  const [receipt = null] = await saveTransaction(services, tables, async (tx) => {
    // In this transaction, because the user may choose the same picture in two tabs at once.
    const here = isChosen ? await filesOfSame(tx, draft, source) : [];
    const isHere = here.length > 0;
    // No row would name the others, so they would never leave.
    for (const part of isHere ? parts.filter(({ sha256 }) => here.includes(sha256)) : parts)
      await keepFile(tx, newFile(part, part === file ? source : undefined), now);
    if (note) await writeTaking(tx, note, now);
    return isHere ? [] : createRecordsIn(tx, services, { resource: 'attachments', drafts: [draft] });
  });
  services.onSaved();
  return receipt;
}

/** Returns the files of the record's photos that show this picture. A deleted photo does not count. */
async function filesOfSame(
  tx: Tx,
  draft: Attachment,
  source: string | undefined,
): Promise<readonly string[]> {
  const photos = (await photosBeside(tx, draft)).flatMap(({ view, mark }) =>
    view?.['kind'] === draft.kind ? [{ view, mark }] : [],
  );
  const files = await fileTable(tx).bulkGet(photos.map(({ view }) => String(view['sha256'])));
  const same = photos.filter(({ view, mark }, n) => {
    if (view['sha256'] === draft.sha256 && view['taken_by'] === draft.taken_by) return true;
    // A new copy takes the place of one that was refused, damaged or lost.
    const isSound = mark !== 'attention' && files[n]?.refusal === null;
    return isSound && source !== undefined && files[n]?.source === source;
  });
  return same.flatMap(({ view }) => hashesOf(view));
}

/** A photo names its record by either of its ids. */
async function photosBeside(tx: Tx, draft: Attachment): Promise<readonly MirrorRecord[]> {
  const lists = attachmentSpec.references.map(async ({ field, to }) => {
    const id = draft[field as keyof Attachment];
    if (!id) return [];
    const record = await findRecord(tx, to, String(id));
    const ids = [id, record?.localId ?? id, record?.serverId ?? id].map(String);
    return mirrorTable(tx, 'attachments')
      .where(parentIndex(to))
      .anyOf([...new Set(ids)])
      .toArray();
  });
  return (await Promise.all(lists)).flat();
}

function newFile({ bytes, sha256, mediaType }: StoredBytes, source?: string): NewFile {
  return { bytes, sha256, type: mediaType, source };
}

/** Sends the files that wait, over any network. */
export async function requestFiles(services: RecordServices): Promise<void> {
  const { relaxed } = services.db;
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const before = await readRow(tx, 'request:files');
    // The engine ends a press by its time.
    const at = Math.max(services.clock.now(), (before?.at ?? 0) + 1);
    await writeMeta(tx, { key: 'request:files', at });
  });
}

/** Sends files again that the server refused, or that were damaged here. Asks again for those that it lacked. */
export async function tryFilesAgain(services: RecordServices, hashes: readonly string[]): Promise<void> {
  const { relaxed } = services.db;
  await relaxed.transaction('rw', relaxed.files, relaxed.meta, async (tx) => {
    await unrefuse(tx, hashes);
    // Wakes the leading tab.
    await writeMeta(tx, { key: 'request:network', at: services.clock.now() });
  });
}

/**
 * Removes what is left of damaged files that the server lacks, as a person has decided. Their rows stay.
 * @throws NotSavedError
 */
export async function giveUpFiles(services: RecordServices, hashes: readonly string[]): Promise<void> {
  const { files, fileBytes } = services.db.strict;
  await saveTransaction(services, [files, fileBytes], (tx) => giveUpDamaged(tx, hashes));
}

/** Wants the bytes of a photo that only the server has. */
export async function requestFile(
  services: RecordServices,
  file: Parameters<typeof wantFiles>[1][number],
): Promise<void> {
  const { relaxed } = services.db;
  const { files, attachments, outbox, meta } = relaxed;
  await relaxed.transaction('rw', files, attachments, outbox, meta, (tx) =>
    wantFiles(tx, [file], services.clock.now()),
  );
}

/** `isChanged`: they are no longer those that were kept. Null if this device does not have them. */
export async function readChecked(
  services: RecordServices,
  sha256: string,
): Promise<{ readonly bytes: ArrayBuffer; readonly isChanged: boolean } | null> {
  const bytes = await readBytes(services, sha256);
  return bytes && { bytes, isChanged: !(await checkFile(services, { sha256, bytes })) };
}

interface CheckedFile {
  readonly sha256: string;
  readonly bytes: ArrayBuffer;
  readonly isThumb?: true;
}

/** Returns false for damaged bytes. If the server has them, they are fetched again. */
export async function checkFile(services: RecordServices, { bytes, ...file }: CheckedFile): Promise<boolean> {
  if ((await hashOf(services, bytes)) === file.sha256) return true;
  const { clock, db, log } = services;
  const { relaxed } = db;
  await relaxed
    .transaction('rw', relaxed.files, (tx) => noteDamaged(tx, file, clock.now()))
    // A full device cannot note it. The next look does.
    .catch((error: unknown) => log.error('a damaged file could not be asked for', error));
  return false;
}

/** Null if this device does not have them, or only damaged ones. */
export async function readSound(services: RecordServices, sha256: string): Promise<ArrayBuffer | null> {
  const found = await readChecked(services, sha256);
  return found && !found.isChanged ? found.bytes : null;
}

async function readBytes({ db }: RecordServices, sha256: string): Promise<ArrayBuffer | null> {
  return (await db.relaxed.fileBytes.get(sha256))?.bytes ?? null;
}

/** Notes that a person looks at files. If this fails, they leave a full device earlier. */
export function lookAtFiles({ db, clock }: RecordServices, hashes: readonly string[]): void {
  const { relaxed } = db;
  relaxed.transaction('rw', relaxed.files, (tx) => noteLook(tx, hashes, clock.now())).catch(() => undefined);
}

export async function chooseNetwork(services: RecordServices, network: NetworkChoice): Promise<void> {
  const { relaxed } = services.db;
  await relaxed.transaction('rw', relaxed.settings, relaxed.meta, async (tx) => {
    await tx.table('settings').put({ key: 'photos', network });
    // Wakes the leading tab, which does not watch the settings.
    await writeMeta(tx, { key: 'request:network', at: services.clock.now() });
  });
}
