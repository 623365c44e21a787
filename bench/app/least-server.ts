import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { LinkOptions } from './link.ts';
import { LinkedPort } from './linked-port.ts';

const KEPT_OPEN_MS = 120_000;
const BLANK = '<!doctype html><title>Nothing</title><link rel="icon" href="data:," />';

/** A server with prepared answers. It sends what any server must send, and computes nothing. */
export class LeastServer {
  /** The address of an empty page. */
  readonly blank: string;
  readonly #port: LinkedPort;

  private constructor(port: LinkedPort, address: string) {
    this.#port = port;
    this.blank = `${address}/`;
  }

  /** @param answers JSON by path and query, sent compressed */
  static async open(answers: Readonly<Record<string, string>>): Promise<LeastServer> {
    const zipped = new Map(Object.entries(answers).map(([path, text]) => [path, gzipSync(text)]));
    const http = createServer((request, response) => {
      const answer = zipped.get(request.url ?? '');
      request.resume().on('end', () => {
        response.writeHead(200, {
          'content-type': answer ? 'application/json' : 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          ...(answer && { 'content-encoding': 'gzip', 'content-length': answer.length }),
        });
        response.end(answer ?? BLANK);
      });
    });
    http.keepAliveTimeout = KEPT_OPEN_MS;
    const port = new LinkedPort((connection) => http.emit('connection', connection));
    return new LeastServer(port, await port.listen());
  }

  setLink(link: LinkOptions | null): void {
    this.#port.setLink(link);
  }

  close(): void {
    this.#port.close();
  }
}
