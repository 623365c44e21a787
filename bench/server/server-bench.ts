import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { ownDatabase, startPostgres } from '../../tests/support/server/postgres.ts';
import type { Line, Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { interleaved } from '../frame/rounds.ts';
import { compareBatches } from './batch-rates.ts';
import { type Call, Client, perSecond } from './load.ts';
import { signIn, startConstant, startServer } from './programs.ts';

// P11, the cost of an answer compared with the same bytes from a server that has them ready, and the gain from batches,
// on both databases: `npm run build && npm run bench -- server`.

const CUSTOMERS = '/api/v1/customers/customers/';
const ROUND_MS = 700;
const IN_A_LIST = 100;

export async function run(): Promise<Measured> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
  const lines: Line[] = [];
  try {
    lines.push(...(await measure('PGlite', { DATA_DIR: folder })));
  } finally {
    await rm(folder, { recursive: true });
  }
  const programs = findPostgres();
  if (programs === undefined) console.log('There is no PostgreSQL on this machine.');
  else lines.push(...(await measurePostgres(programs)));
  return { browser: '', lines };
}

async function measurePostgres(programs: string): Promise<readonly Line[]> {
  const postgres = await startPostgres(programs);
  try {
    return await measure('PostgreSQL', { DATABASE_URL: await ownDatabase(postgres) });
  } finally {
    await postgres.stop();
  }
}

async function measure(database: string, env: Readonly<Record<string, string>>): Promise<readonly Line[]> {
  const server = await startServer(env);
  const client = new Client(server.url, { authorization: `Bearer ${await signIn(server.url)}` });
  try {
    const id = await fillList(client);
    return [
      await answerLine(client, {
        name: `${database}, list of ${IN_A_LIST}`,
        call: { method: 'GET', path: `${CUSTOMERS}?page_size=${IN_A_LIST}` },
        atMost: 12,
      }),
      await answerLine(client, {
        name: `${database}, one record`,
        call: { method: 'GET', path: `${CUSTOMERS}${id}/` },
        atMost: 8,
      }),
      ...(await compareBatches(database, client)),
    ];
  } finally {
    client.close();
    await server.stop();
  }
}

/** Returns the id of one customer. */
async function fillList(client: Client): Promise<number> {
  let id = 0;
  for (let n = 0; n < IN_A_LIST; n += 1) {
    const body = JSON.stringify({ first_name: 'Ann', last_name: 'Lee', email: `listed.${n}@example.com` });
    const made = await client.must({ method: 'POST', path: CUSTOMERS, body });
    id = z.object({ id: z.int() }).parse(JSON.parse(made)).id;
  }
  return id;
}

/** Compares answers per second with those of a server on the same framework that has the text ready. */
async function answerLine(
  client: Client,
  { name, call, atMost }: { readonly name: string; readonly call: Call; readonly atMost: number },
): Promise<Line> {
  const constant = await startConstant([{ call, text: await client.must(call) }]);
  const bare = new Client(constant.url);
  const rateOf = (asked: Client) => () => perSecond(async () => void (await asked.must(call)), ROUND_MS);
  try {
    const [ours = [], values = []] = await interleaved(rounds(), [rateOf(client), rateOf(bare)]);
    const against = { name: 'the same bytes', values };
    return { goal: 'P11', name, unit: 'answers/s', ours, against, isRate: true, atMost };
  } finally {
    bare.close();
    await constant.stop();
  }
}
