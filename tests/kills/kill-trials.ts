import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Random } from '../../src/domain/ports.ts';
import { RefusedError, type Running, startToKill, TrialClient } from './killed-server.ts';
import {
  type Problem,
  type ProjectFields,
  projectOf,
  type Version,
  WrittenRecords,
} from './written-records.ts';

export interface KillTrials {
  /** The bundled server's main.js. */
  readonly server: string;
  /** Says where the server's data is. The data has the user `demo` and no projects. */
  readonly env: Readonly<Record<string, string>>;
  readonly times: number;
  readonly random: Random;
  /** The server is killed only after it has acknowledged this many writes since its start. */
  readonly least: number;
}

export interface KillOutcome {
  readonly kills: number;
  /** Writes that the server had acknowledged before it was killed, or when they were sent again. */
  readonly acknowledged: number;
  /** The fewest writes that it acknowledged between a start and the next kill. */
  readonly fewest: number;
  /** Creates that it had not answered when it was killed, and that were sent again with their key. */
  readonly repeated: number;
  readonly problems: readonly Problem[];
}

const CUSTOMERS = '/api/v1/customers/customers/';
const PROJECTS = '/api/v1/projects/projects/';
const BATCH = '/api/v1/sync/batch/';
/** Clients that send each change by itself. One more client sends batches. */
const SINGLE_WRITERS = 3;
const IN_A_BATCH = 10;
const VERSIONS = 3;
const PAGE_SIZE = 200;
/** The kill comes up to this much later, not always just after an answer. */
const MOMENT_MS = 8;

const idSchema = z.object({ id: z.int() });
const pageSchema = z.object({
  count: z.int(),
  results: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      address_line_1: z.string(),
      postal_code: z.string(),
      city: z.string(),
    }),
  ),
});
const batchSchema = z.object({
  results: z.array(z.object({ id: z.string(), status: z.int(), body: z.unknown() })),
});

/**
 * Repeats a trial on the same data: starts the server, lets clients write, kills the server with SIGKILL in the middle,
 * starts it again, resends what it had not answered, and looks for everything that it had acknowledged.
 */
export async function killTrials({ server, env, times, random, least }: KillTrials): Promise<KillOutcome> {
  const written = new WrittenRecords();
  const problems: Problem[] = [];
  const counts: number[] = [];
  let repeated = 0;
  let running = await startToKill(server, env);
  try {
    const token = await TrialClient.signIn(running.url);
    const customer = await aCustomer(new TrialClient(running.url, token));
    for (let trial = 1; trial <= times; trial += 1) {
      const before = written.acknowledged;
      const enough = before + least + Math.floor(random() * 40);
      await writeUntilKilled({ running, token, customer, written, trial, random, enough });
      counts.push(written.acknowledged - before);
      running = await startToKill(server, env);
      const client = new TrialClient(running.url, token);
      repeated += await sendAgain(client, customer, written);
      const wrong = written.compare(await allProjects(client));
      problems.push(...wrong.map(({ kind, text }) => ({ kind, text: `after kill ${trial}: ${text}` })));
    }
  } finally {
    running.kill();
    await running.ended;
  }
  return {
    kills: times,
    acknowledged: written.acknowledged,
    fewest: Math.min(...counts),
    repeated,
    problems,
  };
}

interface Writing {
  readonly running: Running;
  readonly token: string;
  readonly customer: number;
  readonly written: WrittenRecords;
  readonly trial: number;
  readonly random: Random;
  /** The server is killed once this many writes are acknowledged. */
  readonly enough: number;
}

