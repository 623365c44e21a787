import { type Browser, launch } from 'puppeteer-core';
import { QUIET } from '../../e2e/support/quiet.ts';
import type { EngineBrowser, EngineTab } from './engine.ts';
import { PuppeteerTab } from './puppeteer-tab.ts';

/** Firefox through WebDriver BiDi, or Chromium through its own protocol. Both keep their profile over a restart. */
export class PuppeteerBrowser implements EngineBrowser {
  private readonly browser: Browser;

  private constructor(browser: Browser) {
    this.browser = browser;
  }

  /** @param profile a folder, empty the first time. The caller deletes it */
  static async start(
    engine: 'firefox' | 'chromium',
    executablePath: string,
    { profile, isPrivate }: { readonly profile: string; readonly isPrivate: boolean },
  ): Promise<PuppeteerBrowser> {
    const common = { executablePath, headless: true, userDataDir: profile, defaultViewport: null };
    const extraPrefsFirefox = { 'browser.privatebrowsing.autostart': isPrivate };
    const args = ['--no-sandbox', ...QUIET, ...(isPrivate ? ['--incognito'] : [])];
    const browser = await (engine === 'firefox'
      ? launch({ ...common, browser: 'firefox', protocol: 'webDriverBiDi', extraPrefsFirefox })
      : launch({ ...common, browser: 'chrome', args }));
    return new PuppeteerBrowser(browser);
  }

  async newTab(): Promise<EngineTab> {
    return new PuppeteerTab(await this.browser.newPage());
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
