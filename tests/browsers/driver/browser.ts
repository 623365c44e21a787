import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../scripts/find-chromium.mjs';
import { findFirefox } from '../../../scripts/find-firefox.mjs';
import { findWebKit } from '../../../scripts/find-webkit.mjs';
import type { Engine, EngineBrowser } from './engine.ts';
import { PuppeteerBrowser } from './puppeteer-browser.ts';
import { Tab } from './tab.ts';
import { WebKitBrowser } from './webkit-browser.ts';

/** A test's own browser with an empty profile. Its methods are the same for every engine. */
export class Browser {
  readonly engine: Engine;
  private readonly baseUrl: string;
  private readonly profile: string;
  private running: EngineBrowser;

  private constructor(engine: Engine, baseUrl: string, profile: string, running: EngineBrowser) {
    this.engine = engine;
    this.baseUrl = baseUrl;
    this.profile = profile;
    this.running = running;
  }

  /** @param baseUrl the base of the paths that its tabs open */
  static async start(engine: Engine, baseUrl: string): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), `restoration-${engine}-`));
    return new Browser(engine, baseUrl, profile, await launch(engine, profile));
  }

  /** All its windows are private. Those of WebKitGTK always are under automation. */
  static async startPrivate(engine: Engine, baseUrl: string): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), `restoration-${engine}-`));
    return new Browser(engine, baseUrl, profile, await launch(engine, profile, true));
  }

  async newTab(): Promise<Tab> {
    return new Tab(await this.running.newTab(), this.baseUrl);
  }

  /**
   * Closes the browser and starts it with the same profile, without a tab. Throws for engines that do not keep their
   * profile.
   */
  async restart(): Promise<void> {
    if (!keepsProfile(this.engine)) throw new Error(`${this.engine} keeps nothing over a restart`);
    await this.running.close();
    this.running = await launch(this.engine, this.profile);
  }

  async close(): Promise<void> {
    await this.running.close();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** True if a site's storage survives a restart. Under automation, WebKitGTK keeps it only in memory. */
export function keepsProfile(engine: Engine): boolean {
  return engine !== 'webkit';
}

async function launch(engine: Engine, profile: string, isPrivate = false): Promise<EngineBrowser> {
  switch (engine) {
    case 'webkit':
      return WebKitBrowser.start(there('WebKitGTK', findWebKit()));
    case 'firefox':
      return PuppeteerBrowser.start('firefox', there('Firefox', findFirefox()), { profile, isPrivate });
    case 'chromium':
      return PuppeteerBrowser.start('chromium', await findChromium(), { profile, isPrivate });
    default:
      return engine satisfies never;
  }
}

function there<T>(name: string, programs: T | undefined): T {
  if (programs === undefined)
    throw new Error(`${name} is not installed: run \`npm run test:all -- browsers\``);
  return programs;
}
