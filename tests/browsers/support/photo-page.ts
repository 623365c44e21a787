import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { test as base, expect, inject } from 'vitest';
import type { PhotoSize } from '../../../src/files/photo.ts';
import { Browser } from '../driver/browser.ts';
import type { Engine } from '../driver/engine.ts';
import type { Tab } from '../driver/tab.ts';
import type { SentOutcome } from '../photo-page/page.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Prepares photos in a browser, on a page that is built as the app is. */
class PhotoPage {
  private readonly files = new Map<string, Uint8Array>();
  private readonly tab: Tab;
  readonly close: () => Promise<void>;

  private constructor(files: Map<string, Uint8Array>, tab: Tab, close: () => Promise<void>) {
    this.files = files;
    this.tab = tab;
    this.close = close;
  }

  static async start(engine: Engine): Promise<PhotoPage> {
    const files = new Map<string, Uint8Array>();
    const outDir = await mkdtemp(join(tmpdir(), 'photo-page-'));
    await build({
      configFile: false,
      root: new URL('../photo-page', import.meta.url).pathname,
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    });
    const server = createServer(({ url = '' }, response) => {
      const path = url === '/' ? '/index.html' : url;
      const bytes = files.get(path) ?? readFile(join(outDir, path));
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
      Promise.resolve(bytes).then(
        (body) => response.end(body),
        () => response.writeHead(404).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('the server has no port');
    const browser = await Browser.start(engine, `http://127.0.0.1:${address.port}`);
    const tab = await browser.newTab();
    await tab.open('/');
    return new PhotoPage(files, tab, async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
      await rm(outDir, { recursive: true, force: true });
    });
  }

  /** @param before a script that the worker runs first */
  async prepare(bytes: Uint8Array, size: PhotoSize = 'usual', before?: string): Promise<SentOutcome> {
    const path = `/photo-${this.files.size}`;
    this.files.set(path, bytes);
    await this.tab.until(() => this.tab.evaluate(() => 'prepareAt' in globalThis), 'for the page');
    return this.tab.evaluate(
      (...args) => (globalThis as unknown as { prepareAt: Prepare }).prepareAt(...args),
      path,
      size,
      ...(before === undefined ? [] : [before]),
    );
  }
}

type Prepare = (path: string, size: PhotoSize, before?: string) => Promise<SentOutcome>;

/** Vitest's `test` with a page in a browser of the project's engine for every file. */
export const test = base.extend<{ page: PhotoPage }>({
  page: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures it has to make out of it.
    async ({}, provide) => {
      const page = await PhotoPage.start(inject('engine'));
      await provide(page);
      await page.close();
    },
    { scope: 'file' },
  ],
});

export { expect };
