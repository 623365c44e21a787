import { describe, expect, it, vi } from 'vitest';
import { createHttpClient, type HttpRequest } from '../../src/api/http-client.ts';
import { resourceApi } from '../../src/api/resource-api.ts';

const get: HttpRequest = { method: 'GET', path: '/api/v1/auth/user/' };

interface Seen {
  readonly request: Request;
  readonly redirect: string;
  readonly credentials: string;
}

/** A client over a network that gives `answer` to everything. */
function clientOver(answer: (request: Request) => Response | Promise<Response>, baseUrl = 'http://api.test') {
  const seen: Seen[] = [];
  const send = createHttpClient({
    baseUrl,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      seen.push({ request, redirect: request.redirect, credentials: request.credentials });
      return answer(request);
    },
  });
  return { send, seen };
}

/** A network that never answers, but hears when nobody waits any more. */
const silence = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
  });

it('a part of a file is asked for by its bytes, and read as bytes', async () => {
  const { send, seen } = clientOver(() => new Response(new Uint8Array([1, 2]), { status: 206 }));
  const answer = await send({ ...get, wantsBytes: true, range: [256, 512] }, 'secret');
  expect(seen[0]?.request.headers.get('range')).toBe('bytes=256-511');
  expect(answer).toMatchObject({ status: 206, body: { kind: 'bytes' } });
});

describe('a request', () => {
  // @spec 6.3 7.3
  it('asks for JSON, with the bearer token, and sends nothing else about the person', async () => {
    const { send, seen } = clientOver(() => Response.json({}));
    await send(get, 'secret');
    const [only] = seen;
    expect(only?.request.url).toBe('http://api.test/api/v1/auth/user/');
    expect(only?.credentials).toBe('omit');
    expect(Object.fromEntries(only?.request.headers ?? [])).toMatchObject({
      accept: 'application/json',
      authorization: 'Bearer secret',
    });
    expect(only?.request.headers.has('content-type')).toBe(false);
  });

  it('sends cookies back to the origin of the page where it asks for that, and to no other', async () => {
    const { send, seen } = clientOver(() => Response.json({}));
    await send({ ...get, ownCookies: true }, null);
    expect(seen[0]?.credentials).toBe('same-origin');
  });

  // @spec 7.3
  it('carries its body as JSON, and no token where there is none', async () => {
    const { send, seen } = clientOver(() => Response.json({}));
    await send({ method: 'POST', path: '/a/', body: { name: 'Ann', city: null } }, null);
    const request = seen[0]?.request;
    expect(await request?.json()).toEqual({ name: 'Ann', city: null });
    expect(request?.headers.get('content-type')).toContain('application/json');
    expect(request?.headers.has('authorization')).toBe(false);
  });

  // @spec 7.1
  it('goes below a base URL that has a path', async () => {
    const { send, seen } = clientOver(() => Response.json({}), 'http://api.test/crm');
    await send(get, null);
    expect(seen[0]?.request.url).toBe('http://api.test/crm/api/v1/auth/user/');
  });
});

