import { asObject } from '../../../src/domain/answer.ts';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../../src/domain/resource-specs.ts';
import type { Fetch } from './conformance.ts';
import type { FakeBackend } from './fake-backend.ts';

/** A request, as passed to a broken server's `answer`. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  /** Null if there is no body, or it is not an object. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** The requested collection. */
  readonly resource: ResourceName | null;
  /** The requested record, or '' if the whole collection is requested. */
  readonly id: string;
}

/** True if the request is for a page of a collection. */
export function isList({ method, resource, id }: Asked): boolean {
  return method === 'GET' && resource !== null && id === '';
}

/** Lets the real server answer the request, with changes if given. */
export type Pass = (change?: {
  readonly query?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly without?: string;
}) => Promise<Response>;

/** Returns a `fetch` that puts `answer` between the client and the real server. */
export function over(backend: FakeBackend, answer: (asked: Asked, pass: Pass) => Promise<Response>): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const isBytes = request.headers.get('content-type') === 'application/octet-stream';
    const bytes = isBytes ? await request.arrayBuffer() : null;
    const text = bytes ? '' : await request.text();
    const { pathname: path, search: query } = new URL(request.url);
    const resource = RESOURCE_NAMES.find((name) => path.startsWith(resourceSpecs[name].path)) ?? null;
    const id = resource ? path.slice(resourceSpecs[resource].path.length).replace(/\/$/, '') : '';
    const { method, headers } = request;
    const body = text === '' ? null : asObject(JSON.parse(text));
    return answer({ method, path, query, headers, body, resource, id }, (change = {}) => {
      const sent = new Headers({ ...Object.fromEntries(headers), ...change.headers });
      if (change.without) sent.delete(change.without);
      const own = change.body ? JSON.stringify(change.body) : text;
      const url = new URL(request.url);
      url.search = change.query ?? query;
      return backend.fetch(url.href, {
        method,
        headers: sent,
        ...(own === '' ? {} : { body: own }),
        ...(bytes && { body: bytes }),
      });
    });
  };
}

/** Changes the body of the server's answer. Answers that are not JSON objects stay as they are. */
export async function withBody(
  response: Response,
  change: (body: Readonly<Record<string, unknown>>) => unknown,
): Promise<Response> {
  const text = await response.text();
  const body = text.startsWith('{') ? asObject(JSON.parse(text)) : null;
  const { status, headers } = response;
  if (!body) return new Response(text === '' ? null : text, { status, headers });
  return Response.json(change(body), { status });
}

/** Changes every record in the server's answer, in a list or alone. */
export function withRecords(
  response: Response,
  change: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<Response> {
  return withBody(response, (body) => {
    const rows = body['results'];
    if (Array.isArray(rows)) return { ...body, results: rows.map((row) => change(asObject(row) ?? {})) };
    return 'id' in body ? change(body) : body;
  });
}

export function page(status: number): Response {
  return new Response('<!doctype html><h1>Server Error</h1>', {
    status,
    headers: { 'content-type': 'text/html' },
  });
}
