import { asObject } from '../domain/answer.ts';

/** One page of a collection, whatever form the server gave it. */
export interface ListPage {
  /** Rows that are JSON objects; anything else in the list is left out. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows in the whole collection, where the server tells. */
  readonly count: number | null;
  /** Query string of the next page ('?page=2'), null on the last one. */
  readonly next: string | null;
}

/**
 * Reads `{results, count, next}` or a bare array; null when the body is no list at all. Of `next` only the
 * query string is kept: behind a proxy servers name the wrong host, and a foreign host must never see the
 * bearer token.
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

function objectsIn(list: readonly unknown[]): ListPage['rows'] {
  return list.map(asObject).filter((row) => row !== null);
}

function queryOf(url: string): string | null {
  const start = url.indexOf('?');
  return start < 0 ? null : (url.slice(start).split('#')[0] ?? null);
}
