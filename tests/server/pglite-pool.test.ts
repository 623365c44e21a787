import { describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { createCompany, listCompanies } from '../../server/repositories/accounts.ts';
import { migratedDriver } from '../support/server/pglite-pool.ts';

const borrow = async (): Promise<Database> => guardDatabase(await migratedDriver());

/** Differs from one migrated database to the next. */
const migratedAt = async (db: Database): Promise<unknown> =>
  db.query('select applied_at::text from migrations order by 1');

/** Runs a script on a database of the pool, and returns how it was migrated and the one that the next test gets. */
async function giveBackAfter(script: string): Promise<{ readonly before: unknown; readonly next: Database }> {
  const db = await borrow();
  const before = await migratedAt(db);
  await db.transaction((tx) => tx.script(script));
  await db.close();
  return { before, next: await borrow() };
}

describe('the pool of databases', () => {
  it('lends a database again, without its rows, if a test has changed only rows', async () => {
    const { before, next } = await giveBackAfter("insert into companies (name) values ('Acme'), ('Beta')");
    expect(await migratedAt(next)).toEqual(before);
    expect(await listCompanies(next)).toEqual([]);
    expect((await createCompany(next, 'First')).id).toBe(1);
    await next.close();
  });

  it.each([
    ['a table', 'create table more (id int)'],
    ['a temporary table', 'create temporary table more (id int)'],
    ['a column', 'alter table customers add column more text'],
    ['a default', "alter table customers alter column city set default 'Reno'"],
    ['a constraint', 'alter table customers add constraint more check (true)'],
    ['an index', 'create index more on customers (city)'],
    ['a function', 'create function more() returns int language sql as $$ select 1 $$'],
    ['a trigger that is off', 'alter table customers disable trigger user'],
    ['a policy', 'create policy more on customers using (true)'],
    ['whom policies bind', 'alter table customers no force row level security'],
    ['a right', 'grant select on users to public'],
    ['a role', 'create role more'],
    ['a setting', 'alter database postgres set work_mem = 128'],
  ])('migrates one anew where a test has changed %s', async (_, script) => {
    const { before, next } = await giveBackAfter(script);
    expect(await migratedAt(next)).not.toEqual(before);
    await next.close();
  });
});
