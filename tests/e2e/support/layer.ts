import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

const HOST = '127.0.0.1';
/** Hop-by-hop headers, and headers that no longer fit what is passed on. */
const DROPPED = [
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
];

/** A request or an answer. Changes to this object are passed on. */
export interface Passing {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Headers;
  body: string;
}

/** What a layer does to requests and answers. */
export interface Translation {
  toServer?(request: Passing): void;
  toBrowser?(answer: Passing): void;
  /** Returns the headers of a 204 if the layer itself answers the request, or null. */
  answered?(request: Passing): Record<string, string> | null;
}

/** A proxy that translates between the browser and a server. */
export class Layer {
  private readonly server: Server;
  private readonly target: string;
  private readonly translation: Translation;

  private constructor(target: string, translation: Translation) {
    this.target = target;
    this.translation = translation;
    this.server = createServer((request, response) => {
      this.handle(request, response).catch(() => request.socket.destroy());
    });
  }

  static async create(target: string, translation: Translation): Promise<Layer> {
    const layer = new Layer(target, translation);
    layer.server.listen(0, HOST);
    await once(layer.server, 'listening');
    return layer;
  }

  get port(): number {
    const address = this.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The layer is closed');
    return address.port;
  }

  get url(): string {
    return `http://${HOST}:${this.port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming;
    // Chromium repeats a request if its reused connection breaks. On a new connection it reports the failure.
    response.setHeader('connection', 'close');
    const request: Passing = {
      method,
      path,
      headers: passedOn(Object.entries(incoming.headers)),
      body: (await buffer(incoming)).toString('latin1'),
    };
    const own = this.translation.answered?.(request);
    if (own) return void response.writeHead(204, own).end();
    this.translation.toServer?.(request);
    const answer = await fetch(`${this.target}${path}`, {
      method,
      headers: request.headers,
      body: request.body === '' ? null : Buffer.from(request.body, 'latin1'),
      redirect: 'manual',
    });
    const passing: Passing = {
      method,
      path,
      headers: passedOn([...answer.headers]),
      body: Buffer.from(await answer.arrayBuffer()).toString('latin1'),
    };
    this.translation.toBrowser?.(passing);
    response.writeHead(answer.status, Object.fromEntries(passing.headers));
    response.end(Buffer.from(passing.body, 'latin1'));
  }
}

function passedOn(headers: readonly (readonly [string, string | string[] | undefined])[]): Headers {
  const kept = new Headers();
  for (const [name, value] of headers)
    if (value !== undefined && !DROPPED.includes(name)) kept.set(name, String(value));
  return kept;
}
