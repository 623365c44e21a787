import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { enterCompany } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { ForeignKeyViolationError } from '../db/database-errors.ts';
import { listCompanies } from '../repositories/accounts.ts';
import {
  findStoredFile,
  forgetUnusedFile,
  insertStoredFile,
  lockStoredFile,
  type StoredFile,
  tryLockStoredFile,
  unknownFiles,
  unusedFiles,
} from '../repositories/stored-files.ts';
import { type FileStorage, fileKey, incomingFolder, MissingFileError } from './file-storage.ts';
import { HEAD_BYTES, mediaTypeOf } from './media-type.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Bytes that no attachment uses are kept this long: a device may still be about to send the row, or take back a deletion. */
const KEPT_DAYS = 30;
/** Hashes in one statement. */
const PIECE = 1_000;
/**
 * As long as the transaction that holds the lock may take, less its statements: it ends after 10 s. A bucket may still
 * carry out a request that was given up, and delete bytes that an upload has stored since the lock ended.
 */
const REMOVE_MS = 8_000;

/**
 * Deletes files that no attachment has used for 30 days, and parts of uploads that have not gone on for a day. Files
 * without a row, such as after a restore, get one: their 30 days begin now, whatever their age.
 */
export async function sweepFiles(db: Database, storage: FileStorage, now = Date.now()): Promise<void> {
  for (const { id } of await listCompanies(db)) {
    const unused = await db.transaction(async (tx) => unusedFiles(await enterCompany(tx, id), KEPT_DAYS));
    for (const sha256 of unused) {
      await forget(db, id, sha256);
      await removeWithoutRow(db, storage, { id, sha256 });
    }
    await adoptStrays(db, storage, { id, before: now - KEPT_DAYS * DAY_MS });
    await sweepIncoming(storage, { id, before: now - DAY_MS });
  }
  await sweepScratch(storage.scratch, now - DAY_MS);
}

async function forget(db: Database, id: number, sha256: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const scope = await enterCompany(tx, id);
      await lockStoredFile(scope, sha256);
      await forgetUnusedFile(scope, sha256, KEPT_DAYS);
    });
  } catch (error) {
    // An attachment began to use it at this moment.
    if (!(error instanceof ForeignKeyViolationError)) throw error;
  }
}

/**
 * In a transaction of its own: the row's deletion must be committed before the bytes go. Otherwise a crash could leave a
 * row without bytes. The lock stops an upload of the same file from adding its row in between, so it is held until the
 * storage has answered. If an upload or another server's sweep has the lock, the file is left to the next sweep, because
 * the time of the transaction would pass while it waits.
 */
async function removeWithoutRow(
  db: Database,
  storage: FileStorage,
  { id, sha256 }: { readonly id: number; readonly sha256: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const scope = await enterCompany(tx, id);
    if (!(await tryLockStoredFile(scope, sha256)) || (await findStoredFile(scope, sha256))) return;
    await storage.remove(fileKey(id, sha256), REMOVE_MS);
  });
}

interface Old {
  readonly id: number;
  /** In ms since 1970. */
  readonly before: number;
}

async function adoptStrays(db: Database, storage: FileStorage, { id, before }: Old): Promise<void> {
  const hashes = (await storage.list(`files/${id}`)).map((key) => key.split('/').at(-1) ?? '');
  for (let at = 0; at < hashes.length; at += PIECE) {
    const piece = hashes.slice(at, at + PIECE);
    const strays = await db.transaction(async (tx) => unknownFiles(await enterCompany(tx, id), piece));
    for (const sha256 of strays) {
      const file = await readStray(storage, fileKey(id, sha256), sha256).catch((error: unknown) => {
        // Another server's sweep has just removed it.
        if (error instanceof MissingFileError) return undefined;
        throw error;
      });
      if (file) await adopt(db, { id, file });
      // Damaged bytes cannot get a row, because clients would take it for the file.
      else if (await isOlder(storage, fileKey(id, sha256), before))
        await removeWithoutRow(db, storage, { id, sha256 });
    }
  }
}

/** Undefined if the bytes are not those of the hash, or of no type that is accepted. */
async function readStray(storage: FileStorage, key: string, sha256: string): Promise<StoredFile | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of (await storage.read(key)) as AsyncIterable<Buffer>) {
    size += chunk.length;
    hash.update(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
  }
  const type = mediaTypeOf(head);
  return type && hash.digest('hex') === sha256 ? { sha256, size, mediaType: type.name } : undefined;
}

/** An upload or another server's sweep may have added the row, or removed the bytes, meanwhile. */
async function adopt(
  db: Database,
  { id, file }: { readonly id: number; readonly file: StoredFile },
): Promise<void> {
  await db.transaction(async (tx) => {
    const scope = await enterCompany(tx, id);
    await lockStoredFile(scope, file.sha256);
    await insertStoredFile(scope, file);
  });
}

/** The newest part of an upload decides for all of its parts: behind a slow line, a large file can take days. */
async function sweepIncoming(storage: FileStorage, { id, before }: Old): Promise<void> {
  const keys = await storage.list(incomingFolder(id));
  const goingOn = new Set<string>();
  for (const key of keys) {
    if (goingOn.has(dirname(key)) || (await isOlder(storage, key, before))) continue;
    goingOn.add(dirname(key));
  }
  for (const key of keys) if (!goingOn.has(dirname(key))) await storage.remove(key);
}

async function isOlder(storage: FileStorage, key: string, before: number): Promise<boolean> {
  const found = await storage.stat(key);
  return found !== null && found.changedAt < before;
}

/** Left by processes that were killed while they received something. */
async function sweepScratch(scratch: string, before: number): Promise<void> {
  for (const name of await readdir(scratch).catch(() => [])) {
    const path = join(scratch, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
