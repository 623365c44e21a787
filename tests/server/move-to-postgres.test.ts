import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { backupCommand } from '../../server/admin/backup-command.ts';
import { openDataFolder } from '../../server/db/data-folder.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createCompany } from '../../server/repositories/accounts.ts';
import { seedDemo } from '../../server/seed/seed-demo.ts';
import { databaseTemplate } from '../support/server/database-template.ts';
import { newPostgresDatabase, openPostgres } from '../support/server/empty-database.ts';
import { storedPicture } from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import { build } from '../support/server/server.ts';
import { everyRow } from '../support/server/whole-database.ts';

const CUSTOMERS = '/api/v1/customers/customers/';

async function withPostgres<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openPostgres(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function as(user: string, url: string): string {
  const given = new URL(url);
  given.username = user;
  return given.href;
}

/** A role without row-level security. */
const asAdmin = (url: string): string => as('admin', url);

/** Each move leaves it as it is. */
let dataDir = '';
let rows: Record<string, readonly string[]> = {};

async function fillDataDir(): Promise<() => Promise<void>> {
  dataDir = await mkdtemp(join(tmpdir(), 'crm-move-'));
  const db = await openDataFolder({ dataDir, template: await databaseTemplate() });
  await migrate(db);
  await seedDemo(db, new Date('2026-03-01T10:00:00Z'));
  const server = await build({ db, extensions: new Set(['attachments']) });
  const { token } = await server.account('photographer');
  const sha256 = await storedPicture(server, token, 'moved');
  await send(server, 'POST /api/v1/attachments/attachments/', { token, body: { sha256 } });
  await server.app.close();
  await createCompany(db, 'Ünïcode “Ltd”\n\t\\ and \u{1F525}');
  const gone = await createCompany(db, 'Gone');
  await db.query('delete from companies where id = $1', [gone.id]);
  await db.query("insert into sign_in_failures values ('k', 3, '2026-03-01 10:00:00.123456+00')");
  rows = await everyRow(db);
  await db.close();
  return () => rm(dataDir, { recursive: true });
}

const move = (dataDir: string, databaseUrl: string | undefined): Promise<string> =>
  backupCommand(['move-to-postgres'])?.({ dataDir, databaseUrl }) ??
  Promise.reject(new Error('No such command'));

describe('a move to PostgreSQL', () => {
  it('is refused in words where there is nothing to move, or nowhere to', async () => {
    await expect(move('no-such-data', undefined)).rejects.toThrow('DATABASE_URL is not set');
    await expect(move('no-such-data', 'postgres://test@127.0.0.1:1/none')).rejects.toThrow(
      'There is no database in',
    );
    expect(() => backupCommand(['move-to-postgres', '--to', 'x'])).toThrow(
      'Usage: npm run admin -- move-to-postgres',
    );
  });
});

describe('a move to PostgreSQL that is there', { timeout: 120_000 }, () => {
  beforeAll(fillDataDir, 120_000);

  it('brings every row past policies that bind even the owner and past triggers; people sign in and see what they saw', async () => {
    const url = await newPostgresDatabase('template0');
    await withPostgres(url, async (db) => {
      await migrate(db);
      await db.query(
        "create function other() returns trigger language plpgsql as $$ begin new.city = 'Other'; return new; end $$",
      );
      await db.query('create trigger other before insert on customers for each row execute function other()');
    });
    expect(await move(dataDir, url)).toMatch(/^Moved to PostgreSQL: 3 companies, .*200 customers/);

    expect(await withPostgres(asAdmin(url), everyRow)).toEqual(rows);
    await withPostgres(url, async (db) => {
      expect(await db.query('select from customers')).toEqual([]);
      expect(await db.query("select tgenabled from pg_trigger where tgname = 'other'")).toEqual([
        { tgenabled: 'O' },
      ]);
      expect((await createCompany(db, 'New')).id).toBe(5);
      const server = await build({ db });
      const body = { username: 'demo', password: 'restoration' };
      const { access } = (await send(server, 'POST /api/v1/auth/token/', { body })).json as {
        access: string;
      };
      const { json } = await send(server, `GET ${CUSTOMERS}`, { token: access });
      expect(json).toMatchObject({ count: 200 });
      await server.app.close();
    });

    await expect(move(dataDir, url)).rejects.toThrow(
      'The database of DATABASE_URL is not empty: there are rows in companies.',
    );
  });

  it('leaves nothing behind where a table does not come out the same', async () => {
    const url = await newPostgresDatabase('template0');
    await withPostgres(url, async (db) => {
      await migrate(db);
      await db.query('alter table sign_in_failures alter column since type timestamptz(0)');
    });
    await expect(move(dataDir, url)).rejects.toThrow(
      'does not hold what it should: the rows of sign_in_failures are not the same.',
    );
    expect(Object.values(await withPostgres(asAdmin(url), everyRow)).flat()).toEqual([]);
  });

  it('says so where the role may not make tables', async () => {
    const url = await newPostgresDatabase('template0');
    await withPostgres(asAdmin(url), async (db) => {
      await db.query('create role stranger login');
      await db.query('grant restoration_app to stranger');
    });
    await expect(move(dataDir, as('stranger', url))).rejects.toThrow(
      'The role of DATABASE_URL is not allowed to create tables in its database',
    );
  });
});
