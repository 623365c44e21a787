import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { ownDatabase, startPostgres } from '../../tests/support/postgres.ts';
import type { Line } from '../frame/line.ts';
import { medianOf, quantileOf } from '../frame/rounds.ts';
import { roundsOr } from '../frame/rounds-asked.ts';
import { Client } from '../server/load.ts';
import { ATTACKS } from './attacks.ts';
import { startWithTwoCompanies, type TwoCompanies } from './two-companies.ts';

// How long one company waits for its lists while another attacks the server, beside the quiet server, in the same run and
// in turns: `npm run build && npm run bench -- victim`.

const LIST = '/api/v1/customers/customers/?page_size=5';
const MEASURE_MS = 4_000;
const AT_MOST = 3;

export async function run(): Promise<{ readonly browser: string; readonly lines: readonly Line[] }> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
  const lines: Line[] = [];
  try {
    lines.push(...(await measure('PGlite', { DATA_DIR: folder })));
  } finally {
    await rm(folder, { recursive: true });
  }
  const programs = findPostgres();
  if (programs === undefined) {
    console.log('There is no PostgreSQL on this machine.');
    return { browser: '', lines };
  }
  const postgres = await startPostgres(programs, { durable: true });
  try {
    lines.push(...(await measure('PostgreSQL', { DATABASE_URL: await ownDatabase(postgres) })));
  } finally {
    await postgres.stop();
  }
  return { browser: '', lines };
}

interface Waits {
  readonly median: number[];
  readonly p95: number[];
}

async function measure(database: string, env: Readonly<Record<string, string>>): Promise<readonly Line[]> {
  const companies = await startWithTwoCompanies(env);
  const victim = new Client(companies.server.url, { authorization: `Bearer ${companies.victimToken}` });
  const lines: Line[] = [];
  try {
    await waitsOf(victim, { median: [], p95: [] });
    for (const [name, { title }] of Object.entries(ATTACKS)) {
      const quiet: Waits = { median: [], p95: [] };
      const attacked: Waits = { median: [], p95: [] };
      for (let round = roundsOr(3); round > 0; round -= 1) {
        await waitsOf(victim, quiet);
        const attacker = await attack(name, companies);
        try {
          await waitsOf(victim, attacked);
        } finally {
          await ended(attacker);
        }
      }
      for (const figure of ['median', 'p95'] as const) {
        lines.push({
          budget: 'V',
          name: `${database}, a list of five, ${figure}: ${title}`,
          unit: 'ms',
          ours: attacked[figure],
          limit: { name: 'quiet', values: quiet[figure] },
          bounds: 'limit',
          atMost: AT_MOST,
        });
      }
    }
  } finally {
    victim.close();
    await companies.server.stop();
  }
  return lines;
}

/** Asks one list after the other, and adds how long they took. An answer that says no is an error. */
async function waitsOf(victim: Client, waits: Waits): Promise<void> {
  const times: number[] = [];
  for (const begun = performance.now(); performance.now() - begun < MEASURE_MS; ) {
    const asked = performance.now();
    await victim.must({ method: 'GET', path: LIST });
    times.push(performance.now() - asked);
  }
  waits.median.push(medianOf(times));
  waits.p95.push(quantileOf(times, 0.95));
}

/** The process of an attacker, once as many requests were answered as are under way at once. */
function attack(name: string, { server, attackerToken: token }: TwoCompanies): Promise<ChildProcess> {
  const child = fork(new URL('./attacker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  child.send({ url: server.url, token, attack: name });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`The attacker ended with ${String(code)}`)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}
