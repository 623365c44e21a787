import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import type { Database } from '../../server/db/database.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openPglite, pgliteHere } from '../../server/db/open-pglite.ts';
import { postgresDriver } from '../../server/db/postgres-driver.ts';
import { seedDemo } from '../../server/seed/seed-demo.ts';
import { ownDatabase, startPostgres } from '../../tests/support/server/postgres.ts';
import type { Line, Measured } from '../frame/line.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { bareSql } from './bare-sql.ts';
import { compareBatches } from './batch-rates.ts';
import { compareEncodings } from './encodings.ts';
import { type Call, Client, type Once, perSecond } from './load.ts';
import { signIn, startConstant, startServer } from './programs.ts';

// What a request costs beside the least that it could cost, and what batches gain, on both databases:
// `npm run build && npm run bench -- server`.

const BUILT = 'build/server';
const CUSTOMERS = '/api/v1/customers/customers/';
const ROUNDS = roundsOr(5);
const ROUND_MS = 700;
const KINDS = ['list', 'create', 'change'] as const;
const TITLES = { list: 'list of 50', create: 'create', change: 'PATCH' } as const;

type Kind = (typeof KINDS)[number];
type ByKind<T> = Readonly<Record<Kind, T>>;

export async function run(): Promise<Measured> {
  if (!existsSync(`${BUILT}/main.js`)) throw new Error(`${BUILT} is missing: run \`npm run build\` first`);
  console.log(`Median of ${ROUNDS} interleaved rounds of ${ROUND_MS} ms, 10 at once, a second each:\n`);
  console.log(row(['', 'ours', 'SQL alone', 'bytes alone', 'ours/SQL', 'ours/bytes', 'ours/both']));
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
  const lines: Line[] = [];
  try {
    const db = guardDatabase(await pgliteHere({}));
    lines.push(...(await compare('PGlite', { DATA_DIR: folder }, db)));
  } finally {
    await rm(folder, { recursive: true });
  }
  const programs = findPostgres();
  if (programs === undefined) console.log('There is no PostgreSQL on this machine.');
  else lines.push(...(await comparePostgres(programs)));
  await compareThreads();
  return { browser: '', lines, section: 'server' };
}

async function comparePostgres(programs: string): Promise<readonly Line[]> {
  const server = await startPostgres(programs);
  try {
    const url = await ownDatabase(server);
    // As a superuser: without a company set, the statements alone would meet the policies of the tables.
    const unbound = new URL(url);
    unbound.username = 'admin';
    const db = guardDatabase(postgresDriver(unbound.href, () => undefined));
    return await compare('PostgreSQL', { DATABASE_URL: url }, db);
  } finally {
    await server.stop();
  }
}

/** `db` is a database of the same kind, where the same statements are run without a server. */
async function compare(
  name: string,
  env: Readonly<Record<string, string>>,
  db: Database,
): Promise<readonly Line[]> {
  const server = await startServer(env);
  // Where it is the server's own database, both are done already.
  await migrate(db);
  await seedDemo(db, new Date());
  const sql = await bareSql(db);
  const token = await signIn(server.url);
  const client = new Client(server.url, { authorization: `Bearer ${token}` });
  const made = await client.must(create(0));
  const { id } = z.object({ id: z.int() }).parse(JSON.parse(made));
  const calls: ByKind<(n: number) => Call> = {
    list: () => ({ method: 'GET', path: `${CUSTOMERS}?page_size=50` }),
    create,
    change: (n) => ({
      method: 'PATCH',
      path: `${CUSTOMERS}${id}/`,
      body: JSON.stringify({ city: `Town ${n}` }),
    }),
  };
  const answers = await Promise.all(
    KINDS.map(async (kind) => ({ call: calls[kind](-1), text: await client.must(calls[kind](-1)) })),
  );
  const constant = await startConstant(answers);
  const bare = new Client(constant.url);
  const through =
    (asked: Client, kind: Kind): Once =>
    async (n) => {
      await asked.must(calls[kind](n));
    };
  try {
    for (const kind of KINDS) {
      const [ours = 0, alone = 0, bytes = 0] = await medians([
        through(client, kind),
        sql[kind],
        through(bare, kind),
      ]);
      const both = 1 / (1 / alone + 1 / bytes);
      const ratios = [ours / alone, ours / bytes, ours / both].map((ratio) => ratio.toFixed(2));
      console.log(
        row([`${name}, ${TITLES[kind]}`, ...[ours, alone, bytes].map((n) => n.toFixed(0)), ...ratios]),
      );
    }
    const lines = await compareBatches(name, client);
    await compareEncodings(name, server.url, token);
    return lines;
  } finally {
    client.close();
    bare.close();
    await Promise.all([server.stop(), constant.stop(), db.close()]);
  }
}

/** What the thread of the embedded database costs a query that costs nothing itself. */
async function compareThreads(): Promise<void> {
  const here = guardDatabase(await pgliteHere({}));
  const worker = pathToFileURL(resolve(BUILT, 'pglite-worker.js'));
  const inThread = guardDatabase(
    await openPglite({
      worker,
      onLost: (error) => {
        throw error;
      },
    }),
  );
  const select =
    (db: Database): Once =>
    async () => {
      await db.query('select 1');
    };
  const [same = 0, own = 0] = await medians([select(here), select(inThread)]);
  console.log(
    `\nPGlite, select 1: ${same.toFixed(0)} in the same thread, ${own.toFixed(0)} in a thread of its own: ${(own / same).toFixed(2)}`,
  );
  await Promise.all([here.close(), inThread.close()]);
}

/** One after the other in each round, so that whatever else the machine does hits all of them. */
async function medians(contestants: readonly Once[]): Promise<readonly number[]> {
  const results = contestants.map((): number[] => []);
  for (const once of contestants) await perSecond(once, ROUND_MS / 2);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, once] of contestants.entries()) results[index]?.push(await perSecond(once, ROUND_MS));
  return results.map((rates) => rates.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0);
}

function create(n: number): Call {
  const body = JSON.stringify({ first_name: 'Ann', last_name: 'Lee', email: `bench.${n}@example.com` });
  return { method: 'POST', path: CUSTOMERS, body };
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(12))).join('');
}
