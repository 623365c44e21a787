import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import type { Database } from '../../server/db/database.ts';
import { clientNetwork } from '../../server/http/client-network.ts';
import { classify } from '../../src/sync/push/classify-answer.ts';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { type Answer, type Sent, send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const LIMIT = 5;

let db: Database;
let server: TestServer;
let ann: TestAccount;
let number = 0;

beforeAll(async () => {
  db = await emptyDatabase();
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  server = await build({ db, rateLimitPerMinute: LIMIT });
  ann = await server.account(`user${(number += 1)}`);
});

afterEach(async () => {
  vi.useRealTimers();
  await server.app.close();
});

afterAll(async () => {
  await db.close();
});

const list = (sent: Sent): Promise<Answer> => send(server, `GET ${CUSTOMERS}`, sent);

async function spend(sent: Sent, status: number): Promise<void> {
  for (let n = 0; n < LIMIT; n += 1) expect((await list(sent)).status).toBe(status);
}

describe('a user who asks too often', () => {
  it('is told how long to wait, at whatever address, and is let in again then', async () => {
    await spend({ token: ann.token }, 200);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await list({ token: ann.token, address: '203.0.113.9' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '40', 'content-security-policy': expect.any(String) as string },
      json: { detail: 'Request was throttled. Expected available in 40 seconds.' },
    });
    vi.setSystemTime(Date.now() + 40_000);
    expect((await list({ token: ann.token })).status).toBe(200);
  });

  it('is a pause for the app, and nothing that a person has to see to', async () => {
    await spend({ token: ann.token }, 200);
    const body = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    const answer = await send(server, `POST ${CUSTOMERS}`, { token: ann.token, body });
    expect(answer.status).toBe(429);
    const read = { kind: 'json', value: answer.json } as const;
    const { status } = answer;
    expect(classify('create', { kind: 'response', status, body: read, retryAfter: null })).toEqual({
      do: 'requeue',
      pause: 'throttled',
      fault: false,
    });
  });

  it('is one who sends a batch that holds as many changes, and a batch larger than the limit gets in', async () => {
    const extended = await build({ db, rateLimitPerMinute: LIMIT, extensions: new Set(EXTENSIONS) });
    const batchOf = (count: number): Promise<Answer> => {
      const mutations = Array.from({ length: count }, (_, n) => ({
        id: String(n),
        method: 'DELETE',
        resource: 'customers',
        record: 987_654,
      }));
      return send(extended, 'POST /api/v1/sync/batch/', { token: ann.token, body: { mutations } });
    };
    expect((await batchOf(LIMIT - 1)).status).toBe(200);
    expect((await batchOf(LIMIT + 1)).status).toBe(200);
    expect((await batchOf(1)).status).toBe(429);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await batchOf(LIMIT)).status).toBe(200);
    expect((await batchOf(1)).status).toBe(429);
    await extended.app.close();
  });

  it('keeps nobody else out at the same address', async () => {
    await spend({ token: ann.token }, 200);
    const bob = await server.account('bob');
    expect((await list({ token: bob.token })).status).toBe(200);
    expect((await list({})).status).toBe(401);
  });
});

describe('an address that asks too often without a good token', () => {
  it.each([
    ['no token', {}],
    ['a forged one', { token: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoxfQ.AAAA' }],
  ])('is throttled with %s, and signed-in users there are not', async (_, sent) => {
    await spend(sent, 401);
    expect((await list(sent)).status).toBe(429);
    expect((await list({ ...sent, address: '203.0.113.9' })).status).toBe(401);
    expect((await list({ token: ann.token })).status).toBe(200);
  });

  it('is one address wherever in its network of IPv6 it says to be', async () => {
    for (let n = 1; n <= LIMIT; n += 1) {
      expect((await list({ address: `2001:db8:1:2::${n}` })).status).toBe(401);
    }
    expect((await list({ address: '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await list({ address: '2001:db8:1:3::1' })).status).toBe(401);
  });

  it('is throttled however the path is written', async () => {
    for (let n = 0; n < LIMIT; n += 1) {
      expect((await send(server, 'GET /%61pi/v1/customers/customers/')).status).toBe(401);
    }
    expect((await list({})).status).toBe(429);
  });

  it('still learns how the server is, and gets the app', async () => {
    await spend({}, 401);
    expect((await list({})).status).toBe(429);
    expect((await send(server, 'GET /api/health/')).status).toBe(200);
    expect((await send(server, 'GET /', { headers: { accept: 'text/html' } })).status).toBe(503);
  });
});

it('an address that is unknown, since the client has gone away, is no failure', () => {
  expect(clientNetwork(undefined)).toBe('gone');
});

it('where no limit is set, nobody is throttled', async () => {
  const free = await build({ db, rateLimitPerMinute: 0 });
  for (let n = 0; n < 20; n += 1) expect((await send(free, `GET ${CUSTOMERS}`)).status).toBe(401);
  await free.app.close();
});
