import type { Table } from 'dexie';
import {
  changeFile,
  dropFiles,
  evictBytes,
  fileTable,
  neededByCreates,
  rowsNaming,
  unnamedAmong,
} from '../../db/file-store.ts';
import type { RowOf } from '../../db/meta-rows.ts';
import { keptOffline } from '../../db/photo-lists.ts';
import { type AppDatabase, type FileRow, type Tx, tablesOf } from '../../db/tables.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long an original stays after its confirmation, unless the device is full. In ms. */
const KEPT_MS = 7 * DAY_MS;
/** How long bytes that no row names can still be needed by an undo, in ms. The second is for a full device. */
const SPARE_MS = DAY_MS;
const SPARE_IF_FULL_MS = 10 * 60_000;
/** Files that leave at once. */
const AT_ONCE = 50;
/** Files of one transaction. */
const STEP = 10;
/** Rows read at once. */
const ROWS_AT_ONCE = 500;

/**
 * Removes bytes that no row has named for a day. The server may lack those that a row names again. Returns the number
 * of files that left.
 */
export async function dropSpareFiles(context: SyncContext, afterMs = SPARE_MS): Promise<number> {
  assertOwner(context);
  const { relaxed } = context.db;
  const tables = [...tablesOf(relaxed, 'attachments'), relaxed.fileBytes];
  const before = context.clock.now() - afterMs;
  return relaxed.transaction('rw', tables, async (tx) => {
    const spare = await fileTable(tx).where('state').equals('spare').toArray();
    const over = spare.filter(({ lastUsed }) => lastUsed < before).map(({ sha256 }) => sha256);
    const some = over.slice(0, AT_ONCE);
    const unnamed = new Set(await unnamedAmong(tx, some));
    await dropFiles(tx, [...unnamed]);
    for (const hash of some) if (!unnamed.has(hash)) await changeFile(tx, hash, { state: 'here' });
    return unnamed.size;
  });
}

/**
 * Makes room: bytes that no row names, then originals, oldest first, then thumbnails. Returns the number of files that
 * left.
 * A file leaves only if the server has it and every row that names it is confirmed, without a waiting change.
 * Each step is a transaction of its own, because saves wait for it.
 */
export async function evictFiles(context: SyncContext): Promise<number> {
  const spare = await dropSpareFiles(context, SPARE_IF_FULL_MS);
  const left = spare > 0 ? [] : await evict(context, firstOf(await choose(context)));
  const count = spare + left.length;
  if (count > 0) context.log.info('files were removed to free space', { count });
  return count;
}

/**
 * Makes room before a photo is taken, in the same order, but thumbnails stay. Ends once this many bytes of originals
 * have left, or none may leave. While some photos fit, those of the last week stay: if the server loses some, devices
 * send them again. Returns the number of files that left.
 */
export async function freeOriginals(
  context: SyncContext,
  { bytes, room }: Pick<RowOf<'request:space'>, 'bytes' | 'room'>,
): Promise<number> {
  const isFull = room !== 'little';
  let count = 0;
  for (let spare = AT_ONCE; spare === AT_ONCE; ) {
    spare = await dropSpareFiles(context, isFull ? SPARE_IF_FULL_MS : SPARE_MS);
    count += spare;
  }
  let wanted = bytes;
  while (wanted > 0) {
    const { old, originals: recent } = await choose(context);
    const originals = isFull ? recent : [];
    const left = await evict(context, upTo(wanted, firstOf({ old, originals, others: [] })));
    if (left.length === 0) break;
    count += left.length;
    for (const { size } of left) wanted -= size;
  }
  if (count > 0) context.log.info('files were removed for new photos', { count });
  return count;
}

/** Returns the first files that together have this many bytes. */
function upTo(bytes: number, files: readonly StoredFile[]): readonly StoredFile[] {
  let sum = 0;
  return files.filter(({ size }) => {
    const isNeeded = sum < bytes;
    sum += size;
    return isNeeded;
  });
}

/** Only what choosing needs: a device may have thousands of files. */
type StoredFile = Pick<FileRow, 'sha256' | 'size' | 'state' | 'lastUsed' | 'storedAt'>;

