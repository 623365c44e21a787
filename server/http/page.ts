import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Page, Place } from './page-places.ts';
import { notFound } from './problem.ts';
import { publicOrigin } from './public-origin.ts';
import { flagField, limitField, pageNumberField } from './query-fields.ts';
import { ALWAYS_FIT } from './size-limits.ts';

const INVALID_PAGE = 'Invalid page.';

/** An invalid size is ignored, and an invalid page gets a 404, as in Django. */
export const pageQuery = z.object({
  page: pageNumberField(INVALID_PAGE),
  page_size: limitField({
    min: 1,
    max: 1000,
    usual: 100,
    description:
      'The most rows of a page. If the longest records would make a page larger than 2 MB, all pages are shorter',
  }),
  exact: flagField('In next and previous: pages have exactly page_size rows'),
});

export function pageOf({ page, page_size, exact }: z.output<typeof pageQuery>): Page {
  return { number: page, size: page_size, exact };
}

export interface ListEnvelope<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

export function listEnvelope<T>(
  request: FastifyRequest,
  { start, rows, size }: Place,
  found: { readonly count: number; readonly rows: readonly T[] },
): ListEnvelope<T> {
  if (start > 0 && start >= found.count) throw notFound(INVALID_PAGE);
  const behind = start + rows;
  return {
    count: found.count,
    next: behind < found.count ? pageAddress(request, { number: behind / size + 1, size }) : null,
    previous: start > 0 ? pageAddress(request, { number: Math.ceil(start / size), size }) : null,
    results: found.rows,
  };
}

/** Returns only a path if the origin is uncertain. */
function pageAddress(request: FastifyRequest, { number, size }: Omit<Page, 'exact'>): string {
  const address = new URL(request.url, 'http://localhost');
  const query = address.searchParams;
  if (size !== sizeIn(query)) query.set('page_size', String(size));
  if (number === 1) query.delete('page');
  else query.set('page', String(number));
  if (size > ALWAYS_FIT) query.set('exact', '1');
  return `${publicOrigin(request) ?? ''}${address.pathname}${address.search}`;
}

function sizeIn(query: URLSearchParams): number {
  return pageQuery.shape.page_size.parse(query.get('page_size'));
}
