import type { TestProject } from 'vitest/node';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { guardDatabase } from '../../../server/db/guarded-database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { postgresDriver } from '../../../server/db/postgres-driver.ts';
import { startPostgres } from './postgres.ts';
import { runSql } from './run-sql.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server that this project's tests use. Without one, they use PGlite. */
    postgres: { readonly url: string } | undefined;
  }
}

/** The role that owns the databases, as on a customer's server: not a superuser, but allowed to create roles. */
export const OWNER = 'crm';
/** A database that is migrated once. Every test's database is a copy of it. */
export const MIGRATED = 'migrated';

/** Starts one PostgreSQL server for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('There is no PostgreSQL on this machine any more');
  const server = await startPostgres(programs);
  try {
    await runSql(
      `${server.url}/postgres`,
      `create role ${OWNER} login createrole`,
      `create database ${MIGRATED} owner ${OWNER}`,
    );
    const url = new URL(MIGRATED, `${server.url}/`);
    url.username = OWNER;
    const db = guardDatabase(postgresDriver(url.href, () => undefined));
    await migrate(db);
    await db.close();
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgres', { url: server.url });
  return () => server.stop();
}
