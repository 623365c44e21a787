import type { Table } from 'dexie';
import { hashesOf } from '../domain/attachment.ts';
import { valuesOf } from '../domain/field-changes.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { readRow, writeMeta } from './meta-rows.ts';
import { outboxTable } from './mirror-and-outbox.ts';
import { type FileBytes, type FileRow, mirrorTable, type Tx } from './tables.ts';

// The only writer of files and their bytes.

export interface NewFile {
  readonly sha256: string;
  readonly bytes: ArrayBuffer;
  readonly type: string;
  /** See `FileRow`. */
  readonly source?: string | undefined;
}

export function fileTable(tx: Tx): Table<FileRow, string> {
  return tx.table<FileRow, string>('files');
}

export function bytesTable(tx: Tx): Table<FileBytes, string> {
  return tx.table<FileBytes, string>('fileBytes');
}

export function hasBytes({ state }: Pick<FileRow, 'state'>): boolean {
  return state !== 'gone' && state !== 'wanted';
}

/**
 * Adds bytes that this device made. Equal bytes are stored once. Those that are here already are replaced, because they
 * may be damaged.
 */
export async function keepFile(tx: Tx, { sha256, bytes, type, source }: NewFile, now: number): Promise<void> {
  await noteFiles(tx);
  const known = await fileTable(tx).get(sha256);
  const from = source === undefined ? {} : { source };
  await bytesTable(tx).put({ sha256, bytes });
  if (known && hasBytes(known)) {
    const state = known.state === 'stored' ? known.state : 'here';
    await fileTable(tx).put({ ...known, ...from, state, lastUsed: now, refusal: null, isDamaged: false });
    return;
  }
  const blank = { ...from, storedAt: null, tries: 0, refusal: null };
  await fileTable(tx).put({ sha256, size: bytes.byteLength, type, state: 'here', lastUsed: now, ...blank });
}

/**
 * Adds bytes before a row names them. If none ever does, they are removed like other spare bytes. Replaces bytes that
 * are here already, because those may be damaged.
 */
export async function keepAhead(tx: Tx, { sha256, bytes, type }: NewFile, now: number): Promise<void> {
  await noteFiles(tx);
  const known = await fileTable(tx).get(sha256);
  await bytesTable(tx).put({ sha256, bytes });
  if (known?.state === 'stored') return;
  const blank = { storedAt: null, tries: 0, refusal: null };
  const state = known && known.state !== 'spare' ? 'here' : 'spare';
  await fileTable(tx).put({ sha256, size: bytes.byteLength, type, state, lastUsed: now, ...blank });
}

/** Marks bytes that were added ahead as needed, once rows name them. Returns false if some are gone by now. */
export async function takeFilesAhead(tx: Tx, hashes: readonly string[], now: number): Promise<boolean> {
  for (const file of await fileTable(tx).bulkGet([...hashes]))
    if (file?.state === 'spare') await changeFile(tx, file.sha256, { state: 'here', lastUsed: now });
  const found = await bytesTable(tx).where('sha256').anyOf(hashes).primaryKeys();
  return found.length === new Set(hashes).size;
}

type FileToFetch = Pick<FileRow, 'sha256' | 'size' | 'type' | 'isThumb'>;

/**
 * Wants bytes that only the server has. A row may have left since a screen showed it. Bytes that no row names are not
 * wanted, because nothing would remove them again.
 */
export async function wantFiles(tx: Tx, files: readonly FileToFetch[], now: number): Promise<void> {
  if (files.length === 0) return;
  await noteFiles(tx);
  const hashes = files.map(({ sha256 }) => sha256);
  const unnamed = new Set(await unnamedAmong(tx, hashes));
  const known = await fileTable(tx).bulkGet(hashes);
  const blank = { storedAt: null };
  const wanted = { state: 'wanted', lastUsed: now, tries: 0, refusal: null } as const;
  for (const [n, { sha256, size, type, isThumb }] of files.entries()) {
    const before = known[n];
    if (unnamed.has(sha256)) continue;
    const thumb = isThumb ? { isThumb } : {};
    // One photo's original may be another's thumbnail.
    if (before?.state === 'wanted') await changeFile(tx, sha256, thumb);
    else if (!before || before.state === 'gone')
      await fileTable(tx).put({ ...blank, ...before, sha256, size, type, ...wanted, ...thumb });
  }
}

/** No longer fetches these originals. Damaged ones are still wanted, because the device had them. */
export async function unwantOriginals(tx: Tx, hashes: readonly string[]): Promise<void> {
  for (const file of await fileTable(tx).bulkGet([...hashes]))
    if (file?.state === 'wanted' && !file.isThumb && !file.isDamaged)
      await changeFile(tx, file.sha256, { state: 'gone' });
}