/** Files that may leave. */
interface Choice {
  readonly old: readonly StoredFile[];
  readonly originals: readonly StoredFile[];
  readonly others: readonly StoredFile[];
}

function firstOf({ old, originals, others }: Choice): readonly StoredFile[] {
  const first = [old, originals, others].find(({ length }) => length > 0) ?? [];
  return first.slice(0, AT_ONCE);
}

async function evict(context: SyncContext, files: readonly StoredFile[]): Promise<readonly StoredFile[]> {
  const left: StoredFile[] = [];
  for (const some of inSteps(files.map(({ sha256 }) => sha256)))
    left.push(...(await evictSome(context, some)));
  return left;
}

async function choose(context: SyncContext): Promise<Choice> {
  const now = context.clock.now();
  const old: StoredFile[] = [];
  const originals: StoredFile[] = [];
  const others: StoredFile[] = [];
  for (const some of inSteps(await storedFiles(context.db.relaxed))) {
    assertOwner(context);
    const leaving = await context.db.relaxed.transaction('r', tablesFor(context.db.relaxed), (tx) =>
      mayLeaveAmong(tx, some),
    );
    for (const { file, isThumb } of leaving) {
      if (isThumb) others.push(file);
      else if ((file.storedAt ?? now) < now - KEPT_MS) old.push(file);
      else originals.push(file);
    }
    if (old.length >= AT_ONCE) break;
  }
  return { old, originals, others };
}

/** Least recently used first. */
async function storedFiles(db: AppDatabase): Promise<readonly StoredFile[]> {
  const names = await db.files.where('state').equals('stored').primaryKeys();
  const files: StoredFile[] = [];
  for (const some of inSteps(names, ROWS_AT_ONCE))
    for (const file of await db.files.bulkGet([...some]))
      if (file)
        files.push({
          sha256: file.sha256,
          size: file.size,
          state: file.state,
          lastUsed: file.lastUsed,
          storedAt: file.storedAt,
        });
  return files.sort((one, other) => one.lastUsed - other.lastUsed);
}

async function evictSome(context: SyncContext, hashes: readonly string[]): Promise<readonly StoredFile[]> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesFor(relaxed), async (tx) => {
    // A row may have come since they were chosen.
    const files = (await fileTable(tx).bulkGet([...hashes])).filter((file) => file !== undefined);
    const leaving = (await mayLeaveAmong(tx, files)).map(({ file }) => file);
    await evictBytes(
      tx,
      leaving.map(({ sha256 }) => sha256),
    );
    return leaving;
  });
}

function tablesFor(db: AppDatabase): Table[] {
  return [...tablesOf(db, 'attachments'), db.fileBytes, db.settings];
}

interface Leaving {
  readonly file: StoredFile;
  readonly isThumb: boolean;
}

async function mayLeaveAmong(tx: Tx, files: readonly StoredFile[]): Promise<readonly Leaving[]> {
  const isKept = await keptOffline(tx);
  const needed = await neededByCreates(tx);
  const naming = await rowsNaming(
    tx,
    files.map(({ sha256 }) => sha256),
  );
  return files.flatMap((file) => {
    const rows = naming.get(file.sha256) ?? [];
    if (rows.some(isKept) || !mayLeave(file, rows, needed)) return [];
    return [{ file, isThumb: rows.some((row) => namesThumb(row, file.sha256)) }];
  });
}

function inSteps<Item>(items: readonly Item[], size = STEP): (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size));
}

/**
 * That the server has the bytes is not enough: it may drop bytes that no row names. A row with a waiting change may be
 * gone there, and a person may create it again.
 * @param needed files that open creates name
 */
export function mayLeave(
  { sha256, state }: Pick<FileRow, 'sha256' | 'state'>,
  rows: readonly MirrorRecord[],
  needed: ReadonlySet<string>,
): boolean {
  const isSettled = ({ serverId, mark }: MirrorRecord): boolean =>
    serverId !== undefined && mark === 'synced';
  return state === 'stored' && !needed.has(sha256) && rows.every(isSettled);
}

function namesThumb({ view, server }: MirrorRecord, sha256: string): boolean {
  return (view ?? server)?.['thumb_sha256'] === sha256;
}
