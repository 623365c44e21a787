import type { FastifyRequest } from 'fastify';
import { notFound } from './problem.ts';
import { publicOrigin } from './public-origin.ts';

const DEFAULT_PAGE_SIZE = 100;
const LARGEST_PAGE_SIZE = 1000;

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

/** The page asked for. A size that is none is ignored, a page that is none is a 404: both as Django does. */
export function pageOf(request: FastifyRequest): Page {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const size = wholeNumber(query.get('page_size'));
  const number = query.has('page') ? wholeNumber(query.get('page')) : 1;
  if (number === undefined) throw invalidPage();
  return { number, size: Math.min(size ?? DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE) };
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
  page: Page,
  found: { readonly count: number; readonly rows: readonly T[] },
): ListEnvelope<T> {
  const last = Math.max(1, Math.ceil(found.count / page.size));
  if (page.number > last) throw invalidPage();
  return {
    count: found.count,
    next: page.number < last ? pageAddress(request, page.number + 1) : null,
    previous: page.number > 1 ? pageAddress(request, page.number - 1) : null,
    results: found.rows,
  };
}

/** Whole where the origin is sure; else from the root on, which leads to wherever the list came from. */
function pageAddress(request: FastifyRequest, number: number): string {
  const address = new URL(request.url, 'http://localhost');
  if (number === 1) address.searchParams.delete('page');
  else address.searchParams.set('page', String(number));
  return `${publicOrigin(request) ?? ''}${address.pathname}${address.search}`;
}

/** A positive whole number small enough that a row's offset stays exact; undefined for all else. */
function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^0*[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}

function invalidPage() {
  return notFound('Invalid page.');
}
