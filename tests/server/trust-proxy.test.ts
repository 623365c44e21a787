import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignInThrottle } from '../../server/auth/sign-in-throttle.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Database } from '../../server/db/database.ts';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { rawRequest, readRaw } from '../support/server/raw-http.ts';
import { type Sent, send } from '../support/server/send.ts';
import { build, JWT_SECRET, listen, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const TOKEN = '/api/v1/auth/token/';

/** The headers of a proxy that ends TLS. */
const FORWARDED = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-host': 'crm.example.com',
  'x-forwarded-proto': 'https',
  host: 'localhost:8080',
};

let db: Database;
let token: string;
const servers: TestServer[] = [];

beforeAll(async () => {
  db = await emptyDatabase();
  const server = await built(undefined);
  token = (await server.account('ann')).token;
  for (const email of ['one@example.com', 'two@example.com']) {
    await send(server, `POST ${CUSTOMERS}`, { token, body: { first_name: 'Ann', last_name: 'Lee', email } });
  }
});

afterAll(async () => {
  for (const { app } of servers) await app.close();
  await db.close();
});

async function built(TRUST_PROXY: string | undefined, PUBLIC_ORIGIN?: string): Promise<TestServer> {
  const { trustProxy, publicOrigin } = readConfig({ TRUST_PROXY, PUBLIC_ORIGIN });
  const server = await build({ db, trustProxy, publicOrigin });
  servers.push(server);
  return server;
}

/** The link to the next page, and whether HTTPS is asked for, in the answer to a request through a proxy. */
async function seenBy(server: TestServer, sent: Sent = {}) {
  const headers = { ...FORWARDED, ...sent.headers };
  const { json, headers: answered } = await send(server, `GET ${CUSTOMERS}?page_size=1`, {
    token,
    ...sent,
    headers,
  });
  return { next: (json as { next: string }).next, hsts: answered['strict-transport-security'] };
}

const OUTSIDE = { next: `https://crm.example.com${CUSTOMERS}?page_size=1&page=2`, hsts: 'max-age=31536000' };
const INSIDE = { next: `http://localhost:8080${CUSTOMERS}?page_size=1&page=2`, hsts: undefined };

describe('behind a proxy that is trusted', () => {
  it.each(['1', '127.0.0.1', 'loopback', '10.0.0.0/8, 127.0.0.0/8'])(
    '(%s) links and HSTS are those of the address that the client used',
    async (trusted) => {
      expect(await seenBy(await built(trusted))).toEqual(OUTSIDE);
    },
  );

  it('a protocol that is none gets into no link', async () => {
    const server = await built('1');
    const { next } = await seenBy(server, { headers: { 'x-forwarded-proto': 'javascript' } });
    expect(next).toBe(`http://crm.example.com${CUSTOMERS}?page_size=1&page=2`);
  });

  it('sign-ins are counted by the address of the client, and not by the proxy’s', async () => {
    const server = await built('loopback');
    const guess = (n: number, client: string) =>
      send(server, `POST ${TOKEN}`, {
        body: { username: `guess ${n}`, password: 'wrong' },
        // The client sent the part before it, which is not believed.
        headers: { 'x-forwarded-for': `10.9.9.${n}, ${client}` },
      });
    await db.query('delete from sign_in_failures');
    const throttle = new SignInThrottle({ db, secret: JWT_SECRET });
    for (let n = 0; n < 99; n += 1) {
      await throttle.admit({
        username: `guess ${n}`,
        userId: undefined,
        address: '203.0.113.7',
        device: null,
      });
    }
    expect((await guess(99, '203.0.113.7')).status).toBe(401);
    expect((await guess(100, '203.0.113.7')).status).toBe(429);
    expect((await guess(101, '203.0.113.8')).status).toBe(401);
  });
});

describe('what anybody may write into a header is not believed', () => {
  it.each([undefined, '10.0.0.0/8', 'uniquelocal'])('where the proxy trusted is %s', async (trusted) => {
    expect(await seenBy(await built(trusted))).toEqual(INSIDE);
  });
});

describe('the link to the next page', () => {
  const PATH = `${CUSTOMERS}?page_size=1&page=2`;

  it.each([
    'evil.example',
    'u:p@evil.example',
    'localhost@evil.example',
    'localhost.evil.example',
    '127.evil.example',
    '6.6.6.6',
    '[2001:db8::1]',
    'localhost/evil',
    'evil.example:8080',
    'not a host',
  ])('does not repeat the Host "%s", and leads on from where the list came from', async (host) => {
    const { next } = await seenBy(await built(undefined), { headers: { host } });
    expect(next).toBe(PATH);
  });

  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
  ])('names this machine where the Host does: %s', async (host, origin) => {
    expect((await seenBy(await built(undefined), { headers: { host } })).next).toBe(origin + PATH);
  });

  it('names no origin that is the target of the request', async () => {
    const { url } = await listen(await built(undefined));
    const head = `GET http://evil.example${CUSTOMERS}?page_size=1 HTTP/1.1\r\nhost: evil.example\r\n`;
    const answer = await rawRequest(url, [
      `${head}authorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
    ]);
    expect(readRaw(answer).json).toMatchObject({ next: PATH });
  });

  it.each([
    ['directly', undefined, {}],
    ['through a proxy', 'loopback', { 'x-forwarded-host': 'other.example.com' }],
    ['by another name', undefined, { host: 'evil.example' }],
  ])('has the origin that is named, for who comes %s', async (_, trusted, headers) => {
    const server = await built(trusted, 'https://crm.example.com');
    expect((await seenBy(server, { headers })).next).toBe(`https://crm.example.com${PATH}`);
  });
});
