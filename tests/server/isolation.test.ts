import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { APPLICATION_ROLE } from '../../server/db/application-role.ts';
import { enterCompany } from '../../server/db/company-scope.ts';
import type { Transaction } from '../../server/db/database.ts';
import { serverResources } from '../../server/resources/server-resources.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { makeBook, validRecord } from '../support/server/company-book.ts';
import { inCompany } from '../support/server/company-sql.ts';
import { isOnPostgres } from '../support/server/empty-database.ts';
import { storedPicture } from '../support/server/files.ts';
import { isolationFaults } from '../support/server/isolation-faults.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = specOf('customers').path;
const TABLES = Object.values(serverResources).map(({ table }) => table);
const REFERRING = TABLES.filter((table) => table !== 'customers');
/** Those that business transactions have no business with. */
const PRIVATE = ['users', 'sessions', 'refresh_tokens', 'sign_in_failures', 'settings', 'migrations'];
const REFUSED = /row-level security/;

type Ids = Readonly<Record<string, number>>;

let server: TestServer;
let ann: TestAccount;
let bob: TestAccount;
/** The one record of each kind, by table. */
let annIds: Ids;
let bobIds: Ids;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  ann = await server.account('ann');
  bob = await server.account('bob');
  annIds = await oneOfEach(ann);
  bobIds = await oneOfEach(bob);
});

afterAll(async () => {
  await server.close();
});

async function oneOfEach(account: TestAccount): Promise<Ids> {
  const ids = await makeBook(server, account, 'one', { customers: randomUUID() });
  // Something that is gone leaves a trace as well.
  const { token } = account;
  const body = validRecord('customers', 'two', 0);
  const { json } = await send(server, `POST ${CUSTOMERS}`, { token, body });
  await send(server, `DELETE ${CUSTOMERS}${(json as { id: number }).id}/`, { token });
  await send(server, 'PATCH /api/v1/company/settings/', { token, body: { name: 'Ltd' } });
  const sha256 = await storedPicture(server, token, 'one');
  await send(server, 'POST /api/v1/attachments/attachments/', { token, body: { sha256 } });
  return Object.fromEntries(RESOURCE_NAMES.map((name) => [serverResources[name].table, ids[name]]));
}

/** The application's role with no company said: what a statement meets that forgets it. */
function withoutCompany<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return server.db.transaction(async (tx) => {
    await tx.query("select set_config('role', $1, true)", [APPLICATION_ROLE]);
    return work(tx);
  });
}

const asAnn = (sql: string, values: readonly unknown[] = []) =>
  inCompany<{ id: number }>(server.db, ann.user.companyId, sql, values);

/** Every table with a company_id that the application's role may read. */
async function readableTables(): Promise<readonly string[]> {
  const rows = await server.db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'company_id')
     and has_table_privilege($1, oid, 'select') order by relname`,
    [APPLICATION_ROLE],
  );
  return rows.map(({ name }) => name);
}

async function countIn(tx: Transaction, table: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return row?.n ?? Number.NaN;
}

/** Bob's row as one statement would copy it, with other values in some columns. */
async function copyOf(table: string, changed: object): Promise<[sql: string, values: readonly unknown[]]> {
  const [row] = await inCompany<{ row: Record<string, unknown> }>(
    server.db,
    bob.user.companyId,
    `select to_jsonb(t) - 'id' as row from ${table} t`,
  );
  // Clients cannot set columns that the database computes.
  const { bytes: _, ...given } = row?.row ?? {};
  const columns = Object.keys(given).join(', ');
  return [
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1::text::jsonb)`,
    [JSON.stringify({ ...row?.row, ...changed })],
  ];
}

