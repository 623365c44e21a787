import { type Answer, asObject } from '../domain/answer.ts';
import type { AttachmentSet } from '../domain/attachment.ts';
import type { RecordKind, ResourceName, ServerId, Wire } from '../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../domain/resource-specs.ts';
import type { AuthorizedSend } from './authorized.ts';
import type { HttpRequest } from './http-client.ts';

/**
 * Rows per page. `inSmallPages` needs a multiple of `SMALL_PAGE_SIZE`.
 * Five smaller pages at once would not saturate a link with 400 ms of latency and 5 Mbit/s.
 */
export const PAGE_SIZE = 750;
/** Rows per page after a page took too long. */
const SMALL_PAGE_SIZE = 250;

interface Parent {
  readonly field: string;
  readonly id: ServerId;
}

export interface ResourceApi {
  /** A null `query` reads the first page. */
  readonly list: (
    query: string | null,
    options: Pick<CallOptions, 'signal' | 'timeoutMs'> & { readonly small?: boolean },
  ) => Promise<Answer>;
  /** Reads a page of the rows that name one record. A null `query` reads the first. */
  listBelow(parent: Parent, query: string | null, signal: AbortSignal): Promise<Answer>;
  read(id: ServerId, signal?: AbortSignal): Promise<Answer>;
  create(wire: Wire, options: CallOptions): Promise<Answer>;
  update(id: ServerId, wire: Wire, options: CallOptions): Promise<Answer>;
  /** `attachments`: those that may go with it; null for any. */
  remove(id: ServerId, attachments: AttachmentSet | null, options: CallOptions): Promise<Answer>;
}

type CallOptions = Pick<HttpRequest, 'timeoutMs' | 'ifMatch' | 'signal' | 'mayRepeat'>;

export function resourceApi(send: AuthorizedSend, resource: RecordKind): ResourceApi {
  const { path } = specOf(resource);
  const item = (id: ServerId): string => `${path}${encodeURIComponent(id)}/`;
  const signalOf = (signal?: AbortSignal): { signal?: AbortSignal } => (signal ? { signal } : {});
  return {
    list: (query, { small = false, ...options }) => {
      const first = `?page_size=${small ? SMALL_PAGE_SIZE : PAGE_SIZE}`;
      return send({ method: 'GET', path: `${path}${query ?? first}`, ...options });
    },
    listBelow: ({ field, id }, query, signal) => {
      const first = `?${field}=${encodeURIComponent(id)}&page_size=${PAGE_SIZE}`;
      return send({ method: 'GET', path: `${path}${query ?? first}`, signal });
    },
    read: (id, signal) => send({ method: 'GET', path: item(id), ...signalOf(signal) }),
    create: (wire, options) => send({ method: 'POST', path, body: wire, ...options }),
    update: (id, wire, options) => send({ method: 'PATCH', path: item(id), body: wire, ...options }),
    remove: (id, attachments, options) =>
      send({ method: 'DELETE', path: item(id) + agreedQuery(attachments), ...options }),
  };
}

function agreedQuery(attachments: AttachmentSet | null): string {
  if (attachments === null) return '';
  const { count, hash } = attachments;
  return `?attachments=${count}${hash === null ? '' : `&attachments_hash=${encodeURIComponent(hash)}`}`;
}

/**
 * Converts a query to small pages that begin at the same row. Leaves it unchanged if the number of rows `read` so far
 * shows that the server chose its own page size.
 */
export function inSmallPages(query: string, read: number): string {
  const asked = new URLSearchParams(query);
  const before = Number(asked.get('page')) - 1;
  if (asked.get('page_size') !== String(PAGE_SIZE) || before < 1 || read !== before * PAGE_SIZE) return query;
  asked.set('page', String((before * PAGE_SIZE) / SMALL_PAGE_SIZE + 1));
  asked.set('page_size', String(SMALL_PAGE_SIZE));
  return `?${asked.toString()}`;
}

export interface ListPage {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count: number | null;
  /** A query string ('?page=2'); null on the last page. */
  readonly next: string | null;
}

/**
 * Reads `{results, count, next}` or a bare array. Keeps only the query string of `next`: servers behind a proxy name
 * the wrong host, and a foreign host must never see the token.
 */
export function readListPage(body: unknown): ListPage | null {
  if (Array.isArray(body)) return { rows: objectsIn(body), count: body.length, next: null };
  const envelope = asObject(body);
  if (!envelope || !Array.isArray(envelope['results'])) return null;
  const { count, next } = envelope;
  return {
    rows: objectsIn(envelope['results']),
    count: typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null,
    next: typeof next === 'string' ? queryOf(next) : null,
  };
}

export function listPageIn(answer: Answer): ListPage | null {
  return answer.kind === 'response' && answer.status === 200 && answer.body.kind === 'json'
    ? readListPage(answer.body.value)
    : null;
}

function objectsIn(list: readonly unknown[]): ListPage['rows'] {
  return list.map(asObject).filter((row) => row !== null);
}

function queryOf(url: string): string | null {
  const start = url.indexOf('?');
  return start < 0 ? null : (url.slice(start).split('#')[0] ?? null);
}

export function requestStats(
  send: AuthorizedSend,
  resource: ResourceName,
  signal: AbortSignal,
): Promise<Answer> {
  return send({ method: 'GET', path: `${resourceSpecs[resource].path}dashboard_stats/`, signal });
}
