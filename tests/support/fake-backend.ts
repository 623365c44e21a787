import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { FakeExtensions } from './fake-extensions.ts';
import { FAKE_KINDS, FAKE_NAMES } from './fake-kinds.ts';
import { type FakeRow, FakeRows, type HeldRows } from './fake-rows.ts';
import { FakeTokens, type FakeUser } from './fake-tokens.ts';
import { fileCounter } from './file-counter.ts';

export type { FakeRow };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly user: string | null;
  /** Names of headers that a stock server's CORS settings do not let through. */
  readonly custom: readonly string[];
}

/** What a fault does to the one request it meets. */
export type Fault =
  /** The connection dies before the server sees anything. */
  | { readonly kind: 'dropBefore' }
  /** The server carries it out; the answer is lost. */
  | { readonly kind: 'dropAfter' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: HeadersInit;
    }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'redirect' }
  /** The server carries it out; the answer is on its way until `until` resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The answer arrives after something else has happened on the server. */
  | { readonly kind: 'then'; readonly act: () => void };

interface FakeBatchItem {
  readonly id: string;
  readonly method: string;
  readonly resource: string;
  readonly record?: number;
  readonly if_match?: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Planned {
  readonly method: string;
  readonly path: RegExp;
  readonly fault: Fault;
  left: number;
}

const STOCK_HEADERS = ['accept', 'authorization', 'content-type', 'user-agent'];
const nextBackend = fileCounter();
const API = '/api/v1';
const STATS = 'dashboard_stats';

/**
 * A server in memory that answers as a stock Django REST Framework with SimpleJWT does: 20 rows a page,
 * rotating refresh tokens, field errors. It passes the same contract suite as the real one. Extensions are off
 * until a test puts them into `extensions.features`.
 */
export class FakeBackend {
  /** Its own in every test, so that every test has accounts and databases of its own. */
  readonly origin = `http://backend-${nextBackend()}.test`;
  readonly users: FakeUser[] = [{ id: 1, username: 'demo', password: 'restoration', active: true }];
  readonly requests: SeenRequest[] = [];
  /** Paths with their query strings of all requests that arrived, whatever became of them. */
  readonly urls: string[] = [];
  pageSize = 20;
  down = false;
  /** Deletes what refers to a record together with it; refuses otherwise. */
  cascades = false;
  /** Requests that arrived, whatever became of them. */
  asked = 0;
  /** How lists come: with rows beside count and next, without the count, or as a bare array of everything. */
  lists: 'paged' | 'uncounted' | 'bare' = 'paged';
  /** What it does with `ordering=-updated_at`: stock servers have to be told that lists may be ordered. */
  ordering: 'ignored' | 'honored' | 'refused' = 'ignored';
  /** The host that `next` names; a server behind a proxy names the wrong one. */
  nextOrigin: string | null = null;
  #faults: Planned[] = [];
  readonly #rows = new FakeRows();
  readonly extensions = new FakeExtensions(this.#rows);
  readonly #tokens = new FakeTokens();

  /** The next `times` requests that match meet `fault`. */
  plan(method: string, path: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ method, path, fault, left: times });
  }

  /** What was planned and has not happened will not happen. */
  forgetPlans(): void {
    this.#faults = [];
  }

  get customers(): FakeRow[] {
    return this.rows('customers');
  }

  /** What the server holds, oldest first. */
  rows(resource: ResourceName): FakeRow[] {
    return this.#rows.of(resource);
  }

  /** Another person deletes a row. */
  remove(id: number, resource: ResourceName = 'customers'): void {
    this.#rows.remove(resource, id);
  }

  /** Another person changes a row. */
  change(id: number, fields: Record<string, unknown>, resource: ResourceName = 'customers'): void {
    const row = this.rows(resource).find((one) => one.id === id);
    if (row) this.#rows.change(resource, row, fields);
  }

  /** Every access token that was handed out so far is no longer accepted. */
  expireAccess(): void {
    this.#tokens.expireAccess();
  }

