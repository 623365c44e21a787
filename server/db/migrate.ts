import { readdir, readFile } from 'node:fs/promises';
import { ensureApplicationRole } from './application-role.ts';
import type { Database } from './database.ts';

/** The build copies this folder to build/server. */
const FOLDER = new URL('./migrations/', import.meta.url);
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** The same in every process, so that only one migrates at a time. */
export const MIGRATION_LOCK = 5_274_001;
const TIMEOUT_MS = 10 * 60_000;

/**
 * Runs the missing migrations and returns their names. Each shares a transaction with its record, so that a crash
 * leaves only complete steps. Throws an `ApplicationRoleError` if an administrator must act first.
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
      // Checked under the lock, because another process may have applied the migration.
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

export async function migrationNames(): Promise<readonly string[]> {
  const names = await readdir(FOLDER);
  return names.filter((name) => FILE_NAME.test(name)).sort();
}
