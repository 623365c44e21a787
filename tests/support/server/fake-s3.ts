import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Bucket } from '../../../server/config/config.ts';

const KEYS = { region: 'us-east-1', accessKeyId: 'AKIDTEST', secretAccessKey: 'the secret of the fake' };
const BUCKET = 'photos';
/** Objects on a page of a list, few so that tests need several pages. */
const PAGE = 3;

const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

export interface FakeS3 {
  readonly bucket: S3Bucket;
  readonly objects: Map<string, { readonly bytes: Buffer; readonly at: Date }>;
  /** How many of the next requests get a 503. */
  failures: number;
  close(): Promise<void>;
}

/** An S3 server in memory that verifies each signature (AWS Signature Version 4) and the hash of each body. */
export async function fakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const state = { failures: 0 };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const refused = state.failures > 0 ? 503 : refusal(request, body);
      if (state.failures > 0) state.failures -= 1;
      if (refused !== null) response.writeHead(refused).end('<Error><Code>Refused</Code></Error>');
      else answer(objects, request, response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    bucket: { url: `http://127.0.0.1:${port}/${BUCKET}`, ...KEYS },
    objects,
    get failures() {
      return state.failures;
    },
    set failures(count) {
      state.failures = count;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the status of a refusal, or null for a request that is signed correctly. */
function refusal({ method = '', url = '', headers }: IncomingMessage, body: Buffer): number | null {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const told = String(headers['x-amz-content-sha256']);
  if (told !== 'UNSIGNED-PAYLOAD' && told !== hashOf(body)) return 400;
  if (method === 'PUT' && told === 'UNSIGNED-PAYLOAD') return 400;
  const { pathname, searchParams } = new URL(url, 'http://x');
  const query = [...searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, told].join('\n');
  const date = String(headers['x-amz-date']);
  const text = ['AWS4-HMAC-SHA256', date, scope, hashOf(canonical)].join('\n');
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  const key = [day, region, service, end].reduce<Buffer | string>(hmac, `AWS4${KEYS.secretAccessKey}`);
  const isOurs = region === KEYS.region && service === 's3' && end === 'aws4_request' && date.startsWith(day);
  return isOurs && hmac(key, text).toString('hex') === signature ? null : 403;
}

function answer(
  objects: FakeS3['objects'],
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const key = pathname.slice(`/${BUCKET}/`.length);
  if (key === '') {
    response.end(listed(objects, searchParams));
    return;
  }
  const found = objects.get(key);
  if (method === 'PUT') objects.set(key, { bytes: body, at: new Date() });
  else if (method === 'DELETE') objects.delete(key);
  else if (!found) {
    response.writeHead(404).end(method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>');
    return;
  } else {
    const [, from = '0', to = String(found.bytes.length - 1)] =
      /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = found.bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(headers.range === undefined ? 200 : 206, {
      'last-modified': found.at.toUTCString(),
      'content-length': part.length,
    });
    response.end(method === 'HEAD' ? '' : part);
    return;
  }
  response.writeHead(method === 'DELETE' ? 204 : 200).end();
}

function listed(objects: FakeS3['objects'], query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const after = query.get('continuation-token') ?? '';
  const rest = keys.filter((key) => key > after);
  const page = rest.slice(0, PAGE);
  const next =
    rest.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</ListBucketResult>`;
}
