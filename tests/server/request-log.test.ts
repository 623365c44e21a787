import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rawRequest } from '../support/server/raw-http.ts';
import {
  build,
  type ListeningServer,
  listen,
  type TestAccount,
  type TestServer,
} from '../support/server/server.ts';
import { blocksIn } from '../support/sources/markdown.ts';
import { PATIENT } from '../support/test/patient.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const TOKEN = '/api/v1/auth/token/';

let server: TestServer;
let at: ListeningServer;
let ann: TestAccount;
let written: string[] = [];

beforeAll(async () => {
  server = await build({
    extensions: new Set(['events']),
    logLevel: 'info',
    logStream: { write: (line) => written.push(line) },
  });
  at = await listen(server);
  ann = await server.account('ann@example.com');
});

beforeEach(() => {
  written = [];
});

afterAll(async () => {
  await server.close();
});

type Line = Readonly<Record<string, unknown>>;

/** The lines of requests, once there are so many. */
async function lines(count: number, message = 'request'): Promise<readonly Line[]> {
  const found = (): Line[] =>
    written.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === message);
  await vi.waitFor(() => expect(found()).toHaveLength(count), PATIENT);
  return found();
}

const raw = (line: string, headers: readonly string[] = [], body = ''): Promise<string> =>
  rawRequest(at.url, [[line, 'host: x', 'connection: close', ...headers, '', body].join('\r\n')]);
const bearer = (): string => `authorization: Bearer ${ann.token}`;

describe('a line of the log', () => {
  it.each([
    ['as usual', 'GET', CUSTOMERS],
    ['with other letters', 'GET', CUSTOMERS.replace('a', '%61')],
    ['with its origin', 'GET', `http://u:p@evil.example${CUSTOMERS}`],
    ['with its origin and other letters', 'GET', `http://x${CUSTOMERS.replace('a', '%61')}`],
    ['for its head', 'HEAD', CUSTOMERS],
  ])('is written for an address that is written %s', async (_, method, target) => {
    await raw(`${method} ${target}?search=private HTTP/1.1`, [bearer()]);
    const [line] = await lines(1);
    expect(line).toMatchObject({
      method,
      route: CUSTOMERS,
      path: target.replace(/^http:\/\/[^/]*/, ''),
      status: 200,
      address: '127.0.0.1',
      user: ann.user.id,
      company: ann.user.companyId,
    });
  });

  it.each([
    ['GET /api/nothing/', 404],
    ['GET /%61pi/nothing/', 404],
    ['GET http://x/api/nothing/', 404],
    ['POST /somewhere/', 404],
    ['GET /wp-login.php', 404],
    ['GET /api/%zz', 400],
    [`DELETE ${CUSTOMERS}1`, 401],
    ['PROPFIND /api/v1/', 404],
  ])('is written for what leads nowhere, or no further: %s', async (target, status) => {
    await raw(`${target} HTTP/1.1`);
    expect((await lines(1))[0]).toMatchObject({ status, address: '127.0.0.1' });
  });

  it('is written for what is no request, and names its sender', async () => {
    await rawRequest(at.url, ['hello\r\n\r\n']);
    expect((await lines(1, 'no request'))[0]).toMatchObject({ status: 400, address: '127.0.0.1' });
  });

  it('is written for a client that has left before its answer', async () => {
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1');
    const head = `POST ${CUSTOMERS} HTTP/1.1\r\nhost: x\r\n${bearer()}\r\ncontent-type: application/json\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n`;
    socket.write(head);
    // '100 Continue': the server has seen the head.
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    // The sender may not be known yet.
    expect((await lines(1))[0]).toMatchObject({ status: 499, aborted: true, address: '127.0.0.1' });
  });

  it('is written for a client that has left in the middle of its answer, and names the user', async () => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${ann.token}` };
    const answer = await at.fetch('/api/v1/sync/events/', { headers, signal: leaving.signal });
    expect(answer.status).toBe(200);
    leaving.abort();
    expect((await lines(1))[0]).toMatchObject({
      status: 200,
      aborted: true,
      user: ann.user.id,
      company: ann.user.companyId,
    });
  });

  it('names who signs in, and who renews and ends a session', async () => {
    const post = (path: string, body: object): Promise<Response> =>
      at.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const pair = await post(TOKEN, { username: ann.user.username, password: ann.password });
    const { refresh } = (await pair.json()) as { refresh: string };
    await post(`${TOKEN}refresh/`, { refresh });
    await post(`${TOKEN}blacklist/`, { refresh });
    for (const line of await lines(3)) expect(line).toMatchObject({ status: 200, user: ann.user.id });
  });

  it('holds no name, no e-mail address, no password, no token and no query', async () => {
    const body = JSON.stringify({ username: ann.user.username, password: 'a wrong password' });
    await at.fetch(TOKEN, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await at.fetch(`${CUSTOMERS}?search=private`, { headers: { authorization: `Bearer ${ann.token}` } });
    await lines(2);
    for (const secret of ['ann@', 'a wrong password', ann.token, 'private']) {
      expect(written.join('')).not.toContain(secret);
    }
  });

  it('is not written for probes and for the screens of the app', async () => {
    await at.fetch('/health/ready');
    await at.fetch('/api/health/');
    await at.fetch('/customers', { headers: { accept: 'text/html' } });
    await at.fetch('/api/nothing/');
    expect(await lines(2)).toMatchObject([{ path: '/customers', status: 503 }, { path: '/api/nothing/' }]);
  });
});

describe('the filter for fail2ban in docs/operating.md', () => {
  const page = readFileSync('docs/operating.md', 'utf8');
  const filter = blocksIn(page).find(({ text }) => text.includes('failregex'))?.text ?? '';
  // Replaces fail2ban's placeholder by a named group.
  const pattern = /^failregex = (.*)$/m.exec(filter)?.[1]?.replace('<ADDR>', '(?<address>[0-9a-fA-F.:]+)');

  const banned = async (count: number): Promise<readonly (string | undefined)[]> => {
    await lines(count);
    return written.flatMap((line) => {
      const found = new RegExp(pattern ?? 'there is none').exec(line);
      return found ? [found.groups?.['address']] : [];
    });
  };
  const signIn = (target: string, password: string): Promise<string> => {
    const body = JSON.stringify({ username: ann.user.username, password });
    const headers = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
    return raw(`POST ${target} HTTP/1.1`, headers, body);
  };

  it('finds the address of a sign-in that failed, however it was written', async () => {
    await signIn(TOKEN, 'wrong');
    await signIn(TOKEN.replace('a', '%61'), 'wrong');
    await signIn(`http://x${TOKEN}`, 'wrong');
    expect(await banned(3)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  it('finds nobody who signed in, and nobody whom somebody else wrote into an address', async () => {
    await signIn(TOKEN, ann.password);
    const line =
      '"method":"POST","route":"/api/v1/auth/token/","path":"","status":401,"ms":1,"address":"8.8.8.8"';
    await raw(`GET /api/${line} HTTP/1.1`);
    await raw(`GET /api/v1/auth/token/?${line} HTTP/1.1`);
    await raw(`POST http://x/${encodeURIComponent(line)} HTTP/1.1`);
    expect(await banned(4)).toEqual([]);
  });

  it('is shown beside a line as it is written', async () => {
    await at.fetch(`${CUSTOMERS}17/`, { headers: { authorization: `Bearer ${ann.token}` } });
    const [line] = await lines(1);
    const shown = blocksIn(page).find(({ language }) => language === 'json')?.text ?? '{}';
    expect(Object.keys(line ?? {})).toEqual(Object.keys(JSON.parse(shown) as Line));
  });
});
