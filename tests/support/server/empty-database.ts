import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { type Driver, guardDatabase } from '../../../server/db/guarded-database.ts';
import { postgresDriver } from '../../../server/db/postgres-driver.ts';
import { migratedDriver, pooledDriver } from './pglite-pool.ts';
import { MIGRATED, OWNER } from './postgres-for-all.ts';
import { runSql } from './run-sql.ts';

/** True if this run's databases are on a PostgreSQL server. Otherwise they are PGlite, in memory. */
export function isOnPostgres(): boolean {
  return inject('postgres') !== undefined;
}

/** Opens a new, empty, migrated database, which is deleted when it is closed. */
export async function emptyDatabase(): Promise<Database> {
  if (isOnPostgres()) return openAndDrop(await newPostgresDatabase(MIGRATED));
  return guardDatabase(await migratedDriver());
}

/** Opens such a database without any table. */
export async function bareDatabase(): Promise<Database> {
  return isOnPostgres()
    ? openAndDrop(await newPostgresDatabase('template0'))
    : guardDatabase(await pooledDriver());
}

/**
 * Returns the unguarded driver of a database without tables. On PostgreSQL, the database is deleted with the server.
 */
export async function emptyDriver(): Promise<Driver> {
  return isOnPostgres()
    ? postgresDriver(await newPostgresDatabase('template0'), () => undefined)
    : pooledDriver();
}

/** Creates a database on the PostgreSQL server. Returns its URL for its owner. */
export async function newPostgresDatabase(template: typeof MIGRATED | 'template0'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(adminUrl(), `create database ${name} template ${template} owner ${OWNER}`);
  const url = new URL(name, adminUrl());
  url.username = OWNER;
  return url.href;
}

/** Opens a PostgreSQL database as our server does. */
export function openPostgres(url: string): Database {
  return guardDatabase(postgresDriver(url, () => undefined));
}

/** Returns the URL of the PostgreSQL server's superuser. */
function adminUrl(database = 'postgres'): string {
  return new URL(database, `${inject('postgres')?.url ?? 'no PostgreSQL in this run'}/`).href;
}

function openAndDrop(url: string): Database {
  const db = openPostgres(url);
  return {
    ...db,
    async close() {
      await db.close();
      await runSql(adminUrl(), `drop database "${new URL(url).pathname.slice(1)}" with (force)`);
    },
  };
}
