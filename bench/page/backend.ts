import type { AuthorizedSend } from '../../src/api/authorized.ts';
import { type Body, readBody } from '../../src/domain/answer.ts';
import { Company } from '../../tests/memory-server/company.ts';
import { listPage } from '../../tests/memory-server/list-page.ts';
import { STOCK } from '../../tests/memory-server/options.ts';
import type { WireCustomer } from './book.ts';

/** The engine's page size. */
export const PAGE_SIZE = 750;

/** The JSON text of each page of a list. */
export type PageTexts = readonly string[];

/** Returns the pages of a list of these customers, newest first. */
export function pageTexts(book: readonly WireCustomer[], size: number): PageTexts {
  const options = { ...STOCK, pageSize: size, nextOrigin: 'http://server.test' };
  const company = new Company(options);
  const rows = book.map((row) => ['customers', row] as const);
  company.restore({ rows, nextId: book.length + 1, numbersMade: 0, now: 0 });
  return Array.from({ length: Math.ceil(book.length / size) }, (_, index) => {
    const query = new URLSearchParams({ page: String(index + 1) });
    return listPage(options, company, { resource: 'customers', query }).text;
  });
}

/** Answers every pull of the list immediately, without a network. Parses the text again each time. */
export function instantList(pages: PageTexts): AuthorizedSend {
  return async ({ method, path }) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1);
    const text = method === 'GET' ? pages[page - 1] : undefined;
    const body: Body = text === undefined ? { kind: 'empty' } : readBody(text);
    return { kind: 'response', status: text === undefined ? 404 : 200, body, retryAfter: null };
  };
}
