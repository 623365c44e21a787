import { dirname, join, resolve } from 'node:path';
import { assertDatabase, openDataFolder } from '../db/data-folder.ts';
import { FolderInUseError } from '../db/folder-lock.ts';
import { backupFromServer } from './backup-endpoint.ts';
import { checkBackup, writeBackup } from './backup-file.ts';
import type { BackupSummary } from './backup-format.ts';
import { type CopiedFiles, copyFiles, FILES } from './copy-files.ts';
import { readDatabase } from './read-database.ts';
import { fileToWrite, writeWhole } from './whole-file.ts';

export interface BackUpOptions {
  readonly dataDir: string;
  /** A folder, or a file name that ends in .backup. */
  readonly to: string;
  readonly force: boolean;
}

export interface BackUpDone extends BackupSummary {
  readonly file: string;
  /** Photos and documents, beside the file. */
  readonly copies: CopiedFiles;
}

/**
 * Backs up even a database that a server is using, and reads the file back. Then copies photos and documents: what the
 * rows name stays on the server for 30 days longer.
 */
export async function backUp({ dataDir, to, force }: BackUpOptions): Promise<BackUpDone> {
  const now = new Date();
  await assertDatabase(dataDir);
  const file = await fileToWrite(to, now);
  let summary: BackupSummary | undefined;
  await writeWhole(file, { force }, async (unfinished) => {
    await takeBackup(dataDir, unfinished, now);
    summary = await checkBackup(unfinished);
  });
  if (!summary) throw new Error('The backup was not read back');
  const copies = await copyFiles(join(resolve(dataDir), FILES), join(dirname(file), FILES));
  return { file, copies, ...summary };
}

async function takeBackup(dataDir: string, file: string, now: Date): Promise<void> {
  const db = await openDataFolder({ dataDir }).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return null;
    throw error;
  });
  if (!db) return backupFromServer(dataDir, file);
  try {
    await writeBackup(file, (sink) => readDatabase(db, sink, now));
  } finally {
    await db.close();
  }
}