describe('what became of a request', () => {
  it.each([200, 201, 400, 401, 404, 409, 429, 500, 503])(
    '[P8] %i: the status, and the body as read',
    async (status) => {
      const { send } = clientOver(() => Response.json({ detail: 'x' }, { status }));
      expect(await send(get, null)).toEqual({
        kind: 'response',
        status,
        body: { kind: 'json', value: { detail: 'x' } },
        retryAfter: null,
      });
    },
  );

  it('[P8] 204: an empty body', async () => {
    const { send } = clientOver(() => new Response(null, { status: 204 }));
    expect(await send(get, null)).toMatchObject({ status: 204, body: { kind: 'empty' } });
  });

  it('[P8] a page is a page, whatever its content type says', async () => {
    const headers = { 'content-type': 'application/json' };
    const { send } = clientOver(() => new Response('<html>Sign in</html>', { headers }));
    expect(await send(get, null)).toMatchObject({ status: 200, body: { kind: 'html' } });
  });

  it('[P34] Retry-After as the server sent it', async () => {
    const { send } = clientOver(() => Response.json({}, { status: 429, headers: { 'retry-after': '120' } }));
    expect(await send(get, null)).toMatchObject({ status: 429, retryAfter: '120' });
  });

  it.each([301, 302, 307, 308])('[P8] a redirect (%i) is not followed', async (status) => {
    const headers = { location: 'http://portal.test/' };
    const { send, seen } = clientOver(() => new Response(null, { status, headers }));
    expect(await send(get, 'secret')).toEqual({ kind: 'redirect' });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.redirect).toBe('manual');
  });

  it('[P8] a redirect as a browser shows it', async () => {
    const { send } = clientOver(() => Response.error());
    expect(await send(get, null)).toEqual({ kind: 'redirect' });
  });

  it('[P8] no network', async () => {
    const { send } = clientOver(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await send(get, null)).toEqual({ kind: 'noAnswer', cause: 'network' });
  });

  it('[P8] an answer that breaks off', async () => {
    const broken = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"id": 1, "fir'));
        controller.error(new TypeError('terminated'));
      },
    });
    const { send } = clientOver(() => new Response(broken));
    expect(await send(get, null)).toEqual({ kind: 'noAnswer', cause: 'network' });
  });

  it('[P8] no answer in time', async () => {
    const { send } = clientOver(silence);
    expect(await send({ ...get, timeoutMs: 5 }, null)).toEqual({ kind: 'noAnswer', cause: 'timeout' });
  });

  // @spec 7.2 9.1
  it('[P8] no answer within 10 s, where a request asks for no other time', async () => {
    vi.useFakeTimers();
    try {
      const { send } = clientOver(silence);
      let became: unknown = 'still waiting';
      const waiting = send(get, null).then((answer) => {
        became = answer;
      });
      await vi.advanceTimersByTimeAsync(9_999);
      expect(became).toBe('still waiting');
      await vi.advanceTimersByTimeAsync(1);
      await waiting;
      expect(became).toEqual({ kind: 'noAnswer', cause: 'timeout' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('[P8] aborted by us', async () => {
    const stop = new AbortController();
    const { send } = clientOver(silence);
    const answer = send({ ...get, signal: stop.signal }, null);
    stop.abort();
    expect(await answer).toEqual({ kind: 'noAnswer', cause: 'aborted' });
  });
});

describe("a collection's calls", () => {
  // @spec 2.46 7.12 7.13
  it('use its path, one below it for a record, and ids that cannot leave it', async () => {
    const seen: string[] = [];
    const api = resourceApi(async (request) => {
      seen.push(`${request.method} ${request.path} ${JSON.stringify(request.body)} ${request.timeoutMs}`);
      return { kind: 'notSent' };
    }, 'customers');
    const { signal } = new AbortController();
    await api.list(null, { signal });
    await api.list('?page=2', { timeoutMs: 4 });
    await api.read('a/b?c');
    await api.read(7, signal);
    await api.create({ first_name: 'Ann' }, { timeoutMs: 1 });
    await api.update(7, { city: 'Reno' }, { timeoutMs: 2, signal });
    await api.remove(7, null, { timeoutMs: 3 });
    expect(seen).toEqual([
      'GET /api/v1/customers/customers/?page_size=750 undefined undefined',
      'GET /api/v1/customers/customers/?page=2 undefined 4',
      'GET /api/v1/customers/customers/a%2Fb%3Fc/ undefined undefined',
      'GET /api/v1/customers/customers/7/ undefined undefined',
      'POST /api/v1/customers/customers/ {"first_name":"Ann"} 1',
      'PATCH /api/v1/customers/customers/7/ {"city":"Reno"} 2',
      'DELETE /api/v1/customers/customers/7/ undefined 3',
    ]);
  });
});
