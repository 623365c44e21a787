import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../config/usage-error.ts';
import type { Database } from '../db/database.ts';
import { migrate, migrationNames } from '../db/migrate.ts';
import { replaceDatabase } from '../db/replace-database.ts';
import { checkBackup, readBackup } from './backup-file.ts';
import type { BackupSummary } from './backup-format.ts';
import { filesNamedBy } from './check-backup.ts';
import {
  type BrokenFile,
  brokenFiles,
  type CopiedFiles,
  copyFiles,
  FILES,
  failedWords,
  mendFiles,
} from './copy-files.ts';
import { beginEpochs } from './epochs.ts';
import { BACKUP_TIMEOUT_MS } from './read-database.ts';
import { databaseSink } from './write-database.ts';

export interface RestoreOptions {
  readonly dataDir: string;
  readonly from: string;
  readonly force: boolean;
  /** Photos and documents are in a bucket, not in the data folder. */
  readonly hasBucket?: boolean;
  readonly template?: Blob;
}

export interface RestoreDone extends BackupSummary {
  /** The previous database's new folder, if there was one. */
  readonly aside: string | null;
  /** Photos and documents that were beside the backup. Null if they are in a bucket. */
  readonly copies: CopiedFiles | null;
  /**
   * Photos and documents of the backup that are whole neither in the data folder nor beside the backup. Damaged ones are
   * now in `damagedFolderOf` the folder of files.
   */
  readonly broken: readonly BrokenFile[];
}

/** Checks the new database before it replaces the old one. */
export async function restore({ from, hasBucket = false, ...options }: RestoreOptions): Promise<RestoreDone> {
  const { migrations, ...summary } = await checkBackup(from);
  await assertKnown(migrations);
  let files: Awaited<ReturnType<typeof restoreFiles>> = { copies: null, broken: [] };
  const aside = await replaceDatabase(options, async (db) => {
    // First, so that the new database never names a file that is not there yet.
    if (!hasBucket) files = await restoreFiles(from, options.dataDir);
    await fillFrom(from, db, migrations);
  });
  return { ...summary, aside, ...files };
}

async function restoreFiles(from: string, dataDir: string): Promise<Pick<RestoreDone, 'copies' | 'broken'>> {
  const beside = join(dirname(resolve(from)), FILES);
  const folder = join(resolve(dataDir), FILES);
  const copies = await copyFiles(beside, folder);
  // They may be whole, so none of them is taken for lost.
  if (copies.failed.length > 0) {
    throw new UsageError(
      `The database was not replaced. Of ${copies.files} photos and documents beside the backup, ` +
        failedWords(copies.failed),
    );
  }
  const { wanted } = await filesNamedBy(from);
  return { copies, broken: await mendFiles(beside, folder, await brokenFiles(folder, wanted)) };
}

/** Runs the backup's migrations, fills the tables, then runs the newer migrations. */
async function fillFrom(from: string, db: Database, migrations: readonly string[]): Promise<void> {
  await migrate(db, migrations);
  await db.transaction((tx) => readBackup(from, databaseSink(tx, 'The restored database')), {
    timeoutMs: BACKUP_TIMEOUT_MS,
  });
  await migrate(db);
  await beginEpochs(db);
}

async function assertKnown(migrations: readonly string[]): Promise<void> {
  const known = await migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new UsageError(
    'The backup comes from a newer version of this program. Nothing was changed. This version does not know the ' +
      `migrations ${unknown.join(', ')}. Update the program first.`,
  );
}