describe('the tables', () => {
  it('bind every role to the company, in policies, references and unique keys', async () => {
    expect(await isolationFaults(server.db)).toEqual([]);
  });

  it.each([
    ['create table visits (company_id bigint)', 'visits does not enable and force row-level security'],
    ['create table visits (company_id bigint)', 'visits has no policy that asks for the company'],
    [
      'alter table projects no force row level security',
      'projects does not enable and force row-level security',
    ],
    ['create policy everything on customers using (true)', 'customers has another policy: everything'],
    ['create policy everything on users using (true)', 'users has another policy: everything'],
    [
      'create policy everything on change_counters for select using (true)',
      'change_counters has another policy: everything',
    ],
    [
      'alter policy customers_company on customers with check (true)',
      'customers has no policy that asks for the company',
    ],
    [
      'alter table projects add constraint loose foreign key (customer_id) references customers (id)',
      'projects.loose refers to customers without the company',
    ],
    [
      'create unique index one_title on projects (customer_id, title)',
      'projects.one_title is unique over all companies',
    ],
    [
      `grant select on settings to ${APPLICATION_ROLE}`,
      `${APPLICATION_ROLE} has rights to settings, which no policy guards`,
    ],
  ])('would be found out by %s', async (sql, fault) => {
    expect(await faultsAfter(sql)).toContain(fault);
  });

  // A database's owner may do none of these; on the embedded one the server is a superuser.
  it.skipIf(isOnPostgres()).each([
    [
      `grant pg_read_all_data to ${APPLICATION_ROLE}`,
      `${APPLICATION_ROLE} has the rights of pg_read_all_data`,
    ],
    [`alter role ${APPLICATION_ROLE} bypassrls`, `${APPLICATION_ROLE} may sign in, or is bound by no policy`],
    [`alter table projects owner to ${APPLICATION_ROLE}`, `${APPLICATION_ROLE} owns projects`],
  ])('would be found out by %s', async (sql, fault) => {
    expect(await faultsAfter(sql)).toContain(fault);
  });
});

/** Returns what is found after a change, which is rolled back. */
async function faultsAfter(sql: string): Promise<readonly string[]> {
  const takenBack = new Error('taken back');
  let faults: readonly string[] = [];
  const tried = server.db.transaction(async (tx) => {
    await tx.script(sql);
    faults = await isolationFaults(tx);
    throw takenBack;
  });
  await expect(tried).rejects.toBe(takenBack);
  return faults;
}

describe('without a company', () => {
  it.each(TABLES)('%s gives no row, changes none and takes none', async (table) => {
    expect(await withoutCompany((tx) => tx.query(`select * from ${table}`))).toEqual([]);
    const update = `update ${table} set updated_at = now() returning id`;
    expect(await withoutCompany((tx) => tx.query(update))).toEqual([]);
    expect(await withoutCompany((tx) => tx.query(`delete from ${table} returning id`))).toEqual([]);
    const [insert, values] = await copyOf(table, {});
    await expect(withoutCompany((tx) => tx.query(insert, values))).rejects.toThrow(REFUSED);
  });

  it('no table that the role may read gives a row, those that only the database writes among them', async () => {
    const tables = await readableTables();
    expect(tables).toEqual(
      expect.arrayContaining([
        ...TABLES,
        'attachments',
        'blobs',
        'change_counters',
        'client_uids',
        'company_settings',
        'deletions',
      ]),
    );
    for (const table of tables) {
      expect(await withoutCompany((tx) => countIn(tx, table))).toBe(0);
    }
  });

  it('the owner of the tables is bound as well, where it is no superuser', async () => {
    const rows = await server.db.query('select * from customers');
    expect(rows).toHaveLength(isOnPostgres() ? 0 : 2);
  });

  it.each(['', '0', '-1'])('%j is not a company', async (company) => {
    const rows = withoutCompany(async (tx) => {
      await tx.query("select set_config('app.company_id', $1, true)", [company]);
      return tx.query('select * from customers');
    });
    expect(await rows).toEqual([]);
  });
});

