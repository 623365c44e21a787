import type { Config } from '../config.ts';
import { openDataFolder } from './data-folder.ts';
import type { Database } from './database.ts';
import { guardDatabase } from './guarded-database.ts';
import { migrate } from './migrate.ts';
import { postgresDriver } from './postgres-driver.ts';

/** Opens the database that the configuration names and brings it to this version. Close it when done. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  const db = config.databaseUrl
    ? guardDatabase(postgresDriver(config.databaseUrl, onIdleError))
    : await openDataFolder({ dataDir: config.dataDir });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}
