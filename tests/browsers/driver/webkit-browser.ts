import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { WebKitPrograms } from '../../../scripts/find-webkit.mjs';
import { freePort } from '../../support/server/free-port.ts';
import type { EngineBrowser, EngineTab } from './engine.ts';
import { VirtualDisplay } from './virtual-display.ts';
import { WebDriverSession } from './webdriver-session.ts';
import { WebKitTab } from './webkit-tab.ts';

const START_LIMIT_MS = 60_000;

/** The browser's own toolbar would otherwise be wider than a phone. */
const NARROW_BAR = '* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }';

const handlesSchema = z.array(z.string());
const windowSchema = z.object({ handle: z.string() });

/**
 * WebKitGTK's MiniBrowser, driven by WebKitWebDriver. Under automation it stores everything in memory, so `close`
 * deletes it, like a private window.
 */
export class WebKitBrowser implements EngineBrowser {
  private readonly parts: Parts;
  private readonly session: WebDriverSession;
  /** True until the initial tab is used. */
  private fresh = true;

  private constructor(parts: Parts, session: WebDriverSession) {
    this.parts = parts;
    this.session = session;
    process.once('exit', this.endNow);
  }

  static async start({ driver: program, browser, xvfb }: WebKitPrograms): Promise<WebKitBrowser> {
    const folder = await mkdtemp(join(tmpdir(), 'restoration-webkit-'));
    await mkdir(join(folder, 'gtk-3.0'));
    await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), NARROW_BAR);
    const display = await VirtualDisplay.start(xvfb);
    const port = await freePort();
    const driver = spawn(program, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display.name, XDG_CONFIG_HOME: folder },
      stdio: 'ignore',
    });
    const parts = { folder, display, driver };
    try {
      return new WebKitBrowser(parts, await sessionAt(`http://127.0.0.1:${port}`, browser));
    } catch (cause) {
      await endAll(parts);
      throw cause;
    }
  }

  async newTab(): Promise<EngineTab> {
    const [open = ''] = handlesSchema.parse(await this.session.command('GET', '/window/handles'));
    if (!this.fresh) {
      // A real tab would stay behind the first one, where the pointer cannot reach it.
      const made = await this.session.inWindow(open, 'POST', '/window/new', { type: 'window' });
      return new WebKitTab(this.session, windowSchema.parse(made).handle);
    }
    this.fresh = false;
    return new WebKitTab(this.session, open);
  }

  async close(): Promise<void> {
    process.off('exit', this.endNow);
    // The browser may have exited already, with its last tab or in a crash.
    await this.session.end().catch(() => undefined);
    await endAll(this.parts);
  }

  /**
   * If the test runner dies before its teardown, the driver must not keep running. The browser exits when its display
   * does.
   */
  private readonly endNow = (): void => {
    this.parts.driver.kill('SIGKILL');
  };
}

interface Parts {
  readonly folder: string;
  readonly display: VirtualDisplay;
  readonly driver: ChildProcess;
}

/** Waits until the driver listens, then creates a session. */
async function sessionAt(url: string, binary: string): Promise<WebDriverSession> {
  const end = performance.now() + START_LIMIT_MS;
  const isReady = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (performance.now() > end) throw new Error('WebKitWebDriver did not start');
    await delay(20);
  }
  return WebDriverSession.create(url, {
    pageLoadStrategy: 'normal',
    // Answers 'Leave this page?' with yes.
    unhandledPromptBehavior: 'accept',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
}

async function endAll({ folder, display, driver }: Parts): Promise<void> {
  if (driver.exitCode === null && driver.signalCode === null) {
    const exited = once(driver, 'exit');
    driver.kill();
    await exited;
  }
  // The browser exits too when its display does.
  await display.end();
  await rm(folder, { recursive: true, force: true });
}
