import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { fileOf, getFile, has, hashOf, putFile, STORED, statesOf } from '../support/server/files.ts';
import { send } from '../support/server/send.ts';
import {
  build,
  type ListeningServer,
  listen,
  type TestAccount,
  type TestServer,
} from '../support/server/server.ts';

const MIB = 1024 * 1024;
const CUSTOMERS = '/api/v1/customers/customers/';

let server: TestServer;
let ann: TestAccount;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  ann = await server.account('ann');
});

afterAll(() => {
  // Refused bodies that were not sent to their end would keep the server open for a minute.
  server.app.server.closeAllConnections();
  return server.close();
});

const put = (bytes: Buffer, part: Parameters<typeof putFile>[3] = {}) =>
  putFile(server, ann.token, bytes, part);
const stateOf = (...files: readonly string[]) => statesOf(server, ann.token, files);

describe('bytes that are not those of the hash', () => {
  it('are refused with 422, and all ranges are dropped', async () => {
    const bytes = fileOf('jpeg', 'right', 600);
    const wrong = fileOf('jpeg', 'wrong', 600);
    const sha256 = hashOf(bytes);
    await put(bytes, { to: 300 });
    expect(await put(wrong, { from: 300, sha256 })).toMatchObject({
      status: 422,
      json: { code: 'hash_differs' },
    });
    expect(await stateOf(sha256)).toEqual({ [sha256]: { stored: false, have: [] } });
    expect((await getFile(server, ann.token, sha256)).status).toBe(404);
    expect(await put(bytes, { to: 300 })).toMatchObject(has([0, 300]));
    expect(await put(bytes, { from: 300 })).toMatchObject(STORED);
  });

  it('are refused when a whole file has them, and when ranges contradict each other', async () => {
    const bytes = fileOf('jpeg', 'contradicted', 600);
    const wrong = fileOf('jpeg', 'something else', 600);
    const sha256 = hashOf(bytes);
    expect(await put(wrong, { sha256 })).toMatchObject({ status: 422, json: { code: 'hash_differs' } });
    await put(wrong, { from: 100, to: 400, sha256 });
    await put(bytes, { to: 200 });
    expect((await put(bytes, { from: 390 })).status).toBe(422);
    expect(await put(bytes)).toMatchObject(STORED);
  });

  it('are refused where the size is another one than before', async () => {
    const bytes = fileOf('jpeg', 'resized', 600);
    await put(bytes, { to: 300 });
    expect(await put(bytes, { from: 300, size: 900 })).toMatchObject({
      status: 422,
      json: { code: 'hash_differs' },
    });
    expect(await stateOf(hashOf(bytes))).toEqual({ [hashOf(bytes)]: { stored: false, have: [] } });
  });
});

