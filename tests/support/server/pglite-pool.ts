import { setTimeout as after } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Driver } from '../../../server/db/guarded-database.ts';
import { PGLITE_PARSERS, pgliteDriver } from '../../../server/db/pglite-driver.ts';
import { databaseTemplate } from './database-template.ts';

/** To open one takes a second, to empty one a tenth of that. */
const idle: PGlite[] = [];
/** A test that has left a transaction open would have the next one wait for it. */
const EMPTYING_MS = 2_000;

/** As a new database is, whatever a test has made in it. */
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

/** PGlite in memory without a table, perhaps one that another test had before. It goes back when it is closed. */
export async function pooledDriver(): Promise<Driver> {
  const pglite =
    idle.pop() ?? (await PGlite.create({ parsers: PGLITE_PARSERS, loadDataDir: await databaseTemplate() }));
  const driver = pgliteDriver(pglite);
  let isClosed = false;
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
      return driver.transaction(work);
    },
    async close() {
      refuseClosed();
      isClosed = true;
      await giveBack(pglite);
    },
  };
}

async function empty(pglite: PGlite): Promise<void> {
  // Alone: it is refused beside anything else.
  await pglite.exec('discard all');
  await pglite.exec(EMPTY);
}

async function giveBack(pglite: PGlite): Promise<void> {
  const timer = new AbortController();
  const emptied = await Promise.race([
    empty(pglite).then(
      () => true,
      () => false,
    ),
    after(EMPTYING_MS, false, { signal: timer.signal }).catch(() => false),
  ]);
  timer.abort();
  if (emptied) idle.push(pglite);
  else await pglite.close();
}
