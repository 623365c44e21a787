import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { ownDatabase, startPostgres } from '../../tests/support/server/postgres.ts';
import { fill } from './fill.ts';
import { type Call, Client, perSecond } from './load.ts';
import { memoryOf, signIn, startServer } from './programs.ts';

// What one machine holds, for docs/operating.md: `npm run build && npm run bench -- capacity`.

const CUSTOMERS = '/api/v1/customers/customers/';
const BOOK = 20_000;
const MEASURE_MS = 5_000;

export async function run(): Promise<void> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
  try {
    await measure('PGlite', { DATA_DIR: folder }, () => folderSize(folder));
    const programs = findPostgres();
    if (programs === undefined) return console.log('There is no PostgreSQL on this machine.');
    const postgres = await startPostgres(programs, { durable: true });
    try {
      const url = await ownDatabase(postgres);
      await measure('PostgreSQL', { DATABASE_URL: url }, () => databaseSize(url));
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(
  name: string,
  env: Readonly<Record<string, string>>,
  bytesOnDisk: () => Promise<number>,
): Promise<void> {
  const server = await startServer(env);
  const client = new Client(server.url, { authorization: `Bearer ${await signIn(server.url)}` });
  try {
    const before = await bytesOnDisk();
    await fill(client, BOOK, customerOf);
    const perRow = ((await bytesOnDisk()) - before) / BOOK;
    const cursor = await client.must({ method: 'GET', path: '/api/v1/sync/changes/' });
    const calls: Readonly<Record<string, (n: number) => Call>> = {
      'polls of the feed, nothing new': () => get(`/api/v1/sync/changes/?cursor=${cursorIn(cursor)}`),
      'pages of 500 records': (n) => get(`${CUSTOMERS}?page_size=500&page=${1 + (n % (BOOK / 500))}`),
      'polls of a list, a page of 500': () => get(`${CUSTOMERS}?page_size=500`),
      creates: (n) => create(BOOK + n),
    };
    console.log(`\n${name}, a book of ${BOOK.toLocaleString('en-US')} customers, a second:`);
    for (const [what, call] of Object.entries(calls)) {
      const rate = await perSecond(async (n) => void (await client.must(call(n))), MEASURE_MS);
      console.log(`  ${what.padEnd(34)}${rate.toFixed(0).padStart(6)}`);
    }
    console.log(`  bytes on disk for each record     ${perRow.toFixed(0).padStart(6)}`);
    console.log(`  memory of the server in MB        ${(await memoryOf(server)).toFixed(0).padStart(6)}`);
  } finally {
    client.close();
    await server.stop();
  }
}

function get(path: string): Call {
  return { method: 'GET', path };
}

function create(n: number): Call {
  return { method: 'POST', path: CUSTOMERS, body: JSON.stringify(customerOf(n)) };
}

function customerOf(n: number): Readonly<Record<string, unknown>> {
  return {
    first_name: 'Ann',
    last_name: `Lee ${n}`,
    email: `ann.lee.${n}@example.com`,
    phone: '(555) 010-0000',
    address_line_1: '12 Main Street',
    city: 'Galveston',
    state: 'TX',
    postal_code: '77550',
    company_name: 'Lee & Daughters',
  };
}

function cursorIn(text: string): string {
  return z.object({ cursor: z.string() }).parse(JSON.parse(text)).cursor;
}

async function folderSize(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sk', folder]);
  return Number.parseInt(stdout, 10) * 1024;
}

async function databaseSize(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}
