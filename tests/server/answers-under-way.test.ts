import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../../server/auth/passwords.ts';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import type { Database } from '../../server/db/database.ts';
import { ANSWER_BYTES } from '../../server/http/size-limits.ts';
import { createUser } from '../../server/repositories/accounts.ts';
import { classifyGet } from '../../src/domain/answer.ts';
import { ESTIMATES, FATTEST, makeEstimates } from '../support/server/fat-records.ts';
import { heapInUse } from '../support/server/heap-in-use.ts';
import { send } from '../support/server/send.ts';
import {
  build,
  type ListeningServer,
  listen,
  type TestAccount,
  type TestServer,
} from '../support/server/server.ts';
import { UnreadAnswers } from '../support/server/unread-answers.ts';
import { PATIENT } from '../support/test/patient.ts';

/** Short, so that nobody waits for the usual one. */
const IDLE_MS = 4_000;
const ANSWERS = { user: 4 * ANSWER_BYTES, company: 6 * ANSWER_BYTES };
const PAGE = `${ESTIMATES}?page_size=1000`;

let server: TestServer;
let listening: ListeningServer;
let ann: TestAccount;
let bob: TestAccount;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS), answers: ANSWERS });
  listening = await listen(server);
  ann = await server.account('ann');
  bob = await server.account('bob');
  await makeEstimates(server, ann, { count: 20, sign: FATTEST[0] });
  await makeEstimates(server, bob, { count: 3, sign: '' });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitUntil(async () => (await statusFor(ann.token)) === 200, PATIENT);
});

afterAll(() => server.close());

async function ask(token: string, path = PAGE): Promise<Response> {
  const answer = await listening.fetch(path, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer;
}

const statusFor = async (token: string): Promise<number> => (await ask(token)).status;

async function unread(token: string, { url } = listening): Promise<UnreadAnswers> {
  const answers = await UnreadAnswers.open(url, { path: PAGE, token });
  sockets.push(answers.socket);
  return answers;
}

/** Leaves answers unread until the server refuses more. At first, the network buffers some megabytes per connection. */
async function fill(token: string): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 4 }, () => unread(token)));
  for (let n = 0; n < 20; n += 1) {
    for (const connection of connections) connection.ask();
    if (await isRefused(token)) return;
  }
  throw new Error('The server took all of it');
}

/** Not for a moment alone, as an answer is that is just being made. */
async function isRefused(token: string): Promise<boolean> {
  for (let n = 0; n < 4; n += 1) {
    await after(100);
    if ((await statusFor(token)) !== 429) return false;
  }
  return true;
}

async function colleagueOf({ user }: TestAccount, username: string): Promise<string> {
  const passwordHash = await hashPassword('a password of theirs');
  const person = { email: `${username}@example.com`, firstName: 'Test', lastName: 'User' };
  await createUser(server.db, { ...person, companyId: user.companyId, username, passwordHash });
  const body = { username, password: 'a password of theirs' };
  const answer = await send(server, 'POST /api/v1/auth/token/', { body });
  return (answer.json as { access: string }).access;
}

/** A server on the same database with little patience, and what it has of a connection. */
async function impatient() {
  const { app } = await build({ db: server.db, limits: { idleTimeout: IDLE_MS } });
  // Weakly: what a connection refers to must be free to go with it.
  const open = new Map<number | undefined, WeakRef<Socket>>();
  app.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    open.set(remotePort, new WeakRef(socket));
    socket.once('close', () => open.delete(remotePort));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    url,
    isOpen: ({ socket }: UnreadAnswers) => open.has(socket.localPort),
    /** Text that the network has not taken yet, in UTF-16 units. */
    kept: ({ socket }: UnreadAnswers) => open.get(socket.localPort)?.deref()?.writableLength ?? 0,
  };
}

