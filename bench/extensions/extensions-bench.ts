import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { Client } from '../server/load.ts';
import { memoryOf, type Program, signIn, startServer } from '../server/programs.ts';
import { CHANGES, LINK_MS, replay } from './replay.ts';

// What the extensions buy, beside the plain contract: `npm run build && npm run bench -- extensions`.

const CUSTOMERS = '/api/v1/customers/customers/';
const RECORDS = 5_000;
const CHANGED = 200;
const LISTENERS = 1_000;
const PAGE = 500;
const ROUNDS = 5;

export async function run(): Promise<void> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  await compareReplay();
  const folder = await mkdtemp(`${tmpdir()}/crm-bench-`);
  const server = await startServer({ DATA_DIR: folder });
  try {
    const client = new Client(server.url, { authorization: `Bearer ${await signIn(server.url)}` });
    await comparePulls(client);
    client.close();
    await compareChangeEvents(server);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function compareReplay(): Promise<void> {
  const plain = await replay(new Set());
  const keyed = await replay(new Set(EXTENSIONS.filter((one) => one !== 'events' && one !== 'batch')));
  const batch = await replay(new Set(EXTENSIONS.filter((one) => one !== 'events')));
  console.log(`${CHANGES} waiting changes over a link of ${LINK_MS} ms, by the device's clock:`);
  for (const [name, { seconds, requests }] of Object.entries({
    'plain contract': plain,
    'keys, versions and feed': keyed,
    'the same with batches': batch,
  })) {
    const ratio = (seconds / plain.seconds).toFixed(3);
    console.log(`  ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s  ${requests} requests  ${ratio}`);
  }
}

/** What a device reads that has been away while a few records of many were changed. */
async function comparePulls(client: Client): Promise<void> {
  const ids: number[] = [];
  for (let from = 0; from < RECORDS; from += 200) {
    const mutations = Array.from({ length: 200 }, (_, n) => ({
      id: String(n),
      method: 'POST',
      resource: 'customers',
      body: {
        first_name: 'Ann',
        last_name: `Lee ${from + n}`,
        email: `ann${from + n}@example.com`,
        city: 'Reno',
      },
    }));
    const text = await client.must({
      method: 'POST',
      path: '/api/v1/sync/batch/',
      body: JSON.stringify({ mutations }),
    });
    const { results } = z
      .object({ results: z.array(z.object({ body: z.object({ id: z.int() }) })) })
      .parse(JSON.parse(text));
    ids.push(...results.map(({ body }) => body.id));
  }
  const start = cursorIn(await client.must({ method: 'GET', path: '/api/v1/sync/changes/' }));
  for (const id of ids.slice(0, CHANGED)) {
    await client.must({
      method: 'PATCH',
      path: `${CUSTOMERS}${id}/`,
      body: JSON.stringify({ city: 'Boise' }),
    });
  }
  const list = async (): Promise<number> => {
    let bytes = 0;
    for (let page = 1; (page - 1) * PAGE < RECORDS; page += 1) {
      bytes += (await client.must({ method: 'GET', path: `${CUSTOMERS}?page_size=${PAGE}&page=${page}` }))
        .length;
    }
    return bytes;
  };
  const feed = async (): Promise<number> =>
    (await client.must({ method: 'GET', path: `/api/v1/sync/changes/?cursor=${start}` })).length;
  const [whole, since] = [await list(), await feed()];
  const [listMs, feedMs] = await medianTimes([list, feed]);
  console.log(`\n${CHANGED} of ${RECORDS} records changed, no link:`);
  console.log(
    `  the whole list  ${(whole / 1024).toFixed(0).padStart(6)} KiB  ${listMs.toFixed(0).padStart(5)} ms`,
  );
  console.log(
    `  changes since   ${(since / 1024).toFixed(0).padStart(6)} KiB  ${feedMs.toFixed(0).padStart(5)} ms`,
  );
  console.log(
    `  ratio           ${(since / whole).toFixed(3).padStart(6)}      ${(feedMs / listMs).toFixed(3).padStart(5)}`,
  );
}

/** From a change's request to the last of its listeners. */
async function compareChangeEvents(server: Program): Promise<void> {
  const { url } = server;
  const token = await signIn(url);
  const client = new Client(url, { authorization: `Bearer ${token}` });
  const made = await client.must({
    method: 'POST',
    path: CUSTOMERS,
    body: JSON.stringify({ first_name: 'Ann', last_name: 'Lee', email: 'changed@example.com' }),
  });
  const { id } = z.object({ id: z.int() }).parse(JSON.parse(made));
  const sendEvent = async (streams: readonly IncomingMessage[]): Promise<number> => {
    const heard = Promise.all(
      streams.map((stream) => new Promise<void>((resolve) => stream.once('data', () => resolve()))),
    );
    const started = performance.now();
    await client.must({
      method: 'PATCH',
      path: `${CUSTOMERS}${id}/`,
      body: JSON.stringify({ city: `${started}` }),
    });
    await heard;
    return performance.now() - started;
  };
  const agent = new Agent({ keepAlive: true, maxSockets: LISTENERS + 1 });
  const one = [await listen(url, token, agent)];
  const few = await median(() => sendEvent(one));
  const before = await memoryOf(server);
  const all = [
    ...one,
    ...(await Promise.all(Array.from({ length: LISTENERS - 1 }, () => listen(url, token, agent)))),
  ];
  const many = await median(() => sendEvent(all));
  console.log(
    `\nFrom a PATCH to the last who hears of it: 1 listener ${few.toFixed(0)} ms, ${LISTENERS} listeners ${many.toFixed(0)} ms`,
  );
  const each = ((await memoryOf(server)) - before) / LISTENERS;
  console.log(`The server's memory for each: ${(1024 * each).toFixed(0)} KB`);
  for (const stream of all) stream.destroy();
  agent.destroy();
  client.close();
}

function listen(url: string, token: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const asked = request(new URL('/api/v1/sync/events/', url), { headers, agent }, (answer) => {
      answer.once('data', () => resolve(answer));
    });
    asked.on('error', reject);
    asked.end();
  });
}

function cursorIn(text: string): string {
  return z.object({ cursor: z.string() }).parse(JSON.parse(text)).cursor;
}

/** One after the other in each round, so that whatever else the machine does hits both. */
async function medianTimes(
  works: readonly [() => Promise<unknown>, () => Promise<unknown>],
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const index of [0, 1] as const) {
      const started = performance.now();
      await works[index]();
      times[index].push(performance.now() - started);
    }
  }
  return [middleOf(times[0]), middleOf(times[1])];
}

async function median(work: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await work());
  return middleOf(times);
}

function middleOf(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}
