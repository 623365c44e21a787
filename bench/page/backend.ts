import type { AuthorizedSend } from '../../src/api/authorized.ts';
import { type Body, readBody } from '../../src/domain/answer.ts';
import type { WireCustomer } from './book.ts';

/** What the engine asks for at a time. */
export const PAGE_SIZE = 750;

/** A page of a list as the text that a server sends. */
export type PageTexts = readonly string[];

/** The book's pages, the youngest customers first, as the companion server lists them. */
export function pageTexts(book: readonly WireCustomer[], size: number): PageTexts {
  const rows = book.toReversed();
  const pages = Math.ceil(rows.length / size);
  return Array.from({ length: pages }, (_, index) => {
    const next = index + 1 < pages ? `http://server.test/?page=${index + 2}&page_size=${size}` : null;
    const results = rows.slice(index * size, (index + 1) * size);
    return JSON.stringify({ count: rows.length, next, previous: null, results });
  });
}

/** A server without a network: it answers every reading of the list at once, and each time with the text anew. */
export function instantList(pages: PageTexts): AuthorizedSend {
  return async ({ method, path }) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
    const text = method === 'GET' ? pages[page - 1] : undefined;
    const body: Body = text === undefined ? { kind: 'empty' } : readBody(text);
    return { kind: 'response', status: text === undefined ? 404 : 200, body, retryAfter: null };
  };
}
