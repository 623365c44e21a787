import { access, mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Database } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { guardDatabase } from './guarded-database.ts';
import { openPglite } from './open-pglite.ts';
import { shippedTemplate } from './pglite-template.ts';
import type { DatabaseThreadError } from './worker-driver.ts';

/** The folder holds something that is no whole database. It is left as it is, for a person to look at. */
export class BrokenDataFolderError extends Error {
  override readonly name = 'BrokenDataFolderError';
  constructor(folder: string) {
    super(
      `${folder} does not hold a whole database: PG_VERSION or global/pg_control is missing. Nothing in it was ` +
        `changed. Put a backup in its place, or move it away to start with an empty database.`,
    );
  }
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
  const parent = resolve(options.dataDir);
  await mkdir(parent, { recursive: true });
  const folder = join(parent, 'database');
  const lock = lockFolder(folder);
  try {
    if (await isMissing(folder)) await createDatabase(folder, options.template ?? (await shippedTemplate()));
    else if (!(await isWhole(folder))) throw new BrokenDataFolderError(folder);
    const { onLost = () => undefined } = options;
    const database = guardDatabase(await openPglite({ dataDir: folder, onLost }));
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

/**
 * Made in a side folder and renamed when it is whole: a first start that is cut off leaves the side folder
 * and no half database. What an earlier one left is moved aside, never deleted.
 */
async function createDatabase(folder: string, template: Blob | undefined): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  if (!(await isMissing(unfinished))) {
    await rename(unfinished, `${folder}.aside-${new Date().toISOString().replaceAll(':', '-')}`);
  }
  const driver = await openPglite({
    dataDir: unfinished,
    onLost: () => undefined,
    ...(template ? { template } : {}),
  });
  await driver.close();
  await rename(unfinished, folder);
}

/** An empty folder counts as missing, and goes: a mounted volume begins as one. */
async function isMissing(folder: string): Promise<boolean> {
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
