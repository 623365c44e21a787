import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createListener, type Server, type Socket } from 'node:net';
import { Book } from './book.ts';
import { answerFrom } from './book-contract.ts';
import type { BookOrder, BookReport, SeenRequest } from './book-orders.ts';
import { Files } from './files.ts';
import { Link } from './link.ts';

// A server in a process of its own, so that what it does takes no time of who measures. It listens on two ports: the
// app's, and one for pages that measure what the browser alone can do.

const HOST = '127.0.0.1';
const KEPT_OPEN_MS = 120_000;

class BookServer {
  readonly #book: Book;
  readonly #sockets = new Set<Socket>();
  readonly #ports: readonly Server[];
  #seen: SeenRequest[] = [];
  #link: Link | null = null;

  constructor({ size, app, plain }: Extract<BookOrder, { kind: 'open' }>) {
    this.#book = new Book(size);
    this.#ports = [this.#port(new Files(app)), this.#port(new Files(plain))];
  }

  async listen(): Promise<BookReport> {
    const urls = await Promise.all(
      this.#ports.map(async (port) => {
        await once(port.listen(0, HOST), 'listening');
        const address = port.address();
        if (typeof address !== 'object' || !address) throw new Error('no port');
        return `http://${HOST}:${address.port}`;
      }),
    );
    return { kind: 'open', app: urls[0] ?? '', plain: urls[1] ?? '' };
  }

  /** Connections that are open know nothing of the new link: they are cut. */
  setLink(options: Link['options'] | null): BookReport {
    this.#link = options && new Link(options);
    for (const socket of this.#sockets) socket.destroy();
    return { kind: 'link' };
  }

  /** What was asked for since the last time. */
  takeSeen(): BookReport {
    const requests = this.#seen;
    this.#seen = [];
    return { kind: 'seen', requests };
  }

  #port(files: Files): Server {
    const http = createServer((request, response) => void this.#answer(files, request, response));
    http.keepAliveTimeout = KEPT_OPEN_MS;
    return createListener((socket) => {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      http.emit('connection', this.#link ? this.#link.through(socket) : socket);
    });
  }

  async #answer(files: Files, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/api/')) {
      files.answer(request, response);
      return;
    }
    this.#seen.push({ method: request.method ?? '', path: request.url, at: performance.now() });
    await answerFrom(this.#book, request, response);
  }
}

let server: BookServer | null = null;

async function carryOut(order: BookOrder): Promise<BookReport> {
  if (order.kind === 'open') {
    server = new BookServer(order);
    return server.listen();
  }
  if (!server) throw new Error('The book is not open');
  return order.kind === 'link' ? server.setLink(order.link) : server.takeSeen();
}

process.on('message', (order: BookOrder) => {
  void carryOut(order).then((report) => process.send?.(report));
});
// It serves one bench and ends with it.
process.once('disconnect', () => process.exit());
