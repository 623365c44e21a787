import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import type { Database } from '../../server/db/database.ts';
import { BusyError } from '../../server/db/database-errors.ts';
import { OpenStreams } from '../../server/events/event-stream.ts';
import { revokeSessionsOf } from '../../server/repositories/sessions.ts';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { eventsOf } from '../support/server/events.ts';
import { send } from '../support/server/send.ts';
import {
  build,
  type ListeningServer,
  listen,
  type TestAccount,
  type TestServer,
} from '../support/server/server.ts';
import { PATIENT } from '../support/test/patient.ts';

const EVENTS = '/api/v1/sync/events/';
const CUSTOMERS = '/api/v1/customers/customers/';

/** Each test has users of its own on it. */
let server: TestServer;
let at: ListeningServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  at = await listen(server);
});
afterAll(() => server.close());

let users = 0;
const account = (): Promise<TestAccount> => server.account(`user${(users += 1)}`);

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** One that a test ends, or that has other settings. */
async function aServer(
  over: Parameters<typeof build>[0] = {},
): Promise<{ server: TestServer; at: ListeningServer }> {
  const server = await build({ extensions: new Set(EXTENSIONS), ...over });
  servers.push(server);
  return { server, at: await listen(server) };
}

let serial = 0;
async function make(server: TestServer, token: string): Promise<void> {
  serial += 1;
  const body = { first_name: 'Ann', last_name: 'Lee', email: `p${serial}@example.com` };
  expect((await send(server, `POST ${CUSTOMERS}`, { token, body })).status).toBe(201);
}

it('sends everybody of the company a change event after a commit, and nobody else', async () => {
  const [ours, theirs] = [await account(), await account()];
  const own = await eventsOf(at, ours.token);
  const other = await eventsOf(at, theirs.token);
  await make(server, ours.token);
  expect(await own.changes(1)).toBe(1);
  await make(server, theirs.token);
  // The first that it hears of is its own company's: what came before was not for it.
  expect(await other.changes(1)).toBe(1);
  expect(await own.changes(1)).toBe(1);
});

it('sends no change event where nothing was changed', async () => {
  const { token } = await account();
  const events = await eventsOf(at, token);
  await send(server, `POST ${CUSTOMERS}`, { token, body: { first_name: 'Ann' } });
  await send(server, `GET ${CUSTOMERS}`, { token });
  await make(server, token);
  expect(await events.changes(1)).toBe(1);
});

it('asks who is there', async () => {
  expect((await at.fetch(EVENTS)).status).toBe(401);
});

it('is there only where it is offered', async () => {
  const { server, at } = await aServer({ extensions: new Set(['changes']) });
  const { token } = await server.account('ann');
  expect((await at.fetch(EVENTS, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
});

it.each([
  ['', 25],
  ['?beat=240', 240],
  ['?beat=60', 60],
  ['?beat=1', 25],
  ['?beat=100000', 240],
  ['?beat=often', 25],
  ['?beat=', 25],
])('says how often it gives a sign of life, within what it offers: %s', async (query, seconds) => {
  const { token } = await account();
  const response = await at.fetch(EVENTS + query, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let said = '';
  while (!said.includes('\n\n')) said += (await reader?.read())?.value ?? '';
  expect(said).toBe(`: beat ${seconds}\nretry: 3000\n\n`);
});

it('ends when the server stops, which does not wait for it', async () => {
  const { server, at } = await aServer();
  const { token } = await server.account('ann');
  const events = await eventsOf(at, token);
  const closing = server.close();
  servers.splice(0);
  expect(await events.ended()).toBe(true);
  await closing;
});

it('ends when its session does', async () => {
  const { server, at } = await aServer({ eventWatchMs: 50 });
  const { token, user } = await server.account('ann');
  const events = await eventsOf(at, token);
  await revokeSessionsOf(server.db, user.id);
  expect(await events.ended()).toBe(true);
});

it('goes on while nobody can say whether its session does', async () => {
  let looks = 0;
  let isAway = false;
  const inner = await emptyDatabase();
  const db: Database = {
    ...inner,
    async query(sql, values, options) {
      if (isAway) looks += 1;
      if (isAway) throw new BusyError('test');
      return inner.query(sql, values, options);
    },
  };
  const { server, at } = await aServer({ db, eventWatchMs: 20 });
  const { token, user } = await server.account('ann');
  const events = await eventsOf(at, token);
  const ended = events.ended();
  isAway = true;
  await vi.waitUntil(() => looks > 3, PATIENT);
  isAway = false;
  expect(await Promise.race([ended, after(100, 'open')])).toBe('open');
  await revokeSessionsOf(inner, user.id);
  expect(await ended).toBe(true);
});

describe('a stream', () => {
  it('is not opened by HEAD, which is refused', async () => {
    const streams = new OpenStreams();
    const { server, at } = await aServer({ streams });
    const { token } = await server.account('ann');
    const headers = { authorization: `Bearer ${token}` };
    for (let n = 0; n < 20; n += 1) {
      const answer = await at.fetch(EVENTS, { method: 'HEAD', headers });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
    }
    expect((await at.fetch(EVENTS, { method: 'HEAD' })).status).toBe(401);
    expect(streams.size).toBe(0);
  });

  it('is closed when its client goes away', async () => {
    const streams = new OpenStreams();
    const { server, at } = await aServer({ streams });
    const { token } = await server.account('ann');
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(new URL(at.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`GET ${EVENTS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
      return socket;
    });
    await vi.waitFor(() => expect(streams.size).toBe(20), PATIENT);
    for (const [n, socket] of sockets.entries()) {
      if (n % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    await vi.waitFor(() => expect(streams.size).toBe(0), PATIENT);
  });

  it('is refused to a user who has too many, until one is closed, and to nobody else', async () => {
    const streams = new OpenStreams(2);
    const { server, at } = await aServer({ streams });
    const [ann, bob] = [await server.account('ann'), await server.account('bob')];
    const open = (token: string, signal?: AbortSignal): Promise<Response> =>
      at.fetch(EVENTS, { headers: { authorization: `Bearer ${token}` }, ...(signal ? { signal } : {}) });
    const leaving = new AbortController();
    expect((await open(ann.token)).status).toBe(200);
    expect((await open(ann.token, leaving.signal)).status).toBe(200);
    const refused = await open(ann.token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await open(bob.token)).status).toBe(200);
    leaving.abort();
    await vi.waitFor(() => expect(streams.size).toBe(2), PATIENT);
    expect((await open(ann.token)).status).toBe(200);
  });
});
