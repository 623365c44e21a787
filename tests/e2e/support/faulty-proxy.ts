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
  /** The server sees nothing; this is the answer. */
  | { readonly kind: 'answer'; readonly status: number; readonly body?: unknown }
  /** A captive portal: 200 and a page where JSON was asked for. The server sees nothing. */
  | { readonly kind: 'html' };

export interface FaultRule {
  readonly fault: Fault;
  /** Any method, unless given. */
  readonly method?: string;
  /** The whole path without its query, or a pattern for it. */
  readonly path: string | RegExp;
  /** How many matching requests it strikes; all of them, unless given. */
  readonly times?: number;
}

/** A request as it came in, whatever became of it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

interface ActiveRule extends FaultRule {
  left: number;
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
    this.rules.push({ ...rule, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  /** Passes everything through again. */
  heal(): void {
    this.rules = [];
  }

  /** How many requests of this kind came in, spoiled ones included. */
  count(method: string, path: string | RegExp): number {
    return this.seen.filter((request) => matches({ method, path }, request)).length;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://proxy');
    const seen = { method: request.method ?? 'GET', path: pathname, headers: request.headers };
    this.seen.push(seen);
    // Chromium silently repeats a request whose reused connection dies. On a fresh one it reports the failure.
    response.setHeader('connection', 'close');
    const fault = this.nextFault(seen);
    switch (fault?.kind) {
      case undefined:
        return this.forward(request, response);
      case 'drop':
        return void request.socket.destroy();
      case 'lose-answer':
        return this.forward(request, undefined);
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, fault.ms));
        return this.forward(request, response);
      case 'answer':
        return send(response, fault.status, 'application/json', JSON.stringify(fault.body ?? {}));
      case 'html':
        return send(response, 200, 'text/html', '<!doctype html><title>Guest network</title>');
      default:
        return fault satisfies never;
    }
  }

  private nextFault(request: SeenRequest): Fault | undefined {
    const rule = this.rules.find((candidate) => candidate.left > 0 && matches(candidate, request));
    if (rule) rule.left -= 1;
    return rule?.fault;
  }

  /** Without a response to write to, the server's answer is read to its end and thrown away. */
  private forward(request: IncomingMessage, response: ServerResponse | undefined): void {
    const { method, url, headers } = request;
    const upstream = httpRequest({ host: HOST, port: this.target, method, path: url, headers });
    const fail = () => void request.socket.destroy();
    upstream.on('error', fail);
    upstream.on('response', (answer) => {
      answer.on('error', fail);
      if (!response) return void answer.resume().on('end', fail);
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      answer.pipe(response);
    });
    request.pipe(upstream);
  }
}

function matches(rule: Pick<FaultRule, 'method' | 'path'>, request: SeenRequest): boolean {
  if (rule.method && rule.method !== request.method) return false;
  return typeof rule.path === 'string' ? rule.path === request.path : rule.path.test(request.path);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
