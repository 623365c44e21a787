import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { type Api, StaticServer } from './static-server.ts';

/** What a page offers to be called by name. */
export type PageFunctions = Readonly<Record<string, (argument: never) => Promise<unknown>>>;

/** A page of the app's own modules in a real Chromium, on a profile on the disk. */
export class BenchPage<F extends PageFunctions> {
  readonly browser: string;
  readonly page: Page;
  readonly #closings: readonly (() => Promise<unknown>)[];

  private constructor(context: BrowserContext, page: Page, closings: readonly (() => Promise<unknown>)[]) {
    this.browser = `Chromium ${context.browser()?.version() ?? ''}`.trim();
    this.page = page;
    this.#closings = closings;
  }

  /**
   * Builds a page of bench/ as the app is built, for production, serves and opens it; `close` it in the end.
   * @param api answers what the page asks below `/api/`
   */
  static async open<F extends PageFunctions>(
    html: 'page/modules.html' | 'page/services.html' | 'peers/peers.html',
    api?: Api,
  ): Promise<BenchPage<F>> {
    const executablePath = await findChromium();
    const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
    await buildPage(html, join(folder, 'page'));
    const server = await StaticServer.start(join(folder, 'page'), api);
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), { executablePath });
    const page = context.pages()[0] ?? (await context.newPage());
    const opened = new BenchPage<F>(context, page, [
      () => context.close(),
      () => server.stop(),
      () => rm(folder, { recursive: true }),
    ]);
    const failed = new Promise<never>((_, reject) => page.on('pageerror', reject));
    // Later ones fail the call that they belong to.
    failed.catch((error: unknown) => console.error('In the page:', error));
    page.on('console', (message) => {
      if (message.type() === 'error') console.error('In the page:', message.text());
    });
    try {
      await page.goto(`${server.url}/${html}`);
      await Promise.race([page.waitForFunction(() => 'bench' in globalThis), failed]);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  /** Calls one of the page's functions by its name. */
  async call<K extends keyof F & string>(
    name: K,
    argument: Parameters<F[K]>[0],
  ): Promise<Awaited<ReturnType<F[K]>>> {
    const answer = await this.page.evaluate(
      ([called, given]) =>
        (globalThis as unknown as { bench: PageFunctions }).bench[called]?.(given as never),
      [name, argument] as const,
    );
    return answer as Awaited<ReturnType<F[K]>>;
  }

  async close(): Promise<void> {
    for (const close of this.#closings) await close();
  }
}

async function buildPage(html: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: 'bench',
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: [`bench/${html}`] } },
  });
}
