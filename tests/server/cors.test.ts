import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sent, send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const APP = 'https://app.example.com';

let open: TestServer;
let closed: TestServer;
let token: string;

beforeAll(async () => {
  open = await build({ corsOrigins: [APP, 'https://second.example.com'] });
  closed = await build({ db: open.db });
  token = (await open.account('ann')).token;
});

afterAll(async () => {
  await closed.app.close();
  await open.close();
});

const from = (origin: string, headers: Sent['headers'] = {}): Sent => ({ headers: { origin, ...headers } });
const preflight = (origin: string, method: string, headers: string): Sent =>
  from(origin, { 'access-control-request-method': method, 'access-control-request-headers': headers });

describe('a page of an origin that may call the API', () => {
  it.each([
    ['POST', 'authorization,content-type,idempotency-key', CUSTOMERS],
    ['PATCH', 'authorization,content-type,if-match', `${CUSTOMERS}1/`],
    ['DELETE', 'authorization', `${CUSTOMERS}1/`],
    ['GET', 'authorization', '/api/v1/auth/user/'],
    ['GET', 'authorization', '/api/nothing/'],
  ] as const)('may send a %s with %s', async (method, headers, path) => {
    const { status, headers: answered } = await send(
      open,
      `OPTIONS ${path}`,
      preflight(APP, method, headers),
    );
    expect({ status, answered }).toMatchObject({
      status: 204,
      answered: {
        'access-control-allow-origin': APP,
        'access-control-allow-methods': expect.stringContaining(method) as string,
        vary: expect.stringContaining('Origin') as string,
      },
    });
    const allowed = String(answered['access-control-allow-headers']).toLowerCase();
    for (const name of headers.split(',')) expect(allowed.split(', ')).toContain(name);
    expect(answered).not.toHaveProperty('access-control-allow-credentials');
  });

  it('reads answers, refusals too, and what they say about waiting', async () => {
    const sent = from(APP, { authorization: `Bearer ${token}` });
    for (const [line, status] of [
      [`GET ${CUSTOMERS}`, 200],
      [`GET ${CUSTOMERS}999/`, 404],
      [`PUT ${CUSTOMERS}`, 405],
      ['GET /api/nothing/', 404],
    ] as const) {
      const answer = await send(open, line, sent);
      expect(answer).toMatchObject({ status, headers: { 'access-control-allow-origin': APP } });
      const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['Retry-After', 'X-Request-Id', 'Date', 'ETag']));
    }
    const unknown = await send(open, `GET ${CUSTOMERS}`, from(APP));
    expect(unknown).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': APP } });
  });
});

describe('a page of any other origin', () => {
  it.each([
    ['a stranger', 'https://evil.example'],
    ['one that begins alike', `${APP}.evil.example`],
    ['the same host over http', 'http://app.example.com'],
    ['the same host on another port', `${APP}:8443`],
    ['none', 'null'],
  ])('is let in by no header: %s', async (_, origin) => {
    for (const [line, sent] of [
      [`OPTIONS ${CUSTOMERS}`, preflight(origin, 'GET', 'authorization')],
      [`GET ${CUSTOMERS}`, from(origin, { authorization: `Bearer ${token}` })],
    ] as const) {
      expect((await send(open, line, sent)).headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('is let in by no header where no origin was named', async () => {
    for (const [line, sent] of [
      [`OPTIONS ${CUSTOMERS}`, preflight(APP, 'GET', 'authorization')],
      [`GET ${CUSTOMERS}`, from(APP, { authorization: `Bearer ${token}` })],
    ] as const) {
      const { headers } = await send(closed, line, sent);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

it('a plain OPTIONS still says what an address allows', async () => {
  for (const server of [open, closed]) {
    expect(await send(server, `OPTIONS ${CUSTOMERS}`, { token })).toMatchObject({
      status: 204,
      headers: { allow: 'GET, POST, HEAD, OPTIONS' },
    });
  }
});