/** Wants damaged bytes again if the server has them, or once it says so. */
export async function noteDamaged(
  tx: Tx,
  { sha256, isThumb }: Pick<FileRow, 'sha256' | 'isThumb'>,
  now: number,
): Promise<void> {
  const file = await fileTable(tx).get(sha256);
  if (!file || !hasBytes(file)) return;
  const wanted = { state: 'wanted', lastUsed: now, tries: 0 } as const;
  const thumb = isThumb ? { isThumb } : {};
  await fileTable(tx).put({ ...file, ...thumb, isDamaged: true, ...(file.state === 'stored' && wanted) });
}

/** Notes that the server does not give out wanted bytes. Meanwhile, a person may have chosen the picture again. */
export async function noteUnavailable(tx: Tx, sha256: string, refusal: FileRow['refusal']): Promise<void> {
  const file = await fileTable(tx).get(sha256);
  if (file?.state !== 'wanted') return;
  const { isDamaged = false, isThumb = false } = file;
  if (!isDamaged || !isThumb) {
    await fileTable(tx).put({ ...file, state: isDamaged ? 'refused' : 'gone', refusal, tries: 0 });
    return;
  }
  // A photo can do without its thumbnail. Without bytes, it is wanted again when it is looked at.
  await bytesTable(tx).delete(sha256);
  await fileTable(tx).put({ ...file, state: 'gone', refusal, tries: 0, isDamaged: false });
}

/** Removes damaged bytes of which the server has no whole copy. A person has agreed. Those sent again since then stay. */
export async function giveUpDamaged(tx: Tx, hashes: readonly string[]): Promise<void> {
  for (const file of await fileTable(tx).bulkGet([...hashes]))
    if (file?.state === 'refused' && file.isDamaged) {
      await bytesTable(tx).delete(file.sha256);
      await changeFile(tx, file.sha256, { state: 'gone', isDamaged: false });
    }
}

/** A time before the server was asked. */
interface AskedIn {
  /** See `fileEpoch`. An older one proves nothing. */
  readonly epoch: number;
  /** Device time in ms at which the answer came. */
  readonly now: number;
}

/** Adds bytes that the server gave out. */
export async function keepFetched(
  tx: Tx,
  { sha256, bytes }: FileBytes,
  { epoch, now }: AskedIn,
): Promise<void> {
  const known = await fileTable(tx).get(sha256);
  if (known?.state !== 'wanted') return;
  const isStored = (await fileEpoch(tx)) === epoch;
  await bytesTable(tx).put({ sha256, bytes });
  await fileTable(tx).put({
    ...known,
    state: isStored ? 'stored' : 'here',
    size: bytes.byteLength,
    storedAt: known.storedAt ?? now,
    lastUsed: now,
    tries: 0,
    isDamaged: false,
  });
}

/** See `FilesRow`. In the transaction of the first file, so that no tab misses it. */
async function noteFiles(tx: Tx): Promise<void> {
  if (!(await readRow(tx, 'files'))) await writeMeta(tx, { key: 'files', epoch: 0 });
}

/** Rises when the server may have lost files. */
export async function fileEpoch(tx: Tx): Promise<number> {
  return (await readRow(tx, 'files'))?.epoch ?? 0;
}

/** Bytes that no row names stay spare: otherwise they would never leave. */
export async function noteStored(tx: Tx, hashes: readonly string[], { epoch, now }: AskedIn): Promise<void> {
  if ((await fileEpoch(tx)) !== epoch) return;
  const unnamed = new Set(await unnamedAmong(tx, hashes));
  // Forgets the confirmed ranges, because a restored server has none.
  const stored = { storedAt: now, confirmed: 0, tries: 0, refusal: null } as const;
  for (const known of await fileTable(tx).bulkGet([...hashes])) {
    if (known?.state !== 'here' && known?.state !== 'spare') continue;
    const state = known.isDamaged ? 'wanted' : 'stored';
    if (!unnamed.has(known.sha256)) await fileTable(tx).put({ ...known, ...stored, state });
    else if (known.state === 'here') await fileTable(tx).put({ ...known, state: 'spare', lastUsed: now });
  }
}

/** Notes how many bytes of each file the server says that it has. */
export async function noteConfirmed(
  tx: Tx,
  lengths: ReadonlyMap<string, number>,
  epoch: number,
): Promise<void> {
  if ((await fileEpoch(tx)) !== epoch) return;
  const files = await fileTable(tx).bulkGet([...lengths.keys()]);
  for (const [n, [sha256, confirmed]] of [...lengths].entries())
    if ((files[n]?.confirmed ?? 0) !== confirmed) await changeFile(tx, sha256, { confirmed });
}

/** Makes refused bytes unsent again, and wants those again that the server did not give out. */
export async function unrefuse(tx: Tx, hashes: readonly string[]): Promise<void> {
  const again = { tries: 0, refusal: null };
  for (const file of await fileTable(tx).bulkGet([...hashes])) {
    if (file?.state === 'refused')
      await changeFile(tx, file.sha256, { state: 'here', confirmed: 0, ...again });
    if (file?.state === 'gone') await changeFile(tx, file.sha256, { state: 'wanted', ...again });
  }
}

