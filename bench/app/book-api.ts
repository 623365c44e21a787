import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { type Commit, Company } from '../../tests/memory-server/company.ts';
import { readRequest } from '../../tests/memory-server/http.ts';
import { idIn, type KindName, kindAt } from '../../tests/memory-server/kinds.ts';
import { MemoryServer } from '../../tests/memory-server/memory-server.ts';
import { type ServerOptions, STOCK } from '../../tests/memory-server/options.ts';
import type { FindUser, User } from '../../tests/memory-server/sign-in.ts';
import type { WireAnswer, WireRequest } from '../../tests/memory-server/wire.ts';
import { type BookSize, bookOf } from './book.ts';

const OPTIONS: ServerOptions = {
  ...STOCK,
  // The companion server's page size.
  pageSize: 100,
  largestPage: Number.POSITIVE_INFINITY,
  nextOrigin: 'http://book.test',
};

const GUEST: User = { id: 0, username: 'guest', password: '', active: true };

/**
 * Serves the plain contract from memory, for a company of a given size. Every name is its own user, with any password.
 * Pages that measure only the browser send no token.
 */
export class BookApi {
  readonly #company = new Company(OPTIONS);
  readonly #server: MemoryServer;
  readonly #guest: string;
  /** Compressed pages of each kind by path. */
  readonly #pages = new Map<KindName, Map<string, Buffer>>();

  constructor(size: BookSize) {
    const book = bookOf(size);
    const rows = RESOURCE_NAMES.flatMap((name) => book[name].map((row) => [name, { ...row }] as const));
    const nextId = Math.max(size.customers, size.others, size.jobs?.count ?? 0) + 1;
    this.#company.restore({ rows, nextId, numbersMade: 0, now: Date.now() });
    this.#company.onCommit = (commit) => this.#forgetPages(commit);
    this.#server = new MemoryServer({
      options: OPTIONS,
      findUser: anybody(),
      companyOf: () => this.#company,
      now: Date.now,
    });
    this.#guest = this.#server.signIn.tokensFor(GUEST).access;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, sent } = this.#answerTo(await readRequest(request));
    if (sent.length === 0) {
      response.writeHead(status, headers).end();
      return;
    }
    response.writeHead(status, {
      ...headers,
      'content-encoding': 'gzip',
      'content-length': sent.length,
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    });
    response.end(sent);
  }

  #answerTo(request: WireRequest): Pick<WireAnswer, 'status' | 'headers'> & { readonly sent: Buffer } {
    const pages = this.#pagesFor(request);
    const known = pages?.get(request.path);
    if (known) return { status: 200, headers: { 'content-type': 'application/json' }, sent: known };
    const { status, headers, text } = this.#server.handle({
      ...request,
      bearer: request.bearer ?? this.#guest,
    });
    const isPage = pages !== null && status === 200;
    const sent = text === '' ? Buffer.alloc(0) : gzipSync(text, isPage ? {} : { level: 1 });
    if (isPage) pages.set(request.path, sent);
    return { status, headers, sent };
  }

  /** Returns null if the answer to this request is not cached. */
  #pagesFor({ method, path }: WireRequest): Map<string, Buffer> | null {
    const [own = ''] = path.split('?', 1);
    const resource = kindAt(own);
    if (method !== 'GET' || !resource || idIn(own, resource) !== '') return null;
    const pages = this.#pages.get(resource) ?? new Map<string, Buffer>();
    this.#pages.set(resource, pages);
    return pages;
  }

  /** A change affects one page. A new or missing row moves the rows of all pages. */
  #forgetPages({ method, resource, row }: Commit): void {
    const pages = this.#pages.get(resource);
    const rows = this.#company.of(resource);
    const fromNewest = rows.length - 1 - rows.lastIndexOf(row);
    for (const path of pages?.keys() ?? []) {
      const query = new URLSearchParams(path.split('?', 2)[1]);
      const size = Number(query.get('page_size') ?? OPTIONS.pageSize);
      const isOn = Math.floor(fromNewest / size) === Number(query.get('page') ?? 1) - 1;
      if (method !== 'PATCH' || isOn) pages?.delete(path);
    }
  }
}

function anybody(): FindUser {
  const users = new Map<unknown, User>();
  return (username, password) => {
    if (typeof username !== 'string' || username === '' || typeof password !== 'string') return undefined;
    const user = users.get(username) ?? { id: users.size + 1, username, password, active: true };
    users.set(username, user);
    return user;
  };
}
