import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOf } from '../process/listening.ts';
import type { Metrics } from './metrics.ts';

/** Has its own port, because metrics are not for users of the app. */
export class MetricsServer {
  readonly #server: http.Server;

  constructor(metrics: Metrics) {
    this.#server = http.createServer((request, response) => {
      if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at /metrics.\n');
        return;
      }
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
  }

  async listen(place: { readonly host: string; readonly port: number }): Promise<void> {
    this.#server.listen({ host: place.host, port: place.port });
    await once(this.#server, 'listening');
  }

  /** Only valid while the server listens. */
  get url(): string {
    return `http://${addressOf(this.#server.address() as AddressInfo)}/metrics`;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
