import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { rawRequest, readRaw } from '../support/server/raw-http.ts';
import { type Answer, type Sent, send } from '../support/server/send.ts';
import { build, listen, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
/** Short, so that nobody waits for the usual ones. */
const LIMITS = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 };

let server: TestServer;
let token: string;
let url: string;
let made = 0;

beforeAll(async () => {
  server = await build({ db: await emptyDatabase(), limits: LIMITS });
  token = (await server.account('ann')).token;
  ({ url } = await listen(server));
});

afterAll(async () => {
  await server.close();
});

const customer = (fields: object = {}) => {
  made += 1;
  return { first_name: 'Ann', last_name: 'Lee', email: `hostile${made}@example.com`, ...fields };
};
const post = (sent: Sent): Promise<Answer> => send(server, `POST ${CUSTOMERS}`, { token, ...sent });
const head = (...lines: readonly string[]): string =>
  [`POST ${CUSTOMERS} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, ...lines, '', ''].join('\r\n');

describe('a request that is too large', () => {
  it('in its body, of a length that it does not tell, is a 413 before all of it has come', async () => {
    const chunk = (size: number): string => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
    const start = head('content-type: application/json', 'transfer-encoding: chunked');
    // One byte too many, and never the end. What came behind it, unread, could take the answer along.
    const all = Array.from({ length: 6 }, () => chunk(65_536));
    const answer = await rawRequest(url, [start, ...all, chunk(1)], 5);
    expect(readRaw(answer)).toEqual({
      status: 413,
      json: { detail: 'The request body is larger than 384 KiB.' },
    });
  });

  it('in its headers is a 431', async () => {
    const answer = await rawRequest(url, [head(`x-large: ${'x'.repeat(20_000)}`)]);
    expect(readRaw(answer)).toEqual({
      status: 431,
      json: { detail: 'The headers of the request are too large.' },
    });
  });

  it('in its address is a 431, as the address is part of the head', async () => {
    const answer = await rawRequest(url, [
      `GET ${CUSTOMERS}?search=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    ]);
    expect(readRaw(answer).status).toBe(431);
  });

  it.each([100, 1_900, 2_100, 12_000])(
    'in the id in its address, of %i digits, is a 404 like any other',
    async (digits) => {
      const answer = await send(server, `GET ${CUSTOMERS}${'9'.repeat(digits)}/`, { token });
      expect(answer).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
    },
  );

  it('in the number of its parameters is read all the same', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) => `p${n}=${n}`).join('&');
    expect((await send(server, `GET ${CUSTOMERS}?${many}&page_size=1`, { token })).status).toBe(200);
  });
});

describe('an address of no file', () => {
  it.each(['/x%00', '/api/v1/1%00', '/assets/%00.js', '/api/docs/static/%00'] as const)(
    'with a null byte is a 400: %s',
    async (path) => {
      expect(await send(server, `GET ${path}`)).toMatchObject({
        status: 400,
        json: { detail: 'Bad Request.' },
      });
    },
  );

  it.each([
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/api/docs/static/..%2f..%2fpackage.json',
  ] as const)('that leads out of the folder is refused: %s', async (path) => {
    const { status, json } = await send(server, `GET ${path}`);
    expect([403, 404]).toContain(status);
    expect(json).toEqual({ detail: status === 403 ? 'Forbidden.' : 'Not found.' });
  });
});

describe('a request that is too slow', () => {
  it('with its headers is a 408, and its connection is closed', async () => {
    const drip = Array.from({ length: 200 }, (_, n) => `x-${n}: y\r\n`);
    const answer = await rawRequest(url, [`GET ${CUSTOMERS} HTTP/1.1\r\nhost: x\r\n`, ...drip], 20);
    expect(readRaw(answer)).toEqual({
      status: 408,
      json: { detail: 'The request took too long to arrive.' },
    });
  });

  it('with its body is a 408, and nothing of it is stored', async () => {
    const body = JSON.stringify(customer({ email: 'slow@example.com' }));
    const lines = ['content-type: application/json', `content-length: ${body.length}`];
    const answer = await rawRequest(url, [head(...lines), ...Array.from(body)], 20);
    expect(readRaw(answer).status).toBe(408);
    const { json } = await send(server, `GET ${CUSTOMERS}?page_size=500`, { token });
    expect(JSON.stringify(json)).not.toContain('slow@example.com');
  });

  it('with anything at all is a 408', async () => {
    expect(readRaw(await rawRequest(url, [''])).status).toBe(408);
  });

  it('does not hold up anybody else', async () => {
    const slow = Array.from({ length: 50 }, () => rawRequest(url, ['GET / HTTP/1.1\r\nhost: x\r\n']));
    const others = await fetch(url + CUSTOMERS, { headers: { authorization: `Bearer ${token}` } });
    expect(others.status).toBe(200);
    for (const answer of await Promise.all(slow)) expect(readRaw(answer).status).toBe(408);
  });
});

