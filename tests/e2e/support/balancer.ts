import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

const HOST = '127.0.0.1';

/** Distributes requests among servers in turn. For each request, skips servers that accept no connection. */
export class Balancer {
  readonly #ports: readonly number[];
  readonly #server: Server;
  #turn = 0;
  #beforeChange: (() => Promise<void>) | undefined;

  private constructor(ports: readonly number[]) {
    this.#ports = ports;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async create(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    balancer.#server.listen(0, HOST);
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('The balancer is closed');
    return `http://${HOST}:${address.port}`;
  }

  /** Calls `happens` once, before the next request that may change a record is passed on. */
  beforeNextChange(happens: () => Promise<void>): void {
    this.#beforeChange = happens;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (mayChange(request)) {
      const happens = this.#beforeChange;
      this.#beforeChange = undefined;
      await happens?.();
    }
    this.#turn += 1;
    for (let tried = 0; tried < this.#ports.length; tried += 1) {
      const port = this.#ports[(this.#turn + tried) % this.#ports.length] ?? 0;
      if (await passOn(port, { request, body, response })) return;
    }
    request.socket.destroy();
  }
}

function mayChange({ method, url }: IncomingMessage): boolean {
  return method !== 'GET' && url?.startsWith('/api/v1/auth/') === false;
}

interface Passage {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

/**
 * Resolves with false if the server accepts no connection. If the server dies during the request, the request fails,
 * because it may have been carried out.
 */
function passOn(port: number, { request, body, response }: Passage): Promise<boolean> {
  const { method, url, headers } = request;
  return new Promise((resolve) => {
    // A kept connection may be to a server that was killed a moment ago. Then the request would fail instead.
    const upstream = httpRequest({ host: HOST, port, method, path: url, headers, agent: false });
    upstream.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') return resolve(false);
      request.socket.destroy();
      resolve(true);
    });
    upstream.on('response', (answer) => {
      answer.on('error', () => request.socket.destroy());
      response.on('close', () => upstream.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      resolve(true);
    });
    upstream.end(body);
  });
}
