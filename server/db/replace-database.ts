import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../config/usage-error.ts';
import { asideOf, databaseIn, endRestore, isMissing, restoredBeside } from './data-folder.ts';
import type { Database } from './database.ts';
import { closeFiles, makeClosedFolder } from './folder-access.ts';
import { lockFolder } from './folder-lock.ts';
import { guardDatabase } from './guarded-database.ts';
import { openPglite } from './open-pglite.ts';
import { shippedTemplate } from './pglite-template.ts';

class DatabaseExistsError extends UsageError {
  override readonly name = 'DatabaseExistsError';
  constructor(folder: string) {
    super(
      `There is already a database in ${folder}. Nothing was changed. With --force, the restored database takes its ` +
        'place, and the old one is kept beside it.',
    );
  }
}

export interface ReplaceOptions {
  readonly dataDir: string;
  /** Default: the empty database in the build. */
  readonly template?: Blob;
  readonly force: boolean;
}

/**
 * Replaces the old database with one that `fill` fills. Returns the folder to which the old one was moved, or null if
 * there was none. If `fill` fails, nothing changes. After a crash, one of the two is in place, or the next start puts
 * one there.
 */
export async function replaceDatabase(
  { dataDir, template, force }: ReplaceOptions,
  fill: (db: Database) => Promise<void>,
): Promise<string | null> {
  const folder = databaseIn(dataDir);
  await mkdir(dirname(folder), { recursive: true });
  const lock = await lockFolder(folder);
  try {
    await endRestore(folder);
    if (!force && !(await isMissing(folder))) throw new DatabaseExistsError(folder);
    const beside = `${folder}.restoring`;
    // Left by an interrupted restore. It is safe to delete: the backup still has everything.
    await rm(beside, { recursive: true, force: true });
    try {
      await createFilled(beside, template ?? (await shippedTemplate()), fill);
    } catch (error) {
      await rm(beside, { recursive: true, force: true });
      throw error;
    }
    await closeFiles(beside);
    await rename(beside, restoredBeside(folder));
    const aside = (await isMissing(folder)) ? null : asideOf(folder);
    if (aside !== null) await rename(folder, aside);
    await rename(restoredBeside(folder), folder);
    return aside;
  } finally {
    lock.release();
  }
}

async function createFilled(
  folder: string,
  template: Blob | undefined,
  fill: (db: Database) => Promise<void>,
): Promise<void> {
  await makeClosedFolder(folder);
  const driver = await openPglite({
    dataDir: folder,
    onLost: () => undefined,
    ...(template ? { template } : {}),
  });
  const db = guardDatabase(driver);
  try {
    await fill(db);
  } finally {
    await db.close();
  }
}
