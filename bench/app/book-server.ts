import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BookApi } from './book-api.ts';
import type { BookOrder, BookReport, SeenRequest } from './book-orders.ts';
import { Files } from './files.ts';
import { LinkedPort } from './linked-port.ts';

// Runs in its own process, so that it takes no time from the measured one. It listens on two ports: one for the app,
// and one for pages that measure only the browser.

const KEPT_OPEN_MS = 120_000;

class BookServer {
  readonly #api: BookApi;
  readonly #ports: readonly LinkedPort[];
  #seen: SeenRequest[] = [];

  constructor({ size, app, plain }: Extract<BookOrder, { kind: 'open' }>) {
    this.#api = new BookApi(size);
    this.#ports = [this.#port(new Files(app)), this.#port(new Files(plain))];
  }

  async carryOut(order: BookOrder): Promise<BookReport> {
    switch (order.kind) {
      case 'open': {
        const [app = '', plain = ''] = await Promise.all(this.#ports.map((port) => port.listen()));
        return { kind: 'open', app, plain };
      }
      case 'link':
        for (const port of this.#ports) port.setLink(order.link);
        return { kind: 'link' };
      case 'seen': {
        const requests = this.#seen;
        this.#seen = [];
        return { kind: 'seen', requests };
      }
      default:
        return order satisfies never;
    }
  }

  #port(files: Files): LinkedPort {
    const http = createServer((request, response) => void this.#answer(files, request, response));
    http.keepAliveTimeout = KEPT_OPEN_MS;
    return new LinkedPort((connection) => http.emit('connection', connection));
  }

  async #answer(files: Files, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/api/')) {
      files.answer(request, response);
      return;
    }
    this.#seen.push({ method: request.method ?? '', path: request.url, at: performance.now() });
    await this.#api.answer(request, response);
  }
}

let server: BookServer | null = null;

process.on('message', (order: BookOrder) => {
  if (order.kind === 'open') server = new BookServer(order);
  void server?.carryOut(order).then((report) => process.send?.(report));
});
// Exits when the bench that started it does.
process.once('disconnect', () => process.exit());
