import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

const HOST = '127.0.0.1';

/** What goes wrong with a request. */
export type Fault =
  /** The connection dies before the server sees anything. */
  | { readonly kind: 'drop' }
  /** The server does its work; the connection dies before the answer arrives. */
  | { readonly kind: 'lose-answer' }
  /** The server sees the request only after `ms`. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The server sees the request only after `until`, and never if its sender is gone by then. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The server does its work at once; the answer sets out only after `until`. */
  | { readonly kind: 'hold-answer'; readonly until: Promise<void> }
  /** The server sees nothing; this is the answer. */
  | { readonly kind: 'answer'; readonly status: number; readonly body?: unknown }
  /** A page where JSON was asked for; with 200, a captive portal. The server sees nothing. */
  | { readonly kind: 'html'; readonly status?: number };

export interface FaultRule {
  readonly fault: Fault;
  /** Any method, unless given. */
  readonly method?: string;
  /** The whole path without its query, or a pattern for it. */
  readonly path: string | RegExp;
  /** How many matching requests it lets pass before the first that it strikes; none, unless given. */
  readonly after?: number;
  /** How many matching requests it strikes; all of them, unless given. */
  readonly times?: number;
}

/** A request as it came in, whatever became of it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** What the server answered, whether or not that arrived; null while it has not seen the request. */
  readonly status: number | null;
  /** Whether its sender has gone without waiting for an answer. */
  readonly abandoned: boolean;
}

type Note = { -readonly [Key in keyof SeenRequest]: SeenRequest[Key] };

interface ActiveRule extends FaultRule {
  toPass: number;
  left: number;
}

/** A point in time that a test decides: whoever waits for `passed` goes on once it calls `open`. */
export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

export function closedGate(): Gate {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** Stands in front of the server and passes everything through, except what a test tells it to spoil. */
export class FaultyProxy {
  readonly seen: SeenRequest[] = [];
  private readonly server: Server;
  private readonly target: number;
  private rules: ActiveRule[] = [];

  private constructor(target: number) {
    this.target = target;
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async create(targetPort: number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(targetPort);
    proxy.server.listen(0, HOST);
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    const address = this.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The proxy is closed');
    return `http://${HOST}:${address.port}`;
  }

  /** Spoils matching requests from now on. Of several rules that match, the oldest strikes first. */
  inject(rule: FaultRule): void {
    this.rules.push({ ...rule, toPass: rule.after ?? 0, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  /** Passes everything through again. */
  heal(): void {
    this.rules = [];
  }

  /** Passes everything through again, and knows of no request that came in before. */
  forget(): void {
    this.heal();
    this.seen.length = 0;
  }

  /** The requests of this kind that came in so far, spoiled ones included. */
  requests(method: string, path: string | RegExp): readonly SeenRequest[] {
    return this.seen.filter((request) => matches({ method, path }, request));
  }

  /** How many requests of this kind came in, spoiled ones included. */
  count(method: string, path: string | RegExp): number {
    return this.requests(method, path).length;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://proxy');
    const { method = 'GET', headers } = request;
    const note: Note = { method, path: pathname, headers, status: null, abandoned: false };
    this.seen.push(note);
    response.on('close', () => {
      note.abandoned = !response.writableEnded;
    });
    // Chromium silently repeats a request whose reused connection dies. On a fresh one it reports the failure.
    response.setHeader('connection', 'close');
    const passOn = { request, note };
    const fault = this.nextFault(note);
    switch (fault?.kind) {
      case undefined:
        return this.forward({ ...passOn, response });
      case 'drop':
        return void request.socket.destroy();
      case 'lose-answer':
        return this.forward(passOn);
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, fault.ms));
        return this.forward({ ...passOn, response });
      case 'hold':
        await fault.until;
        if (!request.destroyed) this.forward({ ...passOn, response });
        return;
      case 'hold-answer':
        return this.forward({ ...passOn, response, until: fault.until });
      case 'answer':
        return send(response, fault.status, 'application/json', JSON.stringify(fault.body ?? {}));
      case 'html':
        return send(
          response,
          fault.status ?? 200,
          'text/html',
          '<!doctype html><title>Guest network</title>',
        );
      default:
        return fault satisfies never;
    }
  }

  private nextFault(request: SeenRequest): Fault | undefined {
    const rule = this.rules.find((candidate) => candidate.left > 0 && matches(candidate, request));
    if (!rule) return undefined;
    if (rule.toPass > 0) {
      rule.toPass -= 1;
      return undefined;
    }
    rule.left -= 1;
    return rule.fault;
  }

  /** Without a response to write to, the server's answer is read to its end and thrown away. */
  private forward({ request, note, response, until }: Passage): void {
    const { method, url, headers } = request;
    const upstream = httpRequest({ host: HOST, port: this.target, method, path: url, headers });
    const fail = () => void request.socket.destroy();
    upstream.on('error', fail);
    upstream.on('response', (answer) => {
      note.status = answer.statusCode ?? null;
      answer.on('error', fail);
      if (!response) return void answer.resume().on('end', fail);
      void (until ?? Promise.resolve()).then(() => {
        if (response.destroyed) return answer.destroy();
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
        return answer.pipe(response);
      });
    });
    request.pipe(upstream);
  }
}

interface Passage {
  readonly request: IncomingMessage;
  readonly note: Note;
  readonly response?: ServerResponse;
  /** When the answer may set out; at once, unless given. */
  readonly until?: Promise<void>;
}

function matches(rule: Pick<FaultRule, 'method' | 'path'>, request: SeenRequest): boolean {
  if (rule.method && rule.method !== request.method) return false;
  return typeof rule.path === 'string' ? rule.path === request.path : rule.path.test(request.path);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
