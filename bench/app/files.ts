import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

interface File {
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
}

/** Serves a folder's files from memory as the companion server does: compressed if there is a compressed version. */
export class Files {
  readonly #files = new Map<string, File>();

  constructor(folder: string) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (/\.(br|gz)$/.test(name) || !statSync(path).isFile()) continue;
      const small = `${path}.br`;
      const brotli = existsSync(small) ? readFileSync(small) : null;
      this.#files.set(`/${name}`, { plain: readFileSync(path), brotli });
    }
  }

  /** Answers unknown paths with the app, because they are its screens. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://book.test');
    const path = this.#files.has(pathname) ? pathname : '/index.html';
    const file = this.#files.get(path);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const small = String(request.headers['accept-encoding']).includes('br') ? file.brotli : null;
    const lasting = path.startsWith('/assets/');
    const body = small ?? file.plain;
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': body.length,
      'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(small && { 'content-encoding': 'br' }),
    });
    response.end(body);
  }
}
