import type { RecordKind } from '../../../src/domain/resource-spec.ts';
import { Company } from '../../memory-server/company.ts';
import type { CompanySettings } from '../../memory-server/company-settings.ts';
import type { Shelf } from '../../memory-server/files.ts';
import { MemoryServer } from '../../memory-server/memory-server.ts';
import { type ServerOptions, STOCK } from '../../memory-server/options.ts';
import { among, type User } from '../../memory-server/sign-in.ts';
import type { Row } from '../../memory-server/tables.ts';
import { bodyIn, html, json, MALFORMED, type WireAnswer, wireRequest } from '../../memory-server/wire.ts';
import { fileCounter } from '../test/file-counter.ts';
import { FakeExtensions } from './fake-extensions.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly user: string | null;
  /** Names of headers that a stock server's CORS settings do not let through. */
  readonly custom: readonly string[];
}

/** What a fault does to the request that it hits. */
export type Fault =
  /** The connection breaks before the server gets the request. */
  | { readonly kind: 'dropBefore' }
  /** The server carries out the request, but the answer is lost. */
  | { readonly kind: 'dropAfter' }
  /** The server does not answer in time. */
  | { readonly kind: 'timeout' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'redirect' }
  /** The server carries out the request, but the answer arrives only when `until` resolves. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The answer arrives after something else has happened on the server. */
  | { readonly kind: 'then'; readonly act: () => void };

interface Planned {
  readonly method: string;
  readonly path: RegExp;
  readonly fault: Fault;
  left: number;
}

const STOCK_HEADERS = ['accept', 'authorization', 'content-type', 'user-agent'];
const nextBackend = fileCounter();

/**
 * The server in memory behind the `fetch` of a test: a stock Django REST Framework, unless the test changes its
 * `options`. Extensions are off until a test adds them to `extensions.features`.
 */
export class FakeBackend {
  /** Different in every test, so that every test has its own accounts and databases. */
  readonly origin = `http://backend-${nextBackend()}.test`;
  readonly users: User[] = [{ id: 1, username: 'demo', password: 'restoration', active: true }];
  readonly requests: SeenRequest[] = [];
  /** The paths and query strings of all requests that arrived, even if a fault hit them. */
  readonly urls: string[] = [];
  down = false;
  /** The number of requests that arrived, even if a fault hit them. */
  asked = 0;
  readonly options: ServerOptions & { readonly extensions: Set<string> } = {
    ...STOCK,
    nextOrigin: this.origin,
    extensions: new Set(),
  };
  #faults: Planned[] = [];
  readonly #company = new Company(this.options);
  readonly extensions = new FakeExtensions(this.options.extensions, this.#company);
  readonly #server = new MemoryServer({
    options: this.options,
    findUser: among(this.users),
    companyOf: () => this.#company,
    now: () => 0,
  });

  /** Makes the next `times` requests that match hit `fault`. */
  plan(method: string, path: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ method, path, fault, left: times });
  }

  /** Cancels the planned faults that have not happened yet. */
  forgetPlans(): void {
    this.#faults = [];
  }

  /** The company's settings. Clients see them only if their extension is announced. */
  get settings(): CompanySettings {
    return this.#company.settings;
  }

  /** The company's files. */
  get shelf(): Shelf {
    return this.#company.shelf;
  }

  get customers(): Row[] {
    return this.rows('customers');
  }

  /** Returns the server's rows, oldest first. */
  rows(resource: RecordKind): Row[] {
    return this.#company.of(resource);
  }

  /** Deletes a row, as another person would. */
  remove(id: number, resource: RecordKind = 'customers'): void {
    const row = this.#company.find(resource, String(id));
    if (row) this.#company.remove(resource, row);
  }

  /** Changes a row, as another person would. */
  change(id: number, fields: Record<string, unknown>, resource: RecordKind = 'customers'): void {
    const row = this.#company.find(resource, String(id));
    if (row) this.#company.change(resource, row, fields);
  }

  /** Makes the server reject every access token issued so far. */
  expireAccess(): void {
    this.#server.signIn.expireAccess();
  }

  revokeRefresh(): void {
    this.#server.signIn.revokeRefresh();
  }

  /** Adds a row, as another person would. */
  seed(fields: Record<string, unknown>, resource: RecordKind = 'customers'): Row {
    return this.#company.add(resource, fields);
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
    if (fault?.kind === 'timeout') throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
    const isBytes = request.headers.get('content-type') === 'application/octet-stream';
    const bytes = isBytes ? new Uint8Array(await request.arrayBuffer()) : null;
    const text = bytes ? '' : await request.text();
    if (fault?.kind === 'answer') {
      return asResponse(json(fault.status, fault.body ?? { detail: 'A planned answer.' }, fault.headers));
    }
    if (fault?.kind === 'html') return asResponse(html(fault.status));
    if (fault?.kind === 'redirect') {
      return new Response(null, { status: 302, headers: { location: 'http://portal.test/' } });
    }
    this.extensions.observe();
    const response = this.#answer(request, text, bytes);
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

  #answer({ method, headers, url, signal }: Request, text: string, bytes: Uint8Array | null): Response {
    const { pathname, search, searchParams } = new URL(url);
    const request = wireRequest({ method, path: pathname + search, text, bytes }, (name) =>
      headers.get(name),
    );
    const body = bodyIn(text);
    this.requests.push({
      method,
      path: pathname,
      body: body === MALFORMED ? text : body,
      user: this.#server.signIn.userOf(request.bearer)?.username ?? null,
      custom: [...headers.keys()].filter((name) => !STOCK_HEADERS.includes(name)),
    });
    return this.#server.streams(request)
      ? this.#stream(searchParams.get('beat'), signal)
      : asResponse(this.#server.handle(request));
  }

  /** Opens an event stream, which lasts until `signal` aborts or the server ends it. */
  #stream(beat: string | null, signal: AbortSignal): Response {
    const { streams } = this.extensions;
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
        const leave = streams.open(beat, send, () => controller.close());
        signal.addEventListener('abort', () => {
          if (leave()) controller.error(signal.reason);
        });
      },
    });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  }
}

function asResponse({ status, text, bytes, headers }: WireAnswer): Response {
  return new Response(bytes ? new Uint8Array(bytes) : text === '' ? null : text, { status, headers });
}

async function arrivalOf(until: Promise<void>, signal: AbortSignal): Promise<void> {
  await Promise.race([until, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
  signal.throwIfAborted();
}
