import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { ESTIMATES, FATTEST, makeEstimates } from '../support/server/fat-records.ts';
import { build, listen, type TestAccount, type TestServer } from '../support/server/server.ts';

const CHANGES = '/api/v1/sync/changes/';
const BATCH = '/api/v1/sync/batch/';
const APP = 'https://app.example.com';

let server: TestServer;
let ann: TestAccount;
let begun: string;
let estimate: number;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS), corsOrigins: [APP] });
  ann = await server.account('ann');
  begun = (JSON.parse((await ask(`GET ${CHANGES}`)).text) as { cursor: string }).cursor;
  await makeEstimates(server, ann, { count: 20, sign: FATTEST[0] });
  [estimate = 0] = await makeEstimates(server, ann, { count: 20, sign: '' });
});

afterAll(() => server.close());

interface Asked {
  readonly takes?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signedOut?: boolean;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: number;
  /** The body, decoded as its headers say. */
  readonly text: string;
}

const DECODED: Readonly<Record<string, (raw: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  undefined: (raw) => raw,
};

async function ask(line: string, { takes, body, headers, signedOut }: Asked = {}): Promise<Answered> {
  const [method, url = ''] = line.split(' ', 2);
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await server.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(signedOut ? {} : { authorization: `Bearer ${ann.token}` }),
      ...(takes === undefined ? {} : { 'accept-encoding': takes }),
      ...headers,
    },
    ...(body ? { payload: body } : {}),
  });
  const decode = DECODED[String(answered['content-encoding'])];
  if (!decode) throw new Error(`Nobody reads ${String(answered['content-encoding'])}`);
  return {
    status: statusCode,
    headers: answered,
    bytes: rawPayload.length,
    text: decode(rawPayload).toString(),
  };
}

const feed = () => `GET ${CHANGES}?cursor=${begun}`;
const batch = () => ({
  mutations: Array.from({ length: 50 }, (_, n) => ({
    id: String(n),
    method: 'PATCH',
    resource: 'estimates',
    record: estimate,
    body: { title: 'Floor' },
  })),
});

describe('an answer that may be large', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['*', 'gzip'],
  ])('is compressed for a client that takes %s', async (takes, encoding) => {
    const plain = await ask(`GET ${ESTIMATES}`);
    const packed = await ask(`GET ${ESTIMATES}`, { takes });
    expect(packed).toMatchObject({ status: 200, headers: { 'content-encoding': encoding } });
    expect(packed.text).toBe(plain.text);
    expect(packed.bytes).toBeLessThan(plain.bytes / 4);
  });

  it('is compressed also where it is small enough to be done at once, and tells its length', async () => {
    const { headers, bytes } = await ask(`GET ${ESTIMATES}?page_size=10`, { takes: 'br' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(bytes) });
  });

  it.each([undefined, 'identity', 'zstd', 'br;q=0, gzip;q=0'])(
    'is sent as it is to who takes %s',
    async (takes) => {
      const { headers, bytes, text } = await ask(`GET ${ESTIMATES}`, takes === undefined ? {} : { takes });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).toMatchObject({ 'content-length': String(bytes) });
      expect(bytes).toBe(Buffer.byteLength(text));
    },
  );

  it('says that it depends on what the client takes, whichever way it is sent', async () => {
    for (const takes of ['br', 'identity']) {
      const { headers } = await ask(`GET ${ESTIMATES}`, { takes, headers: { origin: APP } });
      expect(headers['vary']).toBe('Origin, accept-encoding');
      expect(headers['access-control-allow-origin']).toBe(APP);
    }
  });

  it('may be one of the feed, or of a batch', async () => {
    for (const [line, asked] of [
      [feed(), {}],
      [`POST ${BATCH}`, { body: batch() }],
    ] as const) {
      const plain = await ask(line, asked);
      const packed = await ask(line, { ...asked, takes: 'gzip' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip' });
      expect(Object.keys(JSON.parse(packed.text) as object)).toEqual(
        Object.keys(JSON.parse(plain.text) as object),
      );
      expect(packed.bytes).toBeLessThan(plain.bytes / 4);
    }
  });

  it('is sent as it is where it is not large', async () => {
    const none = await ask('GET /api/v1/projects/projects/', { takes: 'br' });
    expect(none.headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(none.text)).toMatchObject({ count: 0 });
  });

  it('has no body for HEAD, compressed or not', async () => {
    for (const takes of ['br', 'identity']) {
      expect(await ask(`HEAD ${ESTIMATES}`, { takes })).toMatchObject({ status: 200, bytes: 0 });
    }
  });
});

describe('answers that are not compressed', () => {
  it('are single records, whose ETag is that of the bytes as they are', async () => {
    const { headers } = await ask(`GET ${ESTIMATES}${estimate - 1}/`, { takes: 'br, gzip' });
    expect(headers).toMatchObject({ etag: '"1"' });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(Number(headers['content-length'])).toBeGreaterThan(100_000);
  });

  it('are answers that hold tokens', async () => {
    const body = { username: 'ann', password: ann.password };
    const { status, headers } = await ask('POST /api/v1/auth/token/', { takes: 'br', body, signedOut: true });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('is the stream of events, which would be held back', async () => {
    const { fetch } = await listen(server);
    const headers = { authorization: `Bearer ${ann.token}`, 'accept-encoding': 'br, gzip' };
    const answer = await fetch('/api/v1/sync/events/', { headers });
    expect(answer.headers.get('content-encoding')).toBeNull();
    // The server ends it when it is closed.
  });
});
