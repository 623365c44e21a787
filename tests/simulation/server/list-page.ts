import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import type { FakeRow } from '../../support/fake-rows.ts';
import type { Company } from './company.ts';
import type { ServerFeatures } from './features.ts';
import { json, type WireAnswer } from './wire.ts';

/** One page of a collection, in the form that this server has for it. */
export function listPage(
  features: ServerFeatures,
  company: Company,
  resource: ResourceName,
  { path, query }: { readonly path: string; readonly query: string },
): WireAnswer {
  const rows = inOrder(company.of(resource), features.ordered);
  const shown = (some: readonly FakeRow[]): unknown[] => some.map((row) => company.shown(resource, row));
  if (features.paging === 'bare') return json(200, shown(rows));
  const asked = new URLSearchParams(query);
  const size = Math.min(features.pageSize, Number(asked.get('page_size') ?? features.pageSize));
  const from = startOf(features, asked, rows, size);
  if (from === null || (from > 0 && from >= rows.length)) return json(404, { detail: 'Invalid page.' });
  const page = rows.slice(from, from + size);
  const after = from + size < rows.length ? nextQuery(features, from + size, size, page.at(-1)) : null;
  return json(200, {
    ...(features.counts ? { count: rows.length } : {}),
    // A server behind a proxy names a host that nobody else knows.
    next: after === null ? null : `http://inside.test${path}?${after}`,
    previous: null,
    results: shown(page),
  });
}

function inOrder(rows: readonly FakeRow[], ordered: boolean): FakeRow[] {
  const hash = ({ id }: FakeRow): number => (Math.imul(id, 0x9e3779b1) >>> 0) % 997;
  return ordered ? [...rows].reverse() : [...rows].sort((a, b) => hash(a) - hash(b) || a.id - b.id);
}

/** Place of the first row; null for a page that there is not. */
function startOf(
  { paging }: ServerFeatures,
  asked: URLSearchParams,
  rows: readonly FakeRow[],
  size: number,
): number | null {
  const cursor = asked.get('cursor');
  switch (paging) {
    case 'offset':
      return Number(asked.get('offset') ?? '0');
    case 'cursor': {
      if (cursor === null) return 0;
      const at = rows.findIndex(({ id }) => String(id) === cursor);
      // The row that the last page ended with is gone: nobody knows where it stood.
      return at < 0 ? null : at + 1;
    }
    default: {
      const page = Number(asked.get('page') ?? '1');
      return Number.isInteger(page) && page >= 1 ? (page - 1) * size : null;
    }
  }
}

function nextQuery(
  { paging }: ServerFeatures,
  from: number,
  size: number,
  last: FakeRow | undefined,
): string {
  switch (paging) {
    case 'offset':
      return `limit=${size}&offset=${from}`;
    case 'cursor':
      return `cursor=${last?.id ?? ''}`;
    default:
      return `page=${from / size + 1}`;
  }
}
