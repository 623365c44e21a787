import { access, mkdir, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Database } from './database.ts';
import { closeFiles, closeWithThoseBeside, makeClosedFolder } from './folder-access.ts';
import { lockFolder } from './folder-lock.ts';
import { guardDatabase } from './guarded-database.ts';
import { openPglite } from './open-pglite.ts';
import { shippedTemplate } from './pglite-template.ts';
import type { DatabaseThreadError } from './thread-calls.ts';

/** The folder holds something that is no whole database. It is left as it is, for a person to look at. */
export class BrokenDataFolderError extends Error {
  override readonly name = 'BrokenDataFolderError';
}

export interface DataFolderOptions {
  readonly dataDir: string;
  /** An empty database to start from; without one, that of the build, if there is one. */
  readonly template?: Blob;
  /** Told when the database's thread ends by itself. Without it, the next query says so. */
  readonly onLost?: (error: DatabaseThreadError) => void;
}

/**
 * Opens the embedded database in `<dataDir>/database`, alone: the lock `<dataDir>/database.lock` is held until
 * `close`. Throws `FolderInUseError` when another process has it.
 */
export async function openDataFolder(options: DataFolderOptions): Promise<Database> {
  const folder = databaseIn(options.dataDir);
  await mkdir(dirname(folder), { recursive: true });
  const lock = await lockFolder(folder);
  try {
    await endRestore(folder);
    if (await isMissing(folder)) await createDatabase(folder, options.template ?? (await shippedTemplate()));
    else if (!(await isWhole(folder))) throw notWhole(folder);
    await closeWithThoseBeside(folder);
    const { onLost = () => undefined } = options;
    const driver = await openPglite({ dataDir: folder, onLost }).catch(async (error: unknown) => {
      throw await whyNotOpen(folder, error);
    });
    const database = guardDatabase(driver);
    return {
      ...database,
      async close() {
        try {
          await database.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Where the embedded database of a data folder is. */
export function databaseIn(dataDir: string): string {
  return join(resolve(dataDir), 'database');
}

/** Where a restore leaves a database that is whole and checked, until it stands in the place of the old one. */
export function restoredBeside(folder: string): string {
  return `${folder}.restored`;
}

/**
 * Ends what a restore began that was cut off between its last check and its end: either the old database had
 * been moved away already, and the restored one takes its place, or the old one stays and the other one goes.
 */
export async function endRestore(folder: string): Promise<void> {
  const restored = restoredBeside(folder);
  if (await isMissing(restored)) return;
  if (await isMissing(folder)) await rename(restored, folder);
  else await rm(restored, { recursive: true });
}

/** A name for what is moved out of the way and kept. */
export function asideOf(folder: string): string {
  return `${folder}.aside-${new Date().toISOString().replaceAll(':', '-')}`;
}

/**
 * Made in a side folder and renamed when it is whole: a first start that is cut off leaves the side folder
 * and no half database. What an earlier one left is moved aside, never deleted.
 */
async function createDatabase(folder: string, template: Blob | undefined): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  if (!(await isMissing(unfinished))) await rename(unfinished, asideOf(folder));
  await makeClosedFolder(unfinished);
  const driver = await openPglite({
    dataDir: unfinished,
    onLost: () => undefined,
    ...(template ? { template } : {}),
  });
  await driver.close();
  await closeFiles(unfinished);
  await rename(unfinished, folder);
}

/** An empty folder counts as missing, and goes: a mounted volume begins as one. */
export async function isMissing(folder: string): Promise<boolean> {
  try {
    if ((await readdir(folder)).length > 0) return false;
    await rmdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}

async function isWhole(folder: string): Promise<boolean> {
  try {
    await Promise.all([access(join(folder, 'PG_VERSION')), access(join(folder, 'global', 'pg_control'))]);
    return true;
  } catch {
    return false;
  }
}

function notWhole(folder: string): BrokenDataFolderError {
  return new BrokenDataFolderError(
    `${folder} does not hold a whole database: PG_VERSION or global/pg_control is missing. Nothing in it was ` +
      'changed. Put a backup in its place, or move it away to start with an empty database.',
  );
}

/** A database needs some of it even to open: a segment of its log, for one. */
const ROOM_BYTES = 32 * 1024 * 1024;

/** In words why a database that was whole does not open. PGlite says no more than that it was aborted. */
async function whyNotOpen(folder: string, cause: unknown): Promise<unknown> {
  if (cause instanceof TypeError) return cause;
  // What follows the first sentence is for whoever builds PGlite.
  const [said] = String(cause instanceof Error ? cause.message : cause).split('. ', 1);
  const { bavail, bsize } = await statfs(folder);
  const why =
    bavail * bsize < ROOM_BYTES
      ? 'Its disk is full: make room, and start again.'
      : 'It is damaged, or this user may not read and write all of its files. Put a backup in its place (npm run ' +
        'restore -- --from FILE --force), or move it away to start with an empty database, and keep it until all is well.';
  return new BrokenDataFolderError(`The database in ${folder} cannot be opened (${said}). ${why}`, { cause });
}
