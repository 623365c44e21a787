import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { StaticServer } from './static-server.ts';

export type PageFunctions = Readonly<Record<string, (argument: never) => Promise<unknown>>>;

/** A page with the app's own modules in a real Chromium, with a profile on disk. */
export class BenchPage<F extends PageFunctions> {
  readonly browser: string;
  readonly #url: string;
  readonly #profile: string;
  #context: BrowserContext;
  #page: Page;
  readonly #closings: readonly (() => Promise<unknown>)[];

  private constructor(
    { url, profile }: { readonly url: string; readonly profile: string },
    { context, page }: Launched,
    closings: readonly (() => Promise<unknown>)[],
  ) {
    this.browser = `Chromium ${context.browser()?.version() ?? ''}`.trim();
    this.#url = url;
    this.#profile = profile;
    this.#context = context;
    this.#page = page;
    this.#closings = closings;
  }

  /** Builds a page of bench/ for production, serves it and opens it. Call `close` at the end. */
  static async open<F extends PageFunctions>(
    html: 'page/modules.html' | 'peers/peers.html',
  ): Promise<BenchPage<F>> {
    const folder = await mkdtemp(join(tmpdir(), 'crm-bench-'));
    await buildPage(html, join(folder, 'page'));
    const server = await StaticServer.start(join(folder, 'page'));
    const closings = [() => server.stop(), () => rm(folder, { recursive: true })];
    const place = { url: `${server.url}/${html}`, profile: join(folder, 'profile') };
    try {
      return new BenchPage<F>(place, await launch(place), closings);
    } catch (error) {
      for (const close of closings) await close();
      throw error;
    }
  }

  /** Restarts the browser and opens the page again, so that nothing is in memory. */
  async restart(): Promise<void> {
    await this.#context.close();
    const { context, page } = await launch({ url: this.#url, profile: this.#profile });
    this.#context = context;
    this.#page = page;
  }

  async call<K extends keyof F & string>(
    name: K,
    argument: Parameters<F[K]>[0],
  ): Promise<Awaited<ReturnType<F[K]>>> {
    const answer = await this.#page.evaluate(
      ([called, given]) =>
        (globalThis as unknown as { bench: PageFunctions }).bench[called]?.(given as never),
      [name, argument] as const,
    );
    return answer as Awaited<ReturnType<F[K]>>;
  }

  /** Slows the processor down by this factor. */
  async slowDown(rate: number): Promise<void> {
    const cdp = await this.#context.newCDPSession(this.#page);
    // Detaching the session would end it.
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  }

  async close(): Promise<void> {
    await this.#context.close();
    for (const close of this.#closings) await close();
  }
}

interface Launched {
  readonly context: BrowserContext;
  readonly page: Page;
}

async function launch({
  url,
  profile,
}: {
  readonly url: string;
  readonly profile: string;
}): Promise<Launched> {
  const context = await chromium.launchPersistentContext(profile, { executablePath: await findChromium() });
  const page = context.pages()[0] ?? (await context.newPage());
  const failed = new Promise<never>((_, reject) => page.on('pageerror', reject));
  // Later errors make the call that they belong to fail.
  failed.catch((error: unknown) => console.error('In the page:', error));
  page.on('console', (message) => {
    if (message.type() === 'error') console.error('In the page:', message.text());
  });
  try {
    await page.goto(url);
    await Promise.race([page.waitForFunction(() => 'bench' in globalThis), failed]);
  } catch (error) {
    await context.close();
    throw error;
  }
  return { context, page };
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