async function writeUntilKilled(writing: Writing): Promise<void> {
  const { running, token, written, random, enough } = writing;
  const client = new TrialClient(running.url, token);
  let killed = false;
  const acknowledged = (title: string): void => {
    written.answered(title);
    if (written.acknowledged < enough || killed) return;
    killed = true;
    void delay(random() * MOMENT_MS).then(() => running.kill());
  };
  const untilKilled = async (write: (n: number) => Promise<void>): Promise<void> => {
    try {
      for (let n = 1; ; n += 1) await write(n);
    } catch (error) {
      // The connection is gone because the server was killed. A refusal is an error even then.
      if (!killed || error instanceof RefusedError) throw error;
    }
  };
  const singles = Array.from({ length: SINGLE_WRITERS }, (_, number) =>
    untilKilled((n) => writeOne(client, writing, `c${number}.t${writing.trial}.${n}`, acknowledged)),
  );
  const batches = untilKilled((n) => writeBatch(client, writing, `b.t${writing.trial}.${n}`, acknowledged));
  await Promise.all([...singles, batches]);
  await running.ended;
}

type Acknowledged = (title: string) => void;

/** Creates a record and then changes it, each time with a separate request. */
async function writeOne(
  client: TrialClient,
  { customer, written }: Writing,
  title: string,
  acknowledged: Acknowledged,
): Promise<void> {
  const uid = randomUUID();
  written.sending(title, 1, uid);
  const { id } = idSchema.parse(await client.ask('POST', PROJECTS, creationOf(title, uid, customer)));
  acknowledged(title);
  for (let version: Version = 2; version <= VERSIONS; version += 1) {
    written.sending(title, version, uid);
    await client.ask('PATCH', `${PROJECTS}${id}/`, projectOf(title, version));
    acknowledged(title);
  }
}

/** Creates records in one batch, and changes them in later ones. */
async function writeBatch(
  client: TrialClient,
  { customer, written }: Writing,
  name: string,
  acknowledged: Acknowledged,
): Promise<void> {
  const titles = Array.from({ length: IN_A_BATCH }, (_, n) => `${name}.${n}`);
  const uids = new Map(titles.map((title) => [title, randomUUID()]));
  const ids = new Map<string, number>();
  for (let version: Version = 1; version <= VERSIONS; version += 1) {
    const mutations = titles.map((title) => {
      const uid = uids.get(title) ?? '';
      written.sending(title, version, uid);
      const base = { id: title, resource: 'projects' };
      return version === 1
        ? { ...base, method: 'POST', body: creationOf(title, uid, customer) }
        : { ...base, method: 'PATCH', record: ids.get(title), body: projectOf(title, version) };
    });
    const { results } = batchSchema.parse(await client.ask('POST', BATCH, { mutations }));
    for (const { id: title, status, body } of results) {
      if (status >= 300) throw new RefusedError(`${title} in a batch: ${status} ${JSON.stringify(body)}`);
      ids.set(title, idSchema.parse(body).id);
      acknowledged(title);
    }
  }
}

/** Resends unanswered creates, as a device does. Returns their number. */
async function sendAgain(client: TrialClient, customer: number, written: WrittenRecords): Promise<number> {
  const unanswered = written.unansweredCreations();
  for (const { title, uid } of unanswered) {
    await client.ask('POST', PROJECTS, creationOf(title, uid, customer));
    written.answered(title);
  }
  return unanswered.length;
}

function creationOf(title: string, uid: string, customer: number): ProjectFields & Record<string, unknown> {
  return { ...projectOf(title, 1), client_uid: uid, customer };
}

async function aCustomer(client: TrialClient): Promise<number> {
  const body = { first_name: 'Nora', last_name: 'Vance', email: 'nora.vance@example.com' };
  return idSchema.parse(await client.ask('POST', CUSTOMERS, body)).id;
}

async function allProjects(client: TrialClient): Promise<readonly ProjectFields[]> {
  const rows: ProjectFields[] = [];
  for (let page = 1; ; page += 1) {
    const { count, results } = pageSchema.parse(
      await client.ask('GET', `${PROJECTS}?page=${page}&page_size=${PAGE_SIZE}`),
    );
    rows.push(...results);
    if (rows.length >= count) return rows;
  }
}
