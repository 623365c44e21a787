import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '../../src/domain/ports.ts';
import { SHORT_LIVED } from '../support/short-lived.ts';
import { type CustomerFields, customerOf, WrittenRecords } from './written-records.ts';

export interface KillTrials {
  /** The bundled server's main.js. */
  readonly server: string;
  /** Where its data is. It has the user demo, and no customer. */
  readonly env: Readonly<Record<string, string>>;
  readonly times: number;
  readonly random: Random;
}

export interface KillOutcome {
  readonly kills: number;
  /** Writes that the server had confirmed before it was killed. */
  readonly confirmed: number;
  /** What was not as it had been confirmed, in words. */
  readonly problems: readonly string[];
}

const CUSTOMERS = '/api/v1/customers/customers/';
const WRITERS = 4;
const PAGE_SIZE = 200;

const pageSchema = z.object({
  count: z.int(),
  results: z.array(
    z.object({
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      phone: z.string(),
      city: z.string(),
    }),
  ),
});

/**
 * Starts the server, lets clients write, kills it with SIGKILL in the middle, starts it again and looks for all
 * that it had confirmed, so many times, on the same data.
 */
export async function killTrials({ server, env, times, random }: KillTrials): Promise<KillOutcome> {
  const written = new WrittenRecords();
  const problems: string[] = [];
  let running = await start(server, env);
  try {
    const token = await signIn(running.url);
    for (let trial = 1; trial <= times; trial += 1) {
      await writeUntilKilled({ running, token, written, trial, random });
      running = await start(server, env);
      const wrong = written.compare(await allCustomers(running.url, token));
      problems.push(...wrong.map((text) => `after kill ${trial}: ${text}`));
    }
    return { kills: times, confirmed: written.confirmed, problems };
  } finally {
    running.kill();
    await running.ended;
  }
}

interface Running {
  readonly url: string;
  readonly ended: Promise<void>;
  kill(): void;
}

const JWT_SECRET = 'a secret for trials that is long enough to sign with';

function start(server: string, env: KillTrials['env']): Promise<Running> {
  const child = spawn(process.execPath, [...SHORT_LIVED, server], {
    env: { PATH: process.env['PATH'], PORT: '0', SEED: 'none', JWT_SECRET, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /^Restoration CRM is ready: (\S+)$/m.exec(output)?.[1];
      if (url) resolve({ url, ended, kill: () => child.kill('SIGKILL') });
    });
    void ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
}

async function writeUntilKilled(options: {
  readonly running: Running;
  readonly token: string;
  readonly written: WrittenRecords;
  readonly trial: number;
  readonly random: Random;
}): Promise<void> {
  const { running, token, written, trial, random } = options;
  const enough = written.confirmed + 5 + Math.floor(random() * 40);
  let killed = false;
  const kill = async (): Promise<void> => {
    killed = true;
    // Somewhere between two answers, not always just after one.
    await delay(random() * 8);
    running.kill();
  };
  const write = async (method: string, path: string, fields: CustomerFields, version: number) => {
    written.sending(fields.email, version);
    const answer = await fetch(`${running.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new RefusedError(`${method} ${path}: ${answer.status} ${JSON.stringify(body)}`);
    written.answered(fields.email);
    if (written.confirmed >= enough && !killed) void kill();
    return z.object({ id: z.int() }).parse(body).id;
  };
  const client = async (number: number): Promise<void> => {
    try {
      for (let n = 1; ; n += 1) {
        const email = `c${number}.t${trial}.${n}@example.com`;
        const id = await write('POST', CUSTOMERS, customerOf(email, 1), 1);
        for (let version = 2; version <= 3; version += 1)
          await write('PATCH', `${CUSTOMERS}${id}/`, customerOf(email, version), version);
      }
    } catch (error) {
      // The connection went with the server. An answer that says no is another matter.
      if (!killed || error instanceof RefusedError) throw error;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => client(number)));
  await running.ended;
}

class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'restoration' }),
  });
  return z.object({ access: z.string() }).parse(await answer.json()).access;
}

async function allCustomers(url: string, token: string): Promise<readonly CustomerFields[]> {
  const rows: CustomerFields[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${url}${CUSTOMERS}?page=${page}&page_size=${PAGE_SIZE}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { count, results } = pageSchema.parse(await answer.json());
    rows.push(...results);
    if (rows.length >= count) return rows;
  }
}
