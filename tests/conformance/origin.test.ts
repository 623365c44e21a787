import { expect, it } from 'vitest';
import { checkFake, type Fetch, failedIn, unseenIn } from '../support/backend/conformance.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';

const APP = 'https://app.example.com';
const STOCK = 'accept, authorization, content-type, origin, user-agent, x-csrftoken, x-requested-with';

interface Settings {
  readonly allowed?: string;
  readonly headers?: string;
  readonly methods?: string;
  /** False for a proxy that adds headers only to successful answers. */
  readonly onRefusals?: boolean;
}

/** A server with the usual CORS settings, or with some of them wrong. */
function withCors(
  { fetch }: FakeBackend,
  {
    allowed = APP,
    headers = STOCK,
    methods = 'DELETE, GET, OPTIONS, PATCH, POST, PUT',
    onRefusals = true,
  }: Settings,
): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (!request.headers.has('origin')) return fetch(request);
    const isAsked = request.method === 'OPTIONS';
    const response = isAsked ? new Response(null) : await fetch(request);
    if (response.ok || onRefusals) response.headers.set('access-control-allow-origin', allowed);
    if (isAsked) response.headers.set('access-control-allow-headers', headers);
    if (isAsked) response.headers.set('access-control-allow-methods', methods);
    return response;
  };
}

async function checked(settings: Settings, features: readonly string[] = []) {
  const backend = new FakeBackend();
  for (const feature of features) backend.extensions.features.add(feature);
  return checkFake(backend, { words: ['--origin', APP] }, withCors(backend, settings));
}

it('stock CORS settings are enough for an app from elsewhere', async () => {
  const result = await checked({});
  expect(failedIn(result)).toEqual([]);
  expect(unseenIn(result).filter((id) => id.startsWith('cors.'))).toEqual(['cors.if-match', 'cors.put']);
});

it('a server without them fails, in words', async () => {
  const backend = new FakeBackend();
  const result = await checkFake(backend, { words: ['--origin', APP] });
  expect(failedIn(result)).toEqual(['cors.preflight', 'cors.answers', 'cors.refusals']);
  expect(result.report).toContain('which looks like being offline');
  expect(result.report).toContain(
    '200 with JSON (an object with id, username, email), with no access-control-allow-origin',
  );
});

it.each<[string, Settings, readonly string[], string]>([
  [
    'another origin',
    { allowed: 'https://other.example.com' },
    ['cors.preflight', 'cors.answers', 'cors.refusals'],
    'with access-control-allow-origin https://other.example.com',
  ],
  [
    'no header for the token',
    { headers: '*' },
    ['cors.preflight'],
    'the header authorization is not allowed',
  ],
  ['no PATCH', { methods: 'GET, POST, DELETE' }, ['cors.preflight'], 'for PATCH: not allowed'],
  [
    'nothing where it refuses',
    { onRefusals: false },
    ['cors.refusals'],
    'cannot tell a refusal or an expired sign-in from a lost connection',
  ],
])('a server that allows %s is told so', async (_, settings, fails, words) => {
  const result = await checked(settings);
  expect(failedIn(result)).toEqual(fails);
  expect(result.report).toContain(words);
  expect(result.exitCode).toBe(1);
});

it('with if-match, its header has to be allowed as well', async () => {
  expect(failedIn(await checked({}, ['if-match']))).toEqual(['cors.if-match']);
  expect(failedIn(await checked({ headers: `${STOCK}, if-match` }, ['if-match']))).toEqual([]);
});

it('with attachments, PUT has to be allowed as well', async () => {
  const headers = `${STOCK}, if-match`;
  const features = ['client-uid', 'if-match', 'attachments'];
  const withoutPut = { headers, methods: 'GET, POST, PATCH, DELETE' };
  expect(failedIn(await checked(withoutPut, features))).toEqual(['cors.put']);
  expect(failedIn(await checked({ headers }, features))).toEqual([]);
});

it('an app from the server’s own origin needs none', async () => {
  const backend = new FakeBackend();
  const result = await checkFake(backend, { words: ['--origin', backend.origin] });
  expect(failedIn(result)).toEqual([]);
  expect(result.report).toContain('the app comes from the server’s own origin');
});