describe('input that is not an HTTP request', () => {
  it.each([
    ['words', 'hello\r\n\r\n'],
    ['a head of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['a header without a name', `GET ${CUSTOMERS} HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n`],
    [
      'two lengths',
      `POST ${CUSTOMERS} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    ],
    [
      'a length and chunks, where a proxy might read another end',
      `POST ${CUSTOMERS} HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ])('is a 400 in JSON: %s', async (_, text) => {
    const answer = await rawRequest(url, [text]);
    expect(readRaw(answer)).toEqual({ status: 400, json: { detail: 'This is not an HTTP request.' } });
  });
});

describe('a body', () => {
  it.each([
    ['that breaks off', '{"first_name": "Ann", "last'],
    ['with a comma too many', '{"first_name": "Ann",}'],
    ['of words', 'first_name=Ann'],
    ['with NaN', '{"first_name": NaN}'],
    ['with a null byte between', '{"first_name"\0: "Ann"}'],
    ['that is two', '{}{}'],
  ])('%s is a 400', async (_, raw) => {
    expect(await post({ raw })).toMatchObject({
      status: 400,
      json: { detail: expect.stringMatching(/^JSON parse error - /) as string },
    });
  });

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'json',
    ';',
  ])('of the type %s is a 415', async (type) => {
    expect(await post({ raw: '{}', headers: { 'content-type': type } })).toMatchObject({
      status: 415,
      json: { detail: expect.any(String) as string },
    });
  });

  it.each(['utf-16', 'iso-8859-1', '"utf-7"'])('in the charset %s is a 415', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect(await post({ raw: '{}', headers })).toMatchObject({
      status: 415,
      json: { detail: `Unsupported charset "${charset.replaceAll('"', '')}" in request.` },
    });
    expect(
      (await post({ body: customer(), headers: { 'content-type': 'application/json; charset=UTF-8' } }))
        .status,
    ).toBe(201);
  });

  it('that is compressed is a 415', async () => {
    const raw = gzipSync(JSON.stringify(customer()));
    expect(await post({ raw, headers: { 'content-encoding': 'gzip' } })).toMatchObject({
      status: 415,
      json: { detail: 'Unsupported content encoding "gzip" in request.' },
    });
  });

  it('that is not in UTF-8 is a 400, and is not stored with other letters', async () => {
    const raw = Buffer.from(JSON.stringify(customer({ city: 'Córdoba' })), 'latin1');
    expect(await post({ raw })).toMatchObject({
      status: 400,
      json: { detail: 'JSON parse error - not in UTF-8' },
    });
  });

  it.each([
    ['lists', 190_000, (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['objects', 60_000, (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ])('of %s in each other, deeper than any record, is a 400: %i deep', async (_, most, nested) => {
    for (const depth of [100, most]) {
      expect(await post({ raw: `{"status": ${nested(depth)}}` })).toMatchObject({
        status: 400,
        json: { detail: 'JSON parse error - nested more than 20 levels deep' },
      });
    }
    expect((await post({ raw: `{"status": ${nested(5)}}` })).json).toHaveProperty('status');
  });

  it('with keys of every object’s own making changes no object', async () => {
    const raw = `{"__proto__": {"status": "lead"}, "constructor": {"prototype": {"admin": true}}, "toString": 1, ${JSON.stringify(customer()).slice(1)}`;
    expect(await post({ raw })).toMatchObject({ status: 201, json: { status: 'active' } });
    expect(Object.prototype).not.toHaveProperty('status');
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  it('with a key twice has the last one, as Python reads it', async () => {
    const raw = `{"city": "First", ${JSON.stringify(customer()).slice(1, -1)}, "city": "Last"}`;
    expect(await post({ raw })).toMatchObject({ status: 201, json: { city: 'Last' } });
  });

  it('with half a character in a text is a 400, and is not stored with another one', async () => {
    const raw = `{"city": "\\ud83c", "state": "x\\udfe0", ${JSON.stringify(customer()).slice(1)}`;
    expect(await post({ raw })).toMatchObject({
      status: 400,
      json: {
        city: ['Surrogate characters are not allowed: U+D83C.'],
        state: ['Surrogate characters are not allowed: U+DFE0.'],
      },
    });
    expect((await post({ body: customer({ city: '🏠' }) })).json).toMatchObject({ city: '🏠' });
  });

  it.each(['1e400', '-1e400', '123456789012345678901234567890', '0.1e-30', `1${'0'.repeat(5_000)}`])(
    'with the number %s is a 400',
    async (number) => {
      const { id } = (await post({ body: customer() })).json as { id: number };
      const fields = `"subtotal": ${number}, "tax_rate": ${number}, "total_amount": ${number}`;
      const answers = [
        await send(server, 'POST /api/v1/estimates/estimates/', {
          token,
          raw: `{"title": "x", "valid_until": "2026-01-31", "customer": ${id}, ${fields}}`,
        }),
        await send(server, 'POST /api/v1/projects/projects/', {
          token,
          raw: `{"title": "x", "customer": ${number}}`,
        }),
      ];
      for (const { status, json } of answers) expect({ status, json }).toMatchObject({ status: 400 });
    },
  );
});

it('after all of this the server is as well as before', async () => {
  expect((await send(server, 'GET /health/ready')).status).toBe(200);
  expect((await post({ body: customer() })).status).toBe(201);
});
