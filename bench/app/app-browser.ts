import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { QUIET } from '../../tests/e2e/support/quiet.ts';
import { installProbe, type Probe } from './probe.ts';

export interface Device {
  readonly viewport: { readonly width: number; readonly height: number };
  /** A finger instead of a mouse. */
  readonly touch: boolean;
  /** The factor by which the processor is slowed down: 4 means a quarter of the machine's speed. */
  readonly cpu: number;
}

export const DESKTOP: Device = { viewport: { width: 1280, height: 800 }, touch: false, cpu: 1 };
export const PHONE: Device = { viewport: { width: 390, height: 844 }, touch: true, cpu: 4 };

/** A Chromium with a profile on disk that survives a restart. */
export class AppBrowser {
  readonly #profile: string;
  readonly #device: Device;
  #context: BrowserContext;

  private constructor(profile: string, device: Device, context: BrowserContext) {
    this.#profile = profile;
    this.#device = device;
    this.#context = context;
  }

  /** Gives pages the device's size and touch. Set the speed of each page with `slowDown`. */
  static async start(device = DESKTOP): Promise<AppBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'crm-bench-profile-'));
    return new AppBrowser(profile, device, await launch(profile, device));
  }

  get version(): string {
    const [major, minor] = (this.#context.browser()?.version() ?? '').split('.');
    return `Chromium ${major}.${minor}`;
  }

  /** Restarts the browser, so that nothing is in memory. */
  async restart(): Promise<void> {
    await this.#context.close();
    this.#context = await launch(this.#profile, this.#device);
  }

  async open(): Promise<MeasuredPage> {
    const page = await this.#context.newPage();
    const cdp = await this.#context.newCDPSession(page);
    return new MeasuredPage(page, cdp);
  }

  async trace(
    { page }: MeasuredPage,
    categories: readonly string[],
    work: () => Promise<void>,
  ): Promise<string> {
    const browser = this.#context.browser();
    if (!browser) throw new Error('The browser is gone');
    await browser.startTracing(page, { categories: [...categories] });
    await work();
    return (await browser.stopTracing()).toString('utf8');
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.#context.setOffline(offline);
  }

  /** Returns the private memory of the largest page process, in MB. Linux only. */
  async largestPageMb(): Promise<number> {
    const session = await this.#context.browser()?.newBrowserCDPSession();
    if (!session) throw new Error('The browser is gone');
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    const pages = processInfo.filter(({ type }) => type === 'renderer');
    return Math.max(...(await Promise.all(pages.map(({ id }) => privateMb(id)))));
  }

  async close(): Promise<void> {
    await this.#context.close();
    await rm(this.#profile, { recursive: true, force: true });
  }
}

/** Returns the memory that a process does not share with others, in MB. */
async function privateMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kib = [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  return kib.reduce((sum, one) => sum + one, 0) / 1024;
}

async function launch(profile: string, { viewport, touch }: Device): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: QUIET,
    viewport,
    ...(touch && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
    serviceWorkers: 'allow',
  });
  // esbuild wraps functions in a helper, `__name`, that pages do not have.
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await context.addInitScript(installProbe);
  return context;
}

const PLANTED_TASK_MS = 150;

export class MeasuredPage {
  readonly page: Page;
  readonly cdp: CDPSession;

  constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.cdp = cdp;
  }

  async slowDown(rate: number): Promise<void> {
    await this.cdp.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /**
   * Throws unless the probe reports a task planted in the page. After that, an empty list means that there were no long
   * tasks.
   */
  async proveProbe(): Promise<void> {
    await this.clearProbe();
    await this.page.evaluate(
      (ms) =>
        new Promise<void>((resolve) => {
          setTimeout(() => {
            const end = performance.now() + ms;
            while (performance.now() < end);
            resolve();
          });
        }),
      PLANTED_TASK_MS,
    );
    const { longTasks } = await this.probe();
    const isSeen = longTasks.some(({ ms }) => ms >= PLANTED_TASK_MS);
    if (!isSeen)
      throw new Error(`A task of ${PLANTED_TASK_MS} ms is not reported: ${JSON.stringify(longTasks)}`);
    await this.clearProbe();
  }

  async clearProbe(): Promise<void> {
    await this.page.evaluate(() => globalThis.benchProbe.clear());
  }

  async probe(): Promise<Omit<Probe, 'clear'>> {
    return this.page.evaluate(() => {
      const { longTasks, sent, marks } = globalThis.benchProbe;
      return { longTasks, sent, marks };
    });
  }

  /** Waits for a mark. Returns its time in ms since the page's navigation. */
  async mark(name: string, timeoutMs = 120_000): Promise<number> {
    const found = await this.page.waitForFunction((wanted) => globalThis.benchProbe.marks[wanted], name, {
      polling: 200,
      timeout: timeoutMs,
    });
    return Number(await found.jsonValue());
  }

  /** Returns the size of the heap after garbage collection, in MB. */
  async heapMb(): Promise<number> {
    // One collection may free objects that kept others alive, so collect several times.
    for (let n = 0; n < 3; n += 1) await this.cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.cdp.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
