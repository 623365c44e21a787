import { customerSpec } from '../../src/domain/customer.ts';
import type { Wire } from '../../src/domain/resource-spec.ts';
import type { WireCustomer } from '../page/book.ts';
import type { Call } from '../page/replay.ts';

const TOKENS = { access: 'access', refresh: 'refresh' };
const PROFILE = { id: 1, username: 'demo', email: '' };

/** A server that keeps customers in memory, checks nothing and does as little as it can for an answer. */
export class LeastApi {
  /** The changes that were asked for, in their order. */
  readonly changes: Call[] = [];
  readonly #rows: Map<string, Wire>;

  constructor(book: readonly WireCustomer[]) {
    this.#rows = new Map(book.map((row) => [String(row.id), row]));
  }

  answer = async (request: Request): Promise<Response> => {
    const { pathname: path } = new URL(request.url);
    if (path === '/api/v1/auth/token/') return Response.json(TOKENS);
    if (path === '/api/v1/auth/user/') return Response.json(PROFILE);
    const { method } = request;
    if (method === 'GET') return Response.json(path === customerSpec.path ? [...this.#rows.values()] : []);
    if (method !== 'POST' && method !== 'PATCH') return new Response(null, { status: 405 });
    const body = (await request.json()) as Wire;
    this.changes.push({ method, path, body });
    const id = method === 'POST' ? String(this.#rows.size + 1) : path.slice(customerSpec.path.length, -1);
    const made = { id: Number(id), created_at: '2026-01-01T00:00:00Z' };
    const row = { ...(this.#rows.get(id) ?? made), ...body };
    this.#rows.set(id, row);
    return Response.json(row, { status: method === 'POST' ? 201 : 200 });
  };
}
