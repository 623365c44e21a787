import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { findPostgres } from '../../scripts/find-postgres.mjs';
import { ownDatabase, startPostgres } from '../../tests/support/server/postgres.ts';
import type { Line, Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { medianOf, quantileOf } from '../frame/rounds.ts';
import { Client } from '../server/load.ts';
import { ATTACKS } from './attacks.ts';
import { type Attempts, inWords } from './attempt-count.ts';
import { RunningAttack } from './running-attack.ts';
import { startWithTwoCompanies } from './two-companies.ts';

// Measures how long one company waits for its lists while another attacks the server, compared with a quiet server, in
// turns: `npm run build && npm run bench -- victim`.

const LIST = '/api/v1/customers/customers/?page_size=5';
const MEASURE_MS = 4_000;
const AT_MOST = 3;
/** Longer than the server takes for any attempt, in ms. */
const STOPPED_MS = 30_000;
/** Time for the server to finish work for an attacker who left, in ms. */
const SETTLE_MS = 1_000;

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
  const postgres = await startPostgres(programs, { durable: true });
  try {
    return await measure('PostgreSQL', { DATABASE_URL: await ownDatabase(postgres) });
  } finally {
    await postgres.stop();
  }
}

interface Waits {
  readonly median: number[];
  readonly p95: number[];
}

async function measure(database: string, env: Readonly<Record<string, string>>): Promise<readonly Line[]> {
  const { server, victimToken, attackerToken } = await startWithTwoCompanies(env);
  const victim = new Client(server.url, { authorization: `Bearer ${victimToken}` });
  const lines: Line[] = [];
  try {
    await waitsOf(victim, { median: [], p95: [] });
    for (const [name, { title }] of Object.entries(ATTACKS)) {
      const quiet: Waits = { median: [], p95: [] };
      const attacked: Waits = { median: [], p95: [] };
      const attempts: Attempts[] = [];
      for (let round = rounds(); round > 0; round -= 1) {
        await waitsOf(victim, quiet);
        const attack = await RunningAttack.start(name, { url: server.url, token: attackerToken });
        try {
          attempts.push(await waitsUnder(attack, victim, attacked));
        } finally {
          await attack.end();
        }
        await after(SETTLE_MS);
      }
      console.log(`${database}, ${title}, in rounds of ${MEASURE_MS / 1_000} s: ${inWords(attempts)}`);
      for (const figure of ['median', 'p95'] as const) {
        lines.push({
          goal: '-',
          name: `${database}, a list of five, ${figure}: ${title}`,
          unit: 'ms',
          ours: attacked[figure],
          against: { name: 'quiet', values: quiet[figure] },
          atMost: AT_MOST,
        });
      }
    }
  } finally {
    victim.close();
    await server.stop();
  }
  return lines;
}

/** Measures how long lists take. Throws if an answer is an error. */
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

/**
 * Measures how long lists take during an attack. Returns the attack's counts. Throws if the attack stopped, because
 * then nothing was measured.
 */
async function waitsUnder(attack: RunningAttack, victim: Client, waits: Waits): Promise<Attempts> {
  await attack.count();
  await waitsOf(victim, waits);
  const attempts = await attack.count();
  for (const begun = performance.now(); performance.now() - begun < STOPPED_MS; await after(50)) {
    if ((await attack.count()).takenOn > 0) return attempts;
  }
  throw new Error(`The attack stopped: ${inWords([attempts])}`);
}
