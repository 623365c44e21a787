import type { FastifyRequest } from 'fastify';
import { ALWAYS_FIT } from './answer-size.ts';
import type { Page, Place } from './page-places.ts';
import { notFound } from './problem.ts';
import { publicOrigin } from './public-origin.ts';

const DEFAULT_PAGE_SIZE = 100;
const LARGEST_PAGE_SIZE = 1000;

/** In the addresses of neighbouring pages, where a page might have to be smaller than was asked for. */
const EXACT = 'exact';

/** The page asked for. A size that is none is ignored, a page that is none is a 404: both as Django does. */
export function pageOf(request: FastifyRequest): Page {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const number = query.has('page') ? wholeNumber(query.get('page')) : 1;
  if (number === undefined) throw invalidPage();
  return { number, size: sizeIn(query), exact: query.get(EXACT) === '1' };
}

export interface ListEnvelope<T> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

/** One page of a list of `count` rows, with the addresses of its neighbours; 404 where there is no such page. */
export function listEnvelope<T>(
  request: FastifyRequest,
  { start, rows, size }: Place,
  found: { readonly count: number; readonly rows: readonly T[] },
): ListEnvelope<T> {
  if (start > 0 && start >= found.count) throw invalidPage();
  const behind = start + rows;
  return {
    count: found.count,
    next: behind < found.count ? pageAddress(request, { number: behind / size + 1, size }) : null,
    previous: start > 0 ? pageAddress(request, { number: Math.ceil(start / size), size }) : null,
    results: found.rows,
  };
}

/** Whole where the origin is sure; else from the root on, which leads to wherever the list came from. */
function pageAddress(request: FastifyRequest, { number, size }: Omit<Page, 'exact'>): string {
  const address = new URL(request.url, 'http://localhost');
  const query = address.searchParams;
  if (size !== sizeIn(query)) query.set('page_size', String(size));
  if (number === 1) query.delete('page');
  else query.set('page', String(number));
  if (size > ALWAYS_FIT) query.set(EXACT, '1');
  return `${publicOrigin(request) ?? ''}${address.pathname}${address.search}`;
}

function sizeIn(query: URLSearchParams): number {
  return Math.min(wholeNumber(query.get('page_size')) ?? DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE);
}

/** A positive whole number small enough that a row's offset stays exact; undefined for all else. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^0*[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}

function invalidPage() {
  return notFound('Invalid page.');
}
