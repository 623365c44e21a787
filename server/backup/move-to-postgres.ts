import { UsageError } from '../config/usage-error.ts';
import { assertDatabase, openDataFolder } from '../db/data-folder.ts';
import type { Database } from '../db/database.ts';
import { guardDatabase } from '../db/guarded-database.ts';
import { migrate } from '../db/migrate.ts';
import { postgresDriver } from '../db/postgres-driver.ts';
import { type BackupSummary, summingUp } from './backup-format.ts';
import { beginEpochsAfterCut } from './epochs.ts';
import { BACKUP_TIMEOUT_MS, readDatabase } from './read-database.ts';
import { databaseSink } from './write-database.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Copies everything in one transaction, and compares every table before it commits. */
export async function moveToPostgres(options: {
  readonly dataDir: string;
  readonly databaseUrl: string;
}): Promise<BackupSummary> {
  const { dataDir, databaseUrl } = options;
  await assertDatabase(dataDir);
  const source = await openDataFolder({ dataDir });
  // If the connection is lost, the next query fails.
  const target = guardDatabase(postgresDriver(databaseUrl, () => undefined));
  try {
    await migrate(source);
    await beginEpochsAfterCut(source, dataDir);
    await migrate(target).catch(lackOfRights);
    return await copy(source, target);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function copy(source: Database, target: Database): Promise<BackupSummary> {
  return target.transaction(
    async (tx) => {
      const sink = summingUp(databaseSink(tx, 'The database of DATABASE_URL'));
      await readDatabase(source, sink, new Date());
      return sink.summary();
    },
    { timeoutMs: BACKUP_TIMEOUT_MS },
  );
}

function lackOfRights(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE) {
    throw new UsageError(
      `The role of DATABASE_URL is not allowed to create tables in its database (${error.message}). Make it the ` +
        'owner of the database: see docs/operating.md.',
    );
  }
  throw error;
}
