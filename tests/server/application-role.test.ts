import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { ApplicationRoleError } from '../../server/db/application-role.ts';
import type { Database } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openPostgres } from '../support/server/empty-database.ts';
import { isolationFaults } from '../support/server/isolation-faults.ts';
import { type PostgresServer, startPostgres } from '../support/server/postgres.ts';
import { runSql } from '../support/server/run-sql.ts';
import { JWT_SECRET } from '../support/server/server.ts';
import { runToEnd } from '../support/server/server-process.ts';

/** A server that has never seen ours, so that its role is not there. Each test goes on where the one before ended. */
let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres(findPostgres() ?? 'no PostgreSQL');
});

afterAll(async () => {
  await postgres.stop();
});

const asAdmin = (...statements: readonly string[]) => runSql(`${postgres.url}/postgres`, ...statements);

/** The address of a new database for its owner, a new user with these rights. */
async function newBook(owner: string, rights = ''): Promise<string> {
  await asAdmin(`create role "${owner}" login ${rights}`, `create database "${owner}" owner "${owner}"`);
  return addressOf(owner, owner);
}

function addressOf(database: string, user: string): string {
  const url = new URL(encodeURIComponent(database), `${postgres.url}/`);
  url.username = user;
  return url.href;
}

async function using<T>(address: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openPostgres(address);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Why the server will not start, and what an administrator is told to run. */
async function refusalOf(address: string): Promise<{ reason: string; remedies: string[] }> {
  const refused = await using(address, (db) =>
    migrate(db).then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  expect(refused).toBeInstanceOf(ApplicationRoleError);
  const { message } = refused as ApplicationRoleError;
  return { reason: message, remedies: [...message.matchAll(/^ {2}(.*);$/gm)].map(([, sql = '']) => sql) };
}

describe('a database whose owner may not create roles', () => {
  it('is refused with the statements that help, and they do', async () => {
    const address = await newBook('Book 1');
    const { reason, remedies } = await refusalOf(address);
    expect(reason).toContain('which the database user "Book 1" is not allowed to create');
    expect(remedies).toEqual(['create role restoration_app nologin', 'grant restoration_app to "Book 1"']);
    await asAdmin(...remedies);
    expect(await using(address, migrate)).not.toEqual([]);
    expect(await using(address, isolationFaults)).toEqual([]);
  });

  it('on a server that has the role already is to be let in to it', async () => {
    const address = await newBook('book2');
    const { remedies } = await refusalOf(address);
    expect(remedies).toEqual(['grant restoration_app to book2']);
    await asAdmin(...remedies);
    expect(await using(address, migrate)).not.toEqual([]);
  });

  it('has the process say so, and end', async () => {
    const env = { DATABASE_URL: await newBook('book3'), JWT_SECRET, PORT: '0' };
    const ended = await runToEnd('main', [], { env });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('\n  grant restoration_app to book3;\n');
    expect(ended.stderr).not.toMatch(/^ +at /m);
  });
});

describe('a role that row-level security does not bind', () => {
  it('is no role to start with', async () => {
    const address = addressOf('book2', 'book2');
    await asAdmin('alter role restoration_app bypassrls');
    const { remedies } = await refusalOf(address);
    expect(remedies).toEqual(['alter role restoration_app nosuperuser nobypassrls']);
    await asAdmin(...remedies);
    expect(await using(address, migrate)).toEqual([]);
  });
});

describe('several books of one owner', () => {
  it('are begun at the same moment where there is no role yet, and share it', async () => {
    await asAdmin('drop database "Book 1"', 'drop database book2', 'drop role restoration_app');
    await asAdmin('create role keeper login createrole');
    const books = ['a', 'b', 'c', 'd'];
    await asAdmin(...books.map((book) => `create database ${book} owner keeper`));
    const begun = await Promise.all(books.map((book) => using(addressOf(book, 'keeper'), migrate)));
    for (const applied of begun) expect(applied).toEqual(begun[0]);
    for (const book of books) expect(await using(addressOf(book, 'keeper'), isolationFaults)).toEqual([]);
  });
});
