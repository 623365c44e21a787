import { readdir, readFile } from 'node:fs/promises';
import { ensureApplicationRole } from './application-role.ts';
import type { Database } from './database.ts';

/** Beside the source here, and beside the bundle in build/server: the build copies the folder. */
const FOLDER = new URL('./migrations/', import.meta.url);
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Any number, the same in every process: only one of them migrates at a time. */
export const MIGRATION_LOCK = 5_274_001;
const TIMEOUT_MS = 10 * 60_000;

/**
 * Brings the database to this version: every migration that is not recorded runs in a transaction of its own
 * together with its record, so that a crash leaves whole steps only. Answers the names of those it ran. With
 * `only`, it goes as far as a database that has had just these. Fails with `ApplicationRoleError` where an
 * administrator has to do something first.
 */
export async function migrate(db: Database, only?: readonly string[]): Promise<readonly string[]> {
  await ensureApplicationRole(db);
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await tx.script(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
  });
  const done: string[] = [];
  for (const name of only ?? (await migrationNames())) {
    if (await apply(db, name)) done.push(name);
  }
  return done;
}

async function apply(db: Database, name: string): Promise<boolean> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8');
  return db.transaction(
    async (tx) => {
      // Under the lock, and looked up only then: another process may have applied it meanwhile.
      await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      const known = await tx.query('select 1 from migrations where name = $1', [name]);
      if (known.length > 0) return false;
      await tx.script(sql);
      await tx.query('insert into migrations (name) values ($1)', [name]);
      return true;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/** Every migration that this version has, in order. */
export async function migrationNames(): Promise<readonly string[]> {
  const names = await readdir(FOLDER);
  return names.filter((name) => FILE_NAME.test(name)).sort();
}
