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

/** The data folder has a database already, and nobody has said that it may go. */
class DatabaseExistsError extends UsageError {
  override readonly name = 'DatabaseExistsError';
  constructor(folder: string) {
    super(
      `There is a database in ${folder}, and nothing was changed. With --force, the restored one takes its ` +
        'place; the old one is kept beside it.',
    );
  }
}

export interface ReplaceOptions {
  readonly dataDir: string;
  /** An empty database to start from; without one, that of the build, if there is one. */
  readonly template?: Blob;
  /** Whether a database that is there gives way. */
  readonly force: boolean;
}

/**
 * Puts the database that `fill` makes in the place of the one in the data folder, and answers where the old
 * one is now, if there was one. `fill` works on a database beside it: when it fails, the old one is untouched.
 * A crash at any point leaves the one or the other in its place, or one that the next start puts there.
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
    // What an earlier restore left half done: the backup that it came from is the original.
    await rm(beside, { recursive: true, force: true });
    try {
      await made(beside, template ?? (await shippedTemplate()), fill);
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

async function made(
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
