import type { Company } from './company.ts';
import { KINDS, type KindName } from './kinds.ts';
import type { ServerOptions } from './options.ts';
import type { Row } from './tables.ts';
import { html, json, type WireAnswer } from './wire.ts';

interface Place {
  /** Index of the first row. */
  readonly from: number;
  readonly size: number;
}

/** One page of a collection, in the form that this server has for it. */
export function listPage(
  options: ServerOptions,
  company: Company,
  { resource, query }: { readonly resource: KindName; readonly query: URLSearchParams },
): WireAnswer {
  const isOrdered = query.get('ordering') === '-updated_at';
  if (isOrdered && options.ordering === 'refused') return html(500);
  const { parents } = KINDS[resource];
  const below = parents && company.below(resource, namedIn(parents, query));
  if (below === null) return json(400, { detail: 'Name one record whose attachments to list.' });
  const all = below ?? company.of(resource);
  const known = options.filters && !below ? filtered(all, resource, query) : all;
  const rows = inOrder(known, options.ordered);
  if (isOrdered && options.ordering === 'honored')
    rows.sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  const shown = (some: readonly Row[]): unknown[] => some.map((row) => company.shown(resource, row));
  if (options.paging === 'bare') return json(200, shown(rows));
  const place = placeOf(options, query, rows);
  if (place === null || (place.from > 0 && place.from >= rows.length))
    return json(404, { detail: 'Invalid page.' });
  const { from, size } = place;
  const page = rows.slice(from, from + size);
  const link = (start: number): string =>
    `${options.nextOrigin}${KINDS[resource].path}?${queryOf(options, query, { from: start, size, last: page.at(-1) })}`;
  return json(200, {
    ...(options.counts ? { count: rows.length } : {}),
    next: from + size < rows.length ? link(from + size) : null,
    previous: from > 0 && options.paging !== 'cursor' ? link(Math.max(0, from - size)) : null,
    results: shown(page),
  });
}

function namedIn(parents: readonly string[], query: URLSearchParams) {
  return parents.flatMap((field) => query.getAll(field).map((id) => ({ field, id })));
}

function filtered(rows: readonly Row[], resource: KindName, query: URLSearchParams): readonly Row[] {
  const asked = Object.keys(KINDS[resource].fields).filter((field) => query.has(field));
  return rows.filter((row) => asked.every((field) => String(row[field]) === query.get(field)));
}

function inOrder(rows: readonly Row[], ordered: boolean): Row[] {
  const hash = ({ id }: Row): number => (Math.imul(id, 0x9e3779b1) >>> 0) % 997;
  return ordered ? [...rows].reverse() : [...rows].sort((a, b) => hash(a) - hash(b) || a.id - b.id);
}

/** Null for a page that there is not. */
function placeOf(
  { paging, pageSize, largestPage }: ServerOptions,
  query: URLSearchParams,
  rows: readonly Row[],
): Place | null {
  const asked = Number(query.get('page_size') ?? query.get('limit') ?? pageSize);
  const size = largestPage === null ? pageSize : Math.min(largestPage, asked);
  if (paging === 'offset') return { from: Number(query.get('offset') ?? '0'), size };
  if (paging === 'cursor') {
    const cursor = query.get('cursor');
    const at = rows.findIndex(({ id }) => String(id) === cursor);
    // Where the row is gone that the last page ended with, nobody knows where it stood.
    return cursor !== null && at < 0 ? null : { from: at + 1, size };
  }
  const page = Number(query.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 ? { from: (page - 1) * size, size } : null;
}

/** The query of the page that begins at a place, behind the row `last`. */
function queryOf(
  { paging, largestPage }: ServerOptions,
  query: URLSearchParams,
  { from, size, last }: Place & { readonly last: Row | undefined },
): string {
  const named = (KINDS.attachments.parents ?? []).flatMap((field) =>
    query.has(field) ? [`${field}=${query.get(field)}&`] : [],
  );
  const kept = named.join('');
  if (paging === 'offset') return `${kept}limit=${size}&offset=${from}`;
  if (paging === 'cursor') return `${kept}cursor=${last?.id ?? ''}`;
  const asked = largestPage === null ? null : query.get('page_size');
  return `${kept}${asked === null ? '' : `page_size=${asked}&`}page=${from / size + 1}`;
}