  revokeRefresh(): void {
    this.#tokens.revokeRefresh();
  }

  /** Goes on from where a server was whose state was stored. */
  restore(held: HeldRows, known: Parameters<FakeExtensions['restore']>[0], clock: number): void {
    this.#rows.restore(held);
    this.extensions.restore(known, clock);
  }

  /** A row as another person's change made it. */
  seed(fields: Record<string, unknown>, resource: ResourceName = 'customers'): FakeRow {
    return this.#rows.add(resource, fields);
  }

  count(method: string, path: RegExp): number {
    return this.requests.filter((request) => request.method === method && path.test(request.path)).length;
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    await Promise.resolve();
    request.signal.throwIfAborted();
    if (this.down) throw new TypeError('fetch failed');
    const { pathname, search } = new URL(request.url);
    const path = pathname + search;
    this.asked += 1;
    this.urls.push(path);
    const fault = this.#takeFault(request.method, path);
    if (fault?.kind === 'dropBefore') throw new TypeError('fetch failed');
    const text = await request.text();
    if (fault?.kind === 'answer') {
      return json(fault.status, fault.body ?? { detail: 'A planned answer.' }, fault.headers);
    }
    if (fault?.kind === 'html') return html(fault.status);
    if (fault?.kind === 'redirect') {
      return new Response(null, { status: 302, headers: { location: 'http://portal.test/' } });
    }
    this.extensions.observe();
    const response = await this.#answer(request, pathname, new URL(request.url).searchParams, text);
    this.extensions.observe();
    if (fault?.kind === 'dropAfter') throw new TypeError('fetch failed');
    if (fault?.kind === 'then') fault.act();
    if (fault?.kind === 'hold') await arrivalOf(fault.until, request.signal);
    return response;
  };