describe('in a company', () => {
  it('every table that the role may read gives that company’s rows alone', async () => {
    for (const table of await readableTables()) {
      const owners = await asAnn(`select distinct company_id as id from ${table}`);
      expect({ table, owners }).toEqual({ table, owners: [{ id: ann.user.companyId }] });
    }
  });

  it.each(TABLES)('%s gives its own rows alone', async (table) => {
    expect(await asAnn(`select id from ${table}`)).toEqual([{ id: annIds[table] }]);
    expect(await asAnn(`select id from ${table} where id = $1`, [bobIds[table]])).toEqual([]);
  });

  it.each(TABLES)('nothing of another one’s %s is changed or deleted', async (table) => {
    expect(await asAnn(`update ${table} set updated_at = now() returning id`)).toEqual([
      { id: annIds[table] },
    ]);
    expect(
      await asAnn(`update ${table} set updated_at = now() where id = $1 returning id`, [bobIds[table]]),
    ).toEqual([]);
    expect(await asAnn(`delete from ${table} where id = $1 returning id`, [bobIds[table]])).toEqual([]);
    expect(await inCompany(server.db, bob.user.companyId, `select id from ${table}`)).toEqual([
      { id: bobIds[table] },
    ]);
  });

  it.each(TABLES)('nothing is put into another one’s %s', async (table) => {
    await expect(asAnn(...(await copyOf(table, {})))).rejects.toThrow(REFUSED);
    await expect(asAnn(`update ${table} set company_id = $1`, [bob.user.companyId])).rejects.toThrow(REFUSED);
  });

  it.each(REFERRING)('another one’s customer cannot be referred to by %s', async (table) => {
    const constraint = `${table}_customer_fkey`;
    await expect(asAnn(`update ${table} set customer_id = $1`, [bobIds['customers']])).rejects.toMatchObject({
      name: 'ForeignKeyViolationError',
      constraint,
    });
    const number = { estimates: { estimate_number: 'X' }, work_orders: { work_order_number: 'X' } }[table];
    const copy = await copyOf(table, { company_id: ann.user.companyId, ...number });
    await expect(asAnn(...copy)).rejects.toMatchObject({ name: 'ForeignKeyViolationError', constraint });
  });

  it.each(PRIVATE)('%s cannot be touched', async (table) => {
    const denied = new RegExp(`permission denied for table ${table}`);
    for (const sql of [
      `select * from ${table}`,
      `delete from ${table}`,
      `insert into ${table} default values`,
    ]) {
      await expect(asAnn(sql)).rejects.toThrow(denied);
    }
  });

  it('companies gives nothing but the counters of its own, and takes nothing else', async () => {
    expect(await asAnn('select id, last_estimate_number from companies')).toEqual([
      { id: ann.user.companyId, last_estimate_number: 1 },
    ]);
    expect(
      await asAnn('update companies set last_estimate_number = 9 where id = $1 returning id', [
        bob.user.companyId,
      ]),
    ).toEqual([]);
    for (const sql of [
      'select name from companies',
      "update companies set plan = 'enterprise'",
      'delete from companies',
      "insert into companies (name) values ('x')",
    ]) {
      await expect(asAnn(sql)).rejects.toThrow(/permission denied/);
    }
  });
});

describe('the connection', () => {
  const state = async () =>
    (
      await server.db.query<{ user: string; company: string | null }>(
        "select current_user::text as user, nullif(current_setting('app.company_id', true), '') as company",
      )
    )[0];

  it('belongs to no company again after a transaction, committed or not', async () => {
    const before = await state();
    expect(before?.company).toBeNull();
    expect(before?.user).not.toBe(APPLICATION_ROLE);
    await asAnn('select 1');
    expect(await state()).toEqual(before);
    await expect(asAnn('select nothing')).rejects.toThrow('column "nothing" does not exist');
    expect(await state()).toEqual(before);
    const thrown = server.db.transaction(async (tx) => {
      await enterCompany(tx, ann.user.companyId);
      throw new Error('changed my mind');
    });
    await expect(thrown).rejects.toThrow('changed my mind');
    expect(await state()).toEqual(before);
  });
});