describe('a file is refused', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(100));

  it.each([
    ['SVG', svg],
    ['a web page', html],
    ['a program', Buffer.from('MZ\x90\0'.padEnd(100, 'x'), 'latin1')],
    ['a GIF', Buffer.from('GIF89a'.padEnd(100))],
    ['text', Buffer.from('just text, whatever its name ends in')],
    ['a film in the same container as HEIC', Buffer.from('\0\0\0\x18ftypisom'.padEnd(100))],
    ['a web page behind two bytes of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8]), html])],
    ['one byte', Buffer.from([0xff])],
  ])('if it is %s, whatever the client calls it', async (_, bytes) => {
    expect(await put(bytes)).toMatchObject({
      status: 415,
      json: { detail: 'Only JPEG, PNG, WebP and HEIC pictures and PDF documents are stored.' },
    });
    expect(await put(bytes, { type: 'image/jpeg' })).toMatchObject({ status: 415 });
    expect((await getFile(server, ann.token, hashOf(bytes))).status).toBe(404);
  });

  it('with its first range, before the rest is sent', async () => {
    expect((await put(Buffer.alloc(5 * MIB, svg), { to: MIB })).status).toBe(415);
  });

  it('with its last range, where its beginning came last or in tiny pieces', async () => {
    const bytes = Buffer.alloc(400, svg);
    expect(await put(bytes, { from: 5 })).toMatchObject(has([5, 400]));
    expect((await put(bytes, { to: 5 })).status).toBe(415);
    expect(await stateOf(hashOf(bytes))).toEqual({ [hashOf(bytes)]: { stored: false, have: [] } });
  });

  it('if it has no bytes', async () => {
    expect((await put(Buffer.alloc(0), { size: 0 })).status).toBe(415);
    const asked = await put(fileOf('jpeg', 'empty'), { to: 0 });
    expect(asked).toMatchObject({ status: 400 });
  });

  it.each([
    ['a picture above 25 MiB', 'jpeg', 25 * MIB + 1, 'The picture is 26 MiB. The limit is 25 MiB.'],
    ['a document above 50 MiB', 'pdf', 50 * MIB + 1, 'The file is 51 MiB. The limit is 50 MiB.'],
    ['a size as of a bomb', 'png', 999_999_999_999, 'The file is 953675 MiB. The limit is 50 MiB.'],
  ] as const)('if it is %s, with its first range', async (_, format, size, detail) => {
    const answer = await put(fileOf(format, 'too large'), { size });
    expect(answer).toMatchObject({ status: 413, json: { detail } });
  });

  it('if it is compressed, as it could inflate to anything', async () => {
    const bytes = fileOf('jpeg', 'squeezed', 10_000);
    const answer = await send(server, `PUT /api/v1/files/${hashOf(bytes)}/?from=0&size=10000`, {
      token: ann.token,
      raw: gzipSync(bytes),
      headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    });
    expect(answer).toMatchObject({
      status: 415,
      json: { detail: 'Unsupported content encoding "gzip" in request.' },
    });
  });

  it('if a range is larger than 1 MiB and not the whole file', async () => {
    const bytes = fileOf('jpeg', 'long range', 4 * MIB);
    const refusal = { status: 413, json: { code: 'range_too_large' } };
    expect(await put(bytes, { to: MIB + 1 })).toMatchObject(refusal);
    expect(await put(bytes, { from: 1, to: MIB + 2 })).toMatchObject(refusal);
    expect(await put(bytes, { from: 1, to: MIB + 1 })).toMatchObject(has([1, MIB + 1]));
  });

  it('if it has more bytes than its size, or begins behind its end', async () => {
    const bytes = fileOf('jpeg', 'beyond');
    expect((await put(bytes, { size: 100 })).status).toBe(400);
    expect((await put(bytes, { from: 150, size: 160 })).status).toBe(400);
    expect((await put(bytes, { from: 150, size: 150 })).status).toBe(400);
    expect(await stateOf(hashOf(bytes))).toEqual({ [hashOf(bytes)]: { stored: false, have: [] } });
  });

  it.each([
    '',
    '?from=0',
    '?size=9',
    '?from=-1&size=9',
    '?from=0&size=1e3',
    '?from=a&size=b',
    '?from=0&size=',
  ])('if its address ends with %j', async (query) => {
    const bytes = fileOf('jpeg', 'bad address');
    const answer = await send(server, `PUT /api/v1/files/${hashOf(bytes)}/${query}`, {
      token: ann.token,
      raw: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(answer).toMatchObject({
      status: 400,
      json: {
        detail: 'The address must name the first byte and the size of the file: ?from=0&size=700123.',
      },
    });
  });

  it('as JSON, and bytes are refused everywhere else', async () => {
    const path = `/api/v1/files/${'a'.repeat(64)}/?from=0&size=2` as const;
    expect((await send(server, `PUT ${path}`, { token: ann.token, body: {} })).status).toBe(415);
    const headers = { 'content-type': 'application/octet-stream' };
    const raw = fileOf('jpeg', 'astray');
    expect((await send(server, `POST ${CUSTOMERS}`, { token: ann.token, raw, headers })).status).toBe(415);
  });

  it.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '../../../etc/passwd',
    '%00',
    'A'.repeat(64),
    'a'.repeat(63),
    `${'a'.repeat(63)}%2f`,
    `${'a'.repeat(64)}%00`,
    `..%5c${'a'.repeat(61)}`,
  ])('under the name %s, which is no hash', async (name) => {
    const raw = fileOf('jpeg', 'path');
    const headers = { 'content-type': 'application/octet-stream' };
    for (const method of ['PUT', 'GET', 'HEAD'] as const) {
      const line = `${method} /api/v1/files/${name}/?from=0&size=200` as const;
      const body = method === 'PUT' ? { raw, headers } : {};
      expect((await send(server, line, { token: ann.token, ...body })).status).toBe(404);
    }
  });
});

describe('over a connection', () => {
  let at: ListeningServer;

  beforeAll(async () => {
    at = await listen(server);
  });

  it('a refusal reaches the client before and amid the body, and the connection goes on', async () => {
    const large = fileOf('jpeg', 'over a connection', 8 * MIB);
    const sending = (query: string, body: Buffer) =>
      at.fetch(`/api/v1/files/${hashOf(large)}/${query}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(body),
      });
    expect((await sending('?from=0&size=999999999', large)).status).toBe(413);
    expect((await sending(`?from=1&size=${large.length}`, large)).status).toBe(413);
    expect((await sending(`?from=0&size=${MIB}`, large)).status).toBe(400);
    const stored = await sending(`?from=0&size=${large.length}`, large);
    expect([stored.status, await stored.json()]).toEqual([200, { stored: true }]);
  });

  it('that breaks amid a range, nothing of the range is kept', async () => {
    const bytes = fileOf('jpeg', 'broken off', 2_000);
    const sha256 = hashOf(bytes);
    const lines = [
      `PUT /api/v1/files/${sha256}/?from=0&size=2000 HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${ann.token}`,
      'content-type: application/octet-stream',
      'content-length: 2000',
    ];
    const { hostname, port } = new URL(at.url);
    const socket = connect(Number(port), hostname);
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes.subarray(0, 1_000)]));
    await setTimeout(50);
    socket.destroy();
    await once(socket, 'close');
    expect(await stateOf(sha256)).toEqual({ [sha256]: { stored: false, have: [] } });
    expect(await put(bytes)).toMatchObject(STORED);
  });
});
