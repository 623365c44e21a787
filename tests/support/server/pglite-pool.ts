import { PGlite } from '@electric-sql/pglite';
import { type Driver, guardDatabase } from '../../../server/db/guarded-database.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { PGLITE_PARSERS, pgliteDriver } from '../../../server/db/pglite-driver.ts';
import { databaseTemplate } from './database-template.ts';

/** Databases for reuse: opening a PGlite takes 1 s of CPU time, emptying one 50 ms, migrating one 200 ms. */
const bare: PGlite[] = [];
const migrated: PGlite[] = [];
/** The schema of each database that was migrated and then emptied row by row. */
const cleanSchema = new WeakMap<PGlite, string>();

/** Removes everything that a test created, so that the database is like new. */
const EMPTY = `
  alter database postgres reset all;
  do $$
  declare it record;
  begin
    for it in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
      execute format('drop schema %I cascade', it.nspname);
    end loop;
    for it in select rolname from pg_roles where rolname <> current_user and rolname !~ '^pg_' loop
      execute format('drop owned by %I cascade', it.rolname);
      execute format('drop role %I', it.rolname);
    end loop;
  end $$;
  create schema public authorization pg_database_owner;
  grant usage on schema public to public;
`;

/**
 * A query whose result changes whenever a schema, a right, a role or a setting changes, because each change writes a
 * row of these catalogs.
 */
const SCHEMA = [
  'attrdef',
  'attribute',
  'auth_members',
  'authid',
  'class',
  'constraint',
  'database',
  'db_role_setting',
  'default_acl',
  'extension',
  'index',
  'namespace',
  'policy',
  'proc',
  'rewrite',
  'trigger',
  'type',
]
  .map(
    (name) =>
      `select '${name}' as catalog, count(*) as rows, max(xmin::text::bigint) as newest from pg_${name}`,
  )
  .join(' union all ');

/** Empties all tables that may have rows of tests. */
const TRUNCATE = `
  do $$ begin
    execute (
      select format('truncate %s restart identity', string_agg(format('public.%I', tablename), ', '))
      from pg_tables where schemaname = 'public' and tablename <> 'migrations'
    );
  end $$;
`;

/** Returns a PGlite in memory without tables. An earlier test may have used it. Closing it returns it to the pool. */
export async function pooledDriver(): Promise<Driver> {
  return lend(await emptyPglite());
}

/** Returns a migrated PGlite from the pool. */
export async function migratedDriver(): Promise<Driver> {
  const known = migrated.pop();
  if (known) return lend(known);
  const pglite = await emptyPglite();
  await migrate(guardDatabase(pgliteDriver(pglite)));
  cleanSchema.set(pglite, await schemaOf(pglite));
  return lend(pglite);
}

async function emptyPglite(): Promise<PGlite> {
  const known = bare.pop();
  if (known) return known;
  const template = await databaseTemplate();
  return PGlite.create({ parsers: PGLITE_PARSERS, loadDataDir: template });
}

function lend(pglite: PGlite): Driver {
  const driver = pgliteDriver(pglite);
  let isClosed = false;
  let openTransactions = 0;
  const refuseClosed = (): void => {
    if (isClosed) throw new Error('The database is closed');
  };
  return {
    ...driver,
    async query(sql, values) {
      refuseClosed();
      return driver.query(sql, values);
    },
    async transaction(work) {
      refuseClosed();
      openTransactions += 1;
      try {
        return await driver.transaction(work);
      } finally {
        openTransactions -= 1;
      }
    },
    async close() {
      refuseClosed();
      isClosed = true;
      // Not to the pool: the next test would wait for the transaction that this one left open.
      if (openTransactions > 0) await pglite.close();
      else await giveBack(pglite);
    },
  };
}

async function giveBack(pglite: PGlite): Promise<void> {
  try {
    // In a call of its own: PostgreSQL refuses it together with other statements.
    await pglite.exec('discard all');
    if (cleanSchema.get(pglite) === (await schemaOf(pglite))) {
      await pglite.exec(TRUNCATE);
      cleanSchema.set(pglite, await schemaOf(pglite));
      migrated.push(pglite);
    } else {
      await pglite.exec(EMPTY);
      cleanSchema.delete(pglite);
      bare.push(pglite);
    }
  } catch {
    await pglite.close();
  }
}

async function schemaOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(SCHEMA);
  return JSON.stringify(rows);
}
