import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../../server/auth/passwords.ts';
import { EXTENSIONS } from '../../server/extensions.ts';
import { ANSWER_BYTES } from '../../server/http/answer-size.ts';
import { createUser } from '../../server/repositories/accounts.ts';
import { classifyGet } from '../../src/sync/classify-failure.ts';
import { ESTIMATES, FATTEST, makeEstimates } from '../support/fat-records.ts';
import { heapInUse } from '../support/heap-in-use.ts';
import { send } from '../support/send.ts';
import { build, type ListeningServer, listen, type TestAccount, type TestServer } from '../support/server.ts';
import { UnreadAnswers } from '../support/unread-answers.ts';

/** Short, so that nobody waits for the usual ones. */
const IDLE_MS = 3_000;
const LIMITS = { idleTimeout: IDLE_MS, connectionsCheckingInterval: 50 };
const ANSWERS = { user: 4 * ANSWER_BYTES, company: 6 * ANSWER_BYTES };
const PAGE = `${ESTIMATES}?page_size=1000`;

let server: TestServer;
let listening: ListeningServer;
let ann: TestAccount;
let bob: TestAccount;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS), limits: LIMITS, answers: ANSWERS });
  listening = await listen(server);
  ann = await server.account('ann');
  bob = await server.account('bob');
  await makeEstimates(server, ann, { count: 20, sign: FATTEST[0] });
  await makeEstimates(server, bob, { count: 3, sign: '' });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitUntil(async () => (await statusFor(ann.token)) === 200, { timeout: 10_000 });
});

afterAll(() => server.close());

async function ask(token: string, path = PAGE): Promise<Response> {
  const answer = await listening.fetch(path, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer;
}

const statusFor = async (token: string): Promise<number> => (await ask(token)).status;

async function unread(token: string): Promise<UnreadAnswers> {
  const answers = await UnreadAnswers.open(listening.url, { path: PAGE, token });
  sockets.push(answers.socket);
  return answers;
}

/**
 * Leaves answers unread until the server has had enough of it, for good: first the network keeps some megabytes of each
 * connection, and those are not the server's.
 */
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

/** Of the connections that were left unread, how many the server still has. */
async function stillOpen(): Promise<number> {
  const [all, ours] = await Promise.all([
    new Promise<number>((resolve, reject) =>
      server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    ),
    // Those of `fetch` wait for further requests.
    ask(bob.token).then(() => 1),
  ]);
  return all - ours;
}

async function colleagueOf({ user }: TestAccount, username: string): Promise<string> {
  const passwordHash = await hashPassword('a password of theirs');
  const person = { email: `${username}@example.com`, firstName: 'Test', lastName: 'User' };
  await createUser(server.db, { ...person, companyId: user.companyId, username, passwordHash });
  const body = { username, password: 'a password of theirs' };
  const answer = await send(server, 'POST /api/v1/auth/token/', { body });
  return (answer.json as { access: string }).access;
}

describe('answers that nobody reads', () => {
  it('are given up, with their connection and what they took', async () => {
    for (let n = 0; n < 5; n += 1) await ask(ann.token);
    const before = heapInUse();
    await fill(ann.token);
    const held = heapInUse() - before;
    expect(held).toBeGreaterThan(ANSWER_BYTES);
    await vi.waitFor(async () => expect(await statusFor(ann.token)).toBe(200), { timeout: 3 * IDLE_MS });
    expect(await stillOpen()).toBeLessThanOrEqual(2);
    await vi.waitFor(() => expect(heapInUse() - before).toBeLessThan(held / 2), { timeout: IDLE_MS });
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
    const begun = performance.now();
    for (let n = 0; n < 5; n += 1) expect(await statusFor(bob.token)).toBe(200);
    expect(performance.now() - begun).toBeLessThan(2_000);
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
    await vi.waitFor(async () => expect(await statusFor(ann.token)).toBe(200), { timeout: IDLE_MS / 2 });
  });
});

describe('an answer that is read slowly', () => {
  it('comes to its end, however long that takes', async () => {
    const answers = await unread(ann.token);
    for (let n = 0; n < 4; n += 1) answers.ask();
    const { socket } = answers;
    let received = 0;
    socket.on('data', (part: Buffer) => {
      received += part.length;
      socket.pause();
      setTimeout(() => socket.resume(), 50);
    });
    socket.resume();
    const begun = performance.now();
    await vi.waitFor(() => expect(received).toBeGreaterThan(4 * 16 * 120_000), { timeout: 20_000 });
    expect(performance.now() - begun).toBeGreaterThan(IDLE_MS);
  });
});
