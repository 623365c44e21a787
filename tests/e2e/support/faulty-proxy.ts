import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

const HOST = '127.0.0.1';

/** A fault that happens to a request. */
export type Fault =
  /** The connection breaks before the server gets the request. */
  | { readonly kind: 'drop' }
  /** The server carries out the request, but the connection breaks before the answer arrives. */
  | { readonly kind: 'lose-answer' }
  /** The server gets the request only after `ms`. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The server gets the request only after `until`, and never if its sender is gone by then. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The server carries out the request at once, but the answer is sent only after `until`. */
  | { readonly kind: 'hold-answer'; readonly until: Promise<void> }
  /** The server does not get the request. This is the answer. */
  | { readonly kind: 'answer'; readonly status: number; readonly body?: unknown }
  /**
   * The answer is a web page instead of JSON; with 200, that is a captive portal. The server does not get the request.
   */
  | { readonly kind: 'html'; readonly status?: number };

export interface FaultRule {
  readonly fault: Fault;
  /** Any method, unless given. */
  readonly method?: string;
  /** The whole path without its query, or a pattern for it. */
  readonly path: string | RegExp;
  /** The number of matching requests to let pass before the first fault. By default none. */
  readonly after?: number;
  /** The number of matching requests with the fault. By default all. */
  readonly times?: number;
  /** Called as a request meets the fault, before the server gets it. */
  readonly onFault?: () => void;
}

/** A request that came in, whether or not it was passed on. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The status that the server answered, even if the answer was lost. Null until then. */
  readonly status: number | null;
  /** True if its sender did not wait for the answer. */
  readonly abandoned: boolean;
}

type Note = { -readonly [Key in keyof SeenRequest]: SeenRequest[Key] };

interface ActiveRule extends FaultRule {
  toPass: number;
  left: number;
}

/** A point in time that a test decides: `passed` resolves when the test calls `open`. */
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

/** A proxy in front of the server that passes everything through, except for the faults that a test injects. */
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

  /** Makes matching requests fail from now on. If several rules match, the oldest applies first. */
  inject(rule: FaultRule): void {
    this.rules.push({ ...rule, toPass: rule.after ?? 0, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  /** Passes everything through again. */
  heal(): void {
    this.rules = [];
  }

  /** Passes everything through again, and forgets all earlier requests. */
  forget(): void {
    this.heal();
    this.seen.length = 0;
  }

  /** Returns the matching requests so far, including those with a fault. */
  requests(method: string, path: string | RegExp): readonly SeenRequest[] {
    return this.seen.filter((request) => matches({ method, path }, request));
  }

  /** Counts the matching requests so far, including those with a fault. */
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
    // Chromium silently repeats a request if its reused connection breaks. On a new connection it reports the failure.
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
    rule.onFault?.();
    return rule.fault;
  }

  /** Without `response`, reads the server's whole answer and drops it. */
  private forward({ request, note, response, until }: Passage): void {
    const { method, url, headers } = request;
    // A kept connection may be closed by now, and would break a request that no rule is for.
    const upstream = httpRequest({ host: HOST, port: this.target, method, path: url, headers, agent: false });
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
  /** When the answer may be sent. By default at once. */
  readonly until?: Promise<void>;
}

function matches(rule: Pick<FaultRule, 'method' | 'path'>, request: SeenRequest): boolean {
  if (rule.method && rule.method !== request.method) return false;
  return typeof rule.path === 'string' ? rule.path === request.path : rule.path.test(request.path);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
