import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Link, type LinkOptions } from './link.ts';

const HOST = '127.0.0.1';

/** A port whose connections go through a link, if one is set. */
export class LinkedPort {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #link: Link | null = null;

  constructor(onConnection: (connection: Duplex) => void) {
    this.#server = createServer((socket) => {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      onConnection(this.#link ? this.#link.through(socket) : socket);
    });
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, HOST), 'listening');
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('No port');
    return `http://${HOST}:${address.port}`;
  }

  /** Cuts open connections, because they do not use the new link. */
  setLink(options: LinkOptions | null): void {
    this.#link = options && new Link(options);
    this.#cut();
  }

  close(): void {
    this.#server.close();
    this.#cut();
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
