import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { hashPassword } from '../../server/auth/passwords.ts';
import type { Database } from '../../server/db/database.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { createCompany, createUser } from '../../server/repositories/accounts.ts';
import { lastChanges } from '../../server/repositories/change-counters.ts';
import { ownDatabase, startPostgres } from '../../tests/support/server/postgres.ts';
import { type Call, Client, perSecond } from './load.ts';
import { type Program, startServer } from './programs.ts';

// What a request costs, in time of a core, of one server process and of PostgreSQL, for the sums of docs/operating.md:
// `npm run build && npm run bench -- cost`.

const CUSTOMERS = '/api/v1/customers/customers/';
const COMPANIES = 10;
const PASSWORD = 'a password of the bench';
const MEASURE_MS = 5_000;
/** As many as a server process may have streams for. */
const WATCHED = 4_000;
const LOOKS = 50;
/** What /proc counts processor time in, on every Linux that Node runs on: hundredths of a second. */
const TICK_MS = 10;

export async function run(): Promise<void> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const programs = findPostgres();
  if (programs === undefined) throw new Error('There is no PostgreSQL on this machine');
  const postgres = await startPostgres(programs, { durable: true });
  try {
    const url = await ownDatabase(postgres);
    const db = await openDatabase(
      { databaseUrl: url, dataDir: '' },
      { onIdleError: () => undefined, onLost: () => undefined },
    );
    try {
      await fill(db);
      for (const signal of ['notify', 'poll']) await measure(db, url, signal);
      await measureLooks(db);
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
  }
}

async function fill(db: Database): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const names = { email: '', firstName: '', lastName: '' };
  for (let n = 0; n < COMPANIES; n += 1) {
    const company = await createCompany(db, `Company ${n}`);
    await createUser(db, { companyId: company.id, username: `user${n}`, passwordHash, ...names });
  }
}

async function measure(db: Database, url: string, signal: string): Promise<void> {
  const server = await startServer({ DATABASE_URL: url, SEED: 'none', CHANGE_SIGNAL: signal });
  const clients = await Promise.all(Array.from({ length: COMPANIES }, (_, n) => clientOf(server, n)));
  try {
    const cursors = await Promise.all(
      clients.map((client) => client.must({ method: 'GET', path: '/api/v1/sync/changes/' })),
    );
    const works: Readonly<Record<string, (n: number) => Call>> = {
      'a poll, nothing new': (n) => ({
        method: 'GET',
        path: `/api/v1/sync/changes/?cursor=${cursorIn(cursors[n % COMPANIES] ?? '')}`,
      }),
      'a record made': (n) => ({ method: 'POST', path: CUSTOMERS, body: customer(`${signal}${n}`) }),
    };
    console.log(`\nCHANGE_SIGNAL=${signal}, one server process, ${COMPANIES} companies:`);
    for (const [what, call] of Object.entries(works)) {
      const before = await coreMs(db, server);
      const rate = await perSecond(async (n) => {
        await clients[n % COMPANIES]?.must(call(n));
      }, MEASURE_MS);
      const after = await coreMs(db, server);
      const each = (part: 'server' | 'postgres'): string =>
        ((after[part] - before[part]) / ((rate * MEASURE_MS) / 1_000)).toFixed(2);
      console.log(
        `  ${what.padEnd(22)} ${rate.toFixed(0).padStart(6)} a second; each takes ${each('server')} ms of a core ` +
          `in the server and ${each('postgres')} ms in PostgreSQL`,
      );
    }
  } finally {
    for (const client of clients) client.close();
    await server.stop();
  }
}

/** One statement for all companies that somebody waits for: what each server process asks PostgreSQL for. */
async function measureLooks(db: Database): Promise<void> {
  await db.query("insert into companies (name) select 'Watched' from generate_series(1, $1)", [WATCHED]);
  const companies = await db.query<{ id: number }>('select id from companies order by id desc limit $1', [
    WATCHED,
  ]);
  const ids = companies.map(({ id }) => id);
  await db.transaction(
    async (tx) => {
      for (const id of ids) {
        await tx.query("select set_config('app.company_id', $1, true)", [String(id)]);
        await tx.query('insert into change_counters (company_id, last_change) values ($1, 1)', [id]);
      }
    },
    { timeoutMs: 120_000 },
  );
  await db.query('analyze change_counters');
  const started = performance.now();
  for (let n = 0; n < LOOKS; n += 1) await lastChanges(db, ids);
  const each = (performance.now() - started) / LOOKS;
  console.log(`\nOne look at how far ${WATCHED} companies are: ${each.toFixed(1)} ms`);
}

/** The time of a core that the server, and all processes of PostgreSQL, have had so far. */
async function coreMs(
  db: Database,
  server: Program,
): Promise<{ readonly server: number; readonly postgres: number }> {
  const rows = await db.query<{ pid: number }>('select pid from pg_stat_activity');
  const backends = await Promise.all(rows.map(({ pid }) => coreMsOf(pid)));
  return {
    server: await coreMsOf(server.pid ?? 0),
    postgres: backends.reduce((sum, ms) => sum + ms, 0),
  };
}

async function coreMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Behind the name, which is in brackets and may hold blanks: utime and stime are the 14th and 15th of all.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS;
}

async function clientOf({ url }: Program, n: number): Promise<Client> {
  const client = new Client(url);
  const body = JSON.stringify({ username: `user${n}`, password: PASSWORD });
  const text = await client.must({ method: 'POST', path: '/api/v1/auth/token/', body });
  client.close();
  const { access } = z.object({ access: z.string() }).parse(JSON.parse(text));
  return new Client(url, { authorization: `Bearer ${access}` });
}

function cursorIn(text: string): string {
  return z.object({ cursor: z.string() }).parse(JSON.parse(text)).cursor;
}

function customer(name: string): string {
  return JSON.stringify({
    first_name: 'Ann',
    last_name: `Lee ${name}`,
    email: `ann.lee.${name}@example.com`,
  });
}
