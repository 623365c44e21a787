import { access, mkdir, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '../config/error-code.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Database } from './database.ts';
import { closeFiles, closeWithThoseBeside, makeClosedFolder } from './folder-access.ts';
import { lockFolder } from './folder-lock.ts';
import { guardDatabase } from './guarded-database.ts';
import { openPglite } from './open-pglite.ts';
import { shippedTemplate } from './pglite-template.ts';
import type { DatabaseThreadError } from './thread-calls.ts';

/** The folder is left unchanged for a person to inspect. */
export class BrokenDataFolderError extends Error {
  override readonly name = 'BrokenDataFolderError';
}

export interface DataFolderOptions {
  readonly dataDir: string;
  /** Default: the empty database in the build. */
  readonly template?: Blob;
  readonly onLost?: (error: DatabaseThreadError) => void;
}

/** Holds the lock `<dataDir>/database.lock` until `close`. Throws `FolderInUseError`. */
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

export function databaseIn(dataDir: string): string {
  return join(resolve(dataDir), 'database');
}

/** Throws a `UsageError` if the data folder has no database. */
export async function assertDatabase(dataDir: string): Promise<void> {
  const folder = databaseIn(dataDir);
  if (await isMissing(folder)) {
    throw new UsageError(
      `There is no database in ${folder}. Set DATA_DIR to the folder that the server uses.`,
    );
  }
}

export function restoredBeside(folder: string): string {
  return `${folder}.restored`;
}

/**
 * Completes or undoes a restore that was interrupted after its last check. If the old database has been moved
 * away, the restored one takes its place.
 */
export async function endRestore(folder: string): Promise<void> {
  const restored = restoredBeside(folder);
  if (await isMissing(restored)) return;
  if (await isMissing(folder)) await rename(restored, folder);
  else await rm(restored, { recursive: true });
}

export function asideOf(folder: string): string {
  return `${folder}.aside-${new Date().toISOString().replaceAll(':', '-')}`;
}

/**
 * Works in a separate folder, so that an interrupted first start leaves no partial database. Leftovers are moved
 * aside, never deleted.
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

/** Also removes an empty folder, so that the database can take its place. */
export async function isMissing(folder: string): Promise<boolean> {
  try {
    if ((await readdir(folder)).length > 0) return false;
    await rmdir(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
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
    `${folder} does not contain a complete database: PG_VERSION or global/pg_control is missing. Nothing in it was ` +
      'changed. Put a backup in its place, or move it away to start with an empty database.',
  );
}

/** A database needs space to open, for example for a segment of its log. */
const ROOM_BYTES = 32 * 1024 * 1024;

/** PGlite only reports that it was aborted. */
async function whyNotOpen(folder: string, cause: unknown): Promise<unknown> {
  if (cause instanceof TypeError) return cause;
  // The other sentences are for PGlite's developers.
  const [firstSentence] = String(cause instanceof Error ? cause.message : cause).split('. ', 1);
  const { bavail, bsize } = await statfs(folder);
  const why =
    bavail * bsize < ROOM_BYTES
      ? 'Its disk is full. Free some space and start again.'
      : 'It is damaged, or this user does not have permission to read and write all of its files. Put a backup in its ' +
        'place (npm run restore -- --from FILE --force), or move it away to start with an empty database. Keep the old ' +
        'files until everything works again.';
  return new BrokenDataFolderError(`The database in ${folder} cannot be opened (${firstSentence}). ${why}`, {
    cause,
  });
}