  #takeFault(method: string, path: string): Fault | undefined {
    const planned = this.#faults.find((p) => p.left > 0 && p.method === method && p.path.test(path));
    if (planned) planned.left -= 1;
    return planned?.fault;
  }

  #answer(
    request: Request,
    path: string,
    query: URLSearchParams,
    text: string,
  ): Response | Promise<Response> {
    const body = text === '' ? undefined : safeParse(text);
    const user = this.#tokens.userOf(request.headers.get('authorization'));
    const custom = [...request.headers.keys()].filter((name) => !STOCK_HEADERS.includes(name));
    this.requests.push({ method: request.method, path, body, user: user?.username ?? null, custom });
    if (body === MALFORMED)
      return json(400, { detail: 'JSON parse error - Expecting value: line 1 column 1 (char 0)' });
    if (path === `${API}/auth/token/`) return this.#signIn(body);
    if (path === `${API}/auth/token/refresh/`) return this.#rotate(body);
    if (path === `${API}/auth/token/blacklist/` && this.extensions.features.has('sign-out')) {
      this.revokeRefresh();
      return json(200, {});
    }
    if (!user) return this.#unauthorized(request);
    if (!user.active) return json(401, { detail: 'User is inactive', code: 'user_inactive' });
    if (path === `${API}/auth/user/`) {
      const profile = { id: user.id, username: user.username, email: '' };
      return json(200, { ...profile, ...this.extensions.announcement });
    }
    if (path === `${API}/sync/changes/` && this.extensions.features.has('changes'))
      return this.#changes(query);
    if (path === `${API}/sync/events/` && this.extensions.features.has('events')) {
      const headers = { 'content-type': 'text/event-stream' };
      return new Response(this.extensions.stream(request.signal, query.get('beat')), { headers });
    }
    if (path === `${API}/sync/batch/` && this.extensions.features.has('batch')) {
      return this.#batch(request, body);
    }
    const resource = FAKE_NAMES.find((name) => path.startsWith(FAKE_KINDS[name].path));
    if (!resource) return html(404);
    const id = path.slice(FAKE_KINDS[resource].path.length).replace(/\/$/, '');
    if (id === '') return this.#collection(resource, request, query, body);
    return id === STATS ? this.#stats(resource, request) : this.#item(resource, request, id, body);
  }

  #unauthorized(request: Request): Response {
    return request.headers.has('authorization')
      ? json(401, { detail: 'Given token not valid for any token type', code: 'token_not_valid' })
      : json(401, { detail: 'Authentication credentials were not provided.' });
  }

  #signIn(body: unknown): Response {
    const given = asFields(body);
    const missing = ['username', 'password'].filter((field) => given[field] === undefined);
    if (missing.length > 0) {
      return json(400, Object.fromEntries(missing.map((field) => [field, ['This field is required.']])));
    }
    const user = this.users.find((u) => u.username === given['username'] && u.password === given['password']);
    if (!user?.active) return json(401, { detail: 'No active account found with the given credentials' });
    return json(200, this.#tokens.pairFor(user));
  }

  #rotate(body: unknown): Response {
    const { refresh } = asFields(body);
    if (refresh === undefined) return json(400, { refresh: ['This field is required.'] });
    const pair = this.#tokens.renewed(refresh, this.extensions.features.has('refresh-grace'));
    return pair
      ? json(200, pair)
      : json(401, { detail: 'Token is invalid or expired', code: 'token_not_valid' });
  }

  #collection(resource: ResourceName, request: Request, query: URLSearchParams, body: unknown): Response {
    if (request.method === 'GET') return this.#list(resource, new URL(request.url), query);
    if (request.method !== 'POST') return notAllowed(request, 'GET, POST, HEAD, OPTIONS');
    const uid = asFields(body)['client_uid'];
    const made = this.extensions.keyed(resource, uid);
    if (made === null) return json(410, { detail: 'This record was deleted.' });
    if (made) return json(200, this.extensions.shown(resource, made));
    const errors = this.#rows.errorsIn(resource, body, null);
    if (errors) return json(400, errors);
    const row = this.#rows.add(resource, known(resource, body));
    this.extensions.key(resource, row, uid);
    return json(201, this.extensions.shown(resource, row));
  }

  #changes(query: URLSearchParams): Response {
    const page = this.extensions.changes(query.get('cursor'));
    return page ? json(200, page) : json(410, { detail: 'This cursor is too old.' });
  }

  /** Carries out each mutation as if it had been sent alone. */
  async #batch(request: Request, body: unknown): Promise<Response> {
    const results: unknown[] = [];
    for (const item of (asFields(body)['mutations'] ?? []) as readonly FakeBatchItem[]) {
      const resource = FAKE_NAMES.find((name) => FAKE_KINDS[name].path.split('/').at(-2) === item.resource);
      const bound = resource && this.#bound(resource, item.body ?? {});
      const answer = bound
        ? this.#carryOut(resource, request, item, bound)
        : json(424, { detail: 'It refers to nothing.' });
      this.extensions.observe();
      const text = await answer.text();
      results.push({ id: item.id, status: answer.status, body: text === '' ? null : JSON.parse(text) });
    }
    return json(200, { results });
  }

  #carryOut(
    resource: ResourceName,
    { url }: Request,
    { method, record, if_match }: FakeBatchItem,
    body: unknown,
  ): Response {
    const headers: HeadersInit = if_match === undefined ? {} : { 'if-match': `"${if_match}"` };
    const own = new Request(url, { method, headers });
    return record === undefined
      ? this.#collection(resource, own, new URLSearchParams(), body)
      : this.#item(resource, own, String(record), body);
  }

  /** A body with ids where keys stood; null where no row has such a key. */
  #bound(resource: ResourceName, body: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
    const bound = { ...body };
    for (const [name, { to }] of Object.entries(FAKE_KINDS[resource].fields)) {
      const uid = asFields(bound[name])['client_uid'];
      if (!to || uid === undefined) continue;
      const row = this.extensions.keyed(to, uid);
      if (!row) return null;
      bound[name] = row.id;
    }
    return bound;
  }

  #stats(resource: ResourceName, request: Request): Response {
    if (request.method !== 'GET') return notAllowed(request, 'GET, HEAD, OPTIONS');
    return json(200, this.#rows.stats(resource));
  }

  #list(resource: ResourceName, url: URL, query: URLSearchParams): Response {
    const ordered = query.get('ordering') === '-updated_at';
    if (ordered && this.ordering === 'refused') return html(500);
    const newestFirst = [...this.rows(resource)].reverse();
    if (ordered && this.ordering === 'honored')
      newestFirst.sort((a, b) => b.updated_at.localeCompare(a.updated_at));
    const rows = newestFirst.map((row) => this.extensions.shown(resource, row));
    if (this.lists === 'bare') return json(200, rows);
    const page = Number(query.get('page') ?? '1');
    const pages = Math.max(1, Math.ceil(rows.length / this.pageSize));
    if (!Number.isInteger(page) || page < 1 || page > pages) return json(404, { detail: 'Invalid page.' });
    const link = (to: number): string => `${this.nextOrigin ?? url.origin}${url.pathname}?page=${to}`;
    return json(200, {
      ...(this.lists === 'paged' ? { count: rows.length } : {}),
      next: page < pages ? link(page + 1) : null,
      previous: page > 1 ? link(page - 1) : null,
      results: rows.slice((page - 1) * this.pageSize, page * this.pageSize),
    });
  }

  #item(resource: ResourceName, request: Request, id: string, body: unknown): Response {
    const row = this.rows(resource).find((r) => String(r.id) === id);
    if (!row) return json(404, { detail: 'Not found.' });
    if (!this.#isCurrent(resource, row, request)) return json(412, this.extensions.shown(resource, row));
    switch (request.method) {
      case 'GET':
        return json(200, this.extensions.shown(resource, row));
      case 'PATCH': {
        const errors = this.#rows.errorsIn(resource, body, row);
        if (errors) return json(400, errors);
        this.#rows.change(resource, row, known(resource, body));
        this.extensions.observe();
        return json(200, this.extensions.shown(resource, row));
      }
      case 'DELETE':
        return this.#delete(resource, row);
      default:
        return notAllowed(request, 'GET, PATCH, DELETE, HEAD, OPTIONS');
    }
  }

  #isCurrent(resource: ResourceName, row: FakeRow, request: Request): boolean {
    const expected = request.headers.get('if-match');
    const counts = this.extensions.features.has('if-match');
    return !counts || expected === null || expected === `"${this.extensions.versionOf(resource, row)}"`;
  }

  #delete(resource: ResourceName, { id }: FakeRow): Response {
    const others = this.#rows.referringTo(resource, id);
    if (others > 0 && this.cascades) this.#rows.removeReferringTo(resource, id);
    else if (others > 0) {
      const what = `Cannot delete this ${FAKE_KINDS[resource].noun}`;
      return json(409, { detail: `${what}: ${others} other record(s) refer to it.` });
    }
    this.#rows.remove(resource, id);
    return new Response(null, { status: 204 });
  }
}

/** What is not the client's to set is ignored. */
function known(resource: ResourceName, body: unknown): Record<string, unknown> {
  const given = asFields(body);
  const names = Object.keys(FAKE_KINDS[resource].fields).filter((field) => given[field] !== undefined);
  return Object.fromEntries(names.map((field) => [field, given[field]]));
}

function asFields(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

const MALFORMED = Symbol('malformed');

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return MALFORMED;
  }
}

function notAllowed(request: Request, allow: string): Response {
  return json(405, { detail: `Method "${request.method}" not allowed.` }, { allow });
}

function json(status: number, body: unknown, headers: HeadersInit = {}): Response {
  return Response.json(body, { status, headers });
}

async function arrivalOf(until: Promise<void>, signal: AbortSignal): Promise<void> {
  await Promise.race([until, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
  signal.throwIfAborted();
}

function html(status: number): Response {
  return new Response('<!doctype html><title>Server</title><h1>A page</h1>', {
    status,
    headers: { 'content-type': 'text/html' },
  });
}
