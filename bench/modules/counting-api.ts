import type { IncomingMessage, ServerResponse } from 'node:http';
import { Company } from '../../tests/memory-server/company.ts';
import { readRequest } from '../../tests/memory-server/http.ts';
import { MemoryServer } from '../../tests/memory-server/memory-server.ts';
import { type ServerOptions, STOCK } from '../../tests/memory-server/options.ts';
import { among } from '../../tests/memory-server/sign-in.ts';
import type { WireCustomer } from '../page/book.ts';
import type { Call } from '../page/replay.ts';

const OPTIONS: ServerOptions = { ...STOCK, paging: 'bare', nextOrigin: 'http://book.test' };
const DEMO = { id: 1, username: 'demo', password: 'restoration', active: true };

/** The plain contract from memory, which notes the changes that it is asked for. */
export class CountingApi {
  /** In their order. */
  readonly changes: Call[] = [];
  readonly #server: MemoryServer;

  constructor(book: readonly WireCustomer[]) {
    const company = new Company(OPTIONS);
    const rows = book.map((row) => ['customers', { ...row }] as const);
    company.restore({ rows, nextId: book.length + 1, numbersMade: 0, now: Date.now() });
    this.#server = new MemoryServer({
      options: OPTIONS,
      findUser: among([DEMO]),
      companyOf: () => company,
      now: Date.now,
    });
  }

  answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(asked);
    const { method, path, text } = request;
    const isChange = method === 'POST' || method === 'PATCH';
    if (isChange && !path.includes('/auth/')) this.changes.push({ method, path, body: JSON.parse(text) });
    const answer = this.#server.handle(request);
    response.writeHead(answer.status, answer.headers).end(answer.text);
  };
}