/** Called if the server was or may have been restored. */
export async function unsendAll(tx: Tx): Promise<void> {
  if (!(await readRow(tx, 'files'))) return;
  await writeMeta(tx, { key: 'files', epoch: (await fileEpoch(tx)) + 1 });
  // Nor is it known any more what the server has of those on their way.
  await fileTable(tx).where('state').anyOf('stored', 'here').modify({ state: 'here', confirmed: 0 });
}

/** In ms. A look within this time after another is not noted. */
const LOOK_MS = 60 * 60_000;

/** Notes that a person looks at files, so that they leave a full device last. */
export async function noteLook(tx: Tx, hashes: readonly string[], now: number): Promise<void> {
  for (const file of await fileTable(tx).bulkGet([...hashes]))
    if (file?.state === 'stored' && Math.abs(now - file.lastUsed) > LOOK_MS)
      await changeFile(tx, file.sha256, { lastUsed: now });
}

export async function changeFile(tx: Tx, sha256: string, change: Partial<FileRow>): Promise<void> {
  await fileTable(tx).update(sha256, change);
}

/** Removes bytes that the server has. */
export async function evictBytes(tx: Tx, hashes: readonly string[]): Promise<void> {
  await bytesTable(tx).bulkDelete([...hashes]);
  await fileTable(tx).where('sha256').anyOf(hashes).modify({ state: 'gone' });
}

/** Called for a row that has left. Files that nothing names any more leave a day later. */
export async function releaseFiles(tx: Tx, { view, server }: MirrorRecord, now: number): Promise<void> {
  const hashes = new Set([view, server].flatMap((fields) => hashesOf(fields ?? {})));
  for (const file of await fileTable(tx).bulkGet([...(await unnamedAmong(tx, [...hashes]))])) {
    if (!file) continue;
    if (hasBytes(file) || file.isDamaged)
      await fileTable(tx).put({ ...file, state: 'spare', lastUsed: now, refusal: null });
    else await fileTable(tx).delete(file.sha256);
  }
}

/** Called for rows that were read. If one has come back, its bytes are not spare, and the server may lack them. */
export async function reclaimFiles(tx: Tx, rows: readonly MirrorRecord[]): Promise<void> {
  if (!(await readRow(tx, 'files'))) return;
  const hashes = new Set(rows.flatMap(({ view }) => hashesOf(view ?? {})));
  for (const file of await fileTable(tx).bulkGet([...hashes]))
    if (file?.state === 'spare') await changeFile(tx, file.sha256, { state: 'here', tries: 0 });
}

/** Removes files that no row names. */
export async function dropFiles(tx: Tx, hashes: readonly string[]): Promise<void> {
  await bytesTable(tx).bulkDelete([...hashes]);
  await fileTable(tx).bulkDelete([...hashes]);
}

const HASH_FIELDS = ['view.sha256', 'view.thumb_sha256', 'server.sha256', 'server.thumb_sha256'];

/** Returns the shown and the confirmed rows that name each of these files. See `createsNaming` for the others. */
export async function rowsNaming(
  tx: Tx,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, readonly MirrorRecord[]>> {
  const rows = mirrorTable(tx, 'attachments');
  const found = await Promise.all(HASH_FIELDS.map((field) => rows.where(field).anyOf(hashes).toArray()));
  const naming = new Map<string, MirrorRecord[]>(hashes.map((hash) => [hash, []]));
  for (const row of new Map(found.flat().map((one) => [one.localId, one])).values())
    for (const hash of new Set([row.view, row.server].flatMap((fields) => hashesOf(fields ?? {}))))
      naming.get(hash)?.push(row);
  return naming;
}

/** A row may be hidden by a waiting deletion, and its create be under way all the same. */
async function openCreates(tx: Tx): Promise<Mutation[]> {
  const changes = await outboxTable(tx)
    .where('[resource+localId]')
    .between(['attachments', ''], ['attachments', '\uffff'])
    .toArray();
  return changes.filter(({ kind }) => kind === 'create');
}

export async function neededByCreates(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set((await openCreates(tx)).flatMap(({ fields }) => hashesOf(valuesOf(fields))));
}

/** Returns the open creates that name this file. */
export async function createsNaming(tx: Tx, sha256: string): Promise<readonly Mutation[]> {
  return (await openCreates(tx)).filter(({ fields }) => hashesOf(valuesOf(fields)).includes(sha256));
}

/** Returns the files that no row and no open create names. */
export async function unnamedAmong(tx: Tx, hashes: readonly string[]): Promise<readonly string[]> {
  const naming = await rowsNaming(tx, hashes);
  const rowless = hashes.filter((hash) => (naming.get(hash) ?? []).length === 0);
  if (rowless.length === 0) return [];
  const needed = await neededByCreates(tx);
  return rowless.filter((hash) => !needed.has(hash));
}
