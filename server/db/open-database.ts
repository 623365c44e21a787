import type { Config } from '../config/config.ts';
import { openDataFolder } from './data-folder.ts';
import type { Database } from './database.ts';
import { guardDatabase } from './guarded-database.ts';
import { migrate } from './migrate.ts';
import { postgresDriver } from './postgres-driver.ts';
import type { DatabaseThreadError } from './thread-calls.ts';

export interface DatabaseEvents {
  /** PostgreSQL closed an idle connection; the next query opens another one. */
  readonly onIdleError: (error: Error) => void;
  /** The embedded database has stopped for good. */
  readonly onLost: (error: DatabaseThreadError) => void;
}

export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'listenUrl' | 'changeSignal'>>,
  { onIdleError, onLost }: DatabaseEvents,
): Promise<Database> {
  const db = config.databaseUrl
    ? guardDatabase(
        postgresDriver(config.databaseUrl, onIdleError, {
          listenUrl: config.listenUrl,
          isQuiet: config.changeSignal?.kind === 'poll',
        }),
      )
    : await openDataFolder({ dataDir: config.dataDir, onLost });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