describe('answers that their client does not read', () => {
  it('are given up, with their connection and what they took', async () => {
    const { app, url, isOpen, kept } = await impatient();
    for (let n = 0; n < 5; n += 1) await ask(ann.token);
    const before = heapInUse();
    const connections = await Promise.all([1, 2, 3].map(() => unread(ann.token, { ...listening, url })));
    for (const connection of connections) for (let n = 0; n < 6; n += 1) connection.ask();
    const seldom = { ...PATIENT, interval: 300 };
    const isStuck = (connection: UnreadAnswers): boolean => kept(connection) > 500_000;
    await vi.waitUntil(() => connections.some(isStuck), seldom);
    // The network has taken what was for the others: those wait for a further request.
    await vi.waitUntil(
      () => !connections.some((connection) => isOpen(connection) && isStuck(connection)),
      seldom,
    );
    expect(connections.filter(isOpen).length).toBeLessThan(connections.length);
    await vi.waitUntil(() => heapInUse() - before < ANSWER_BYTES, seldom);
    await app.close();
  });

  it('are few for one user: the next request is refused, which is a pause for the app', async () => {
    await fill(ann.token);
    const refused = await ask(ann.token);
    expect(refused.headers.get('retry-after')).toBe('2');
    const body = { kind: 'json', value: {} } as const;
    expect(classifyGet({ kind: 'response', status: refused.status, body, retryAfter: '2' })).toEqual({
      pause: 'throttled',
      fault: false,
    });
    expect((await ask(ann.token, '/api/v1/auth/user/')).status).toBe(200);
  });

  it('keep no other company from its answers', async () => {
    await fill(ann.token);
    for (let n = 0; n < 5; n += 1) expect(await statusFor(bob.token)).toBe(200);
  });

  it('are few for all users of a company together', async () => {
    const [carol, dave] = await Promise.all([colleagueOf(ann, 'carol'), colleagueOf(ann, 'dave')]);
    await fill(ann.token);
    await fill(carol);
    expect([await statusFor(dave), await statusFor(bob.token)]).toEqual([429, 200]);
  });

  it('count no more when their client has gone', async () => {
    await fill(ann.token);
    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect(await statusFor(ann.token)).toBe(200), PATIENT);
  });
});

/** Requests of ann whose body never comes to its end, from clients that leave while it is looked up who she is. */
async function leaveEarly(count: number) {
  let isHeld = true;
  let held = 0;
  let passed = 0;
  let free = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    free = resolve;
  });
  const db: Database = {
    ...server.db,
    async query(sql, values, options) {
      if (isHeld && options?.sender?.name === `user ${ann.user.id}`) {
        held += 1;
        await gate;
        passed += 1;
      }
      return server.db.query(sql, values, options);
    },
  };
  const slow = await build({ db, answers: ANSWERS, extensions: new Set(EXTENSIONS) });
  const { url } = await listen(slow);
  const clients = Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `POST /api/v1/sync/batch/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ann.token}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    return socket;
  });
  await vi.waitUntil(() => held === count, PATIENT);
  for (const socket of clients) socket.destroy();
  const connections = (): Promise<number> =>
    new Promise((resolve) => slow.app.server.getConnections((_, open) => resolve(open)));
  await vi.waitUntil(async () => (await connections()) === 0, PATIENT);
  isHeld = false;
  free();
  await vi.waitUntil(() => passed === count, PATIENT);
  await after(200);
  return slow;
}

describe('requests whose clients leave before all of the body was there', () => {
  it('count no more', async () => {
    const slow = await leaveEarly(8);
    expect((await send(slow, `GET ${PAGE}`, { token: ann.token })).status).toBe(200);
    await slow.app.close();
  });
});

describe('polls of the feed that find nothing new', () => {
  it('are taken for small, and those that find something for as large as an answer may become', async () => {
    const few = { user: ANSWER_BYTES - 1, company: ANSWER_BYTES - 1 };
    const small = await build({ db: server.db, answers: few, extensions: new Set(EXTENSIONS) });
    const { token } = bob;
    const poll = (cursor: string) =>
      send(small, `GET /api/v1/sync/changes/?cursor=${encodeURIComponent(cursor)}`, { token });
    const { cursor } = (await send(small, 'GET /api/v1/sync/changes/', { token })).json as { cursor: string };
    expect((await send(small, `GET ${PAGE}`, { token })).status).toBe(429);
    for (let n = 0; n < 3; n += 1) expect((await poll(cursor)).status).toBe(200);
    await makeEstimates(server, bob, { count: 1, sign: '' });
    expect((await poll(cursor)).status).toBe(429);
    await small.app.close();
  });
});

describe('answers that are read slowly', () => {
  it('come to their end, however long that takes', async () => {
    const { app, url, isOpen } = await impatient();
    const answers = await unread(ann.token, { ...listening, url });
    const { socket } = answers;
    const whole = 16 * 120_000;
    let received = 0;
    socket.on('data', (part: Buffer) => {
      received += part.length;
      socket.pause();
      setTimeout(() => socket.resume(), 30);
    });
    socket.resume();
    // However fast the machine: an answer is always under way until twice the server's patience has passed.
    const until = performance.now() + 2 * IDLE_MS;
    let asked = 0;
    while (performance.now() < until) {
      if (received >= (asked - 2) * whole) {
        answers.ask();
        asked += 1;
      }
      await after(20);
    }
    await vi.waitUntil(() => received > asked * whole, PATIENT);
    expect(isOpen(answers)).toBe(true);
    socket.destroy();
    await app.close();
  });
});
