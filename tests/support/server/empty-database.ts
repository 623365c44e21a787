import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { type Driver, guardDatabase } from '../../../server/db/guarded-database.ts';
import { postgresDriver } from '../../../server/db/postgres-driver.ts';
import { migratedDriver, pooledDriver } from './pglite-pool.ts';
import { MIGRATED, OWNER } from './postgres-for-all.ts';
import { runSql } from './run-sql.ts';

/** Whether this run's databases are of a PostgreSQL server; else they are of PGlite, in memory. */
export function isOnPostgres(): boolean {
  return inject('postgres') !== undefined;
}

/** An empty database, migrated, that nobody else has. It goes when it is closed. */
export async function emptyDatabase(): Promise<Database> {
  if (isOnPostgres()) return openAndDrop(await newPostgresDatabase(MIGRATED));
  return guardDatabase(await migratedDriver());
}

/** The same without a table. */
export async function bareDatabase(): Promise<Database> {
  return isOnPostgres()
    ? openAndDrop(await newPostgresDatabase('template0'))
    : guardDatabase(await pooledDriver());
}

/** What reaches one without a table, before it is guarded. Where it is PostgreSQL's, it goes with that server. */
export async function emptyDriver(): Promise<Driver> {
  return isOnPostgres()
    ? postgresDriver(await newPostgresDatabase('template0'), () => undefined)
    : pooledDriver();
}

/** The address of a new database of the PostgreSQL server, for its owner. */
export async function newPostgresDatabase(template: typeof MIGRATED | 'template0'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(adminUrl(), `create database ${name} template ${template} owner ${OWNER}`);
  const url = new URL(name, adminUrl());
  url.username = OWNER;
  return url.href;
}

/** A database of the PostgreSQL server as the server itself opens it. */
export function openPostgres(url: string): Database {
  return guardDatabase(postgresDriver(url, () => undefined));
}

/** The address under which everything may be done with the PostgreSQL server. */
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
