import { type Page, TimeoutError } from 'puppeteer-core';
import type { EngineTab, Key, Size } from './engine.ts';

/** The driver's own time limit, in ms: the browser does not report the end of some steps. */
const NAVIGATION_MS = 5000;
const SHOWN = { waitUntil: 'domcontentloaded', timeout: NAVIGATION_MS } as const;
/** A slow machine may take this long to load a page. */
const PATIENT = { ...SHOWN, timeout: 60_000 } as const;

/** A tab of Firefox or Chromium. */
export class PuppeteerTab implements EngineTab {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    // Answers 'Leave this page?' with yes.
    page.on('dialog', (dialog) => void dialog.accept());
  }

  async open(url: string): Promise<void> {
    // Firefox drops a URL if the page navigates by itself meanwhile. Open it again, as a person would.
    await this.page.goto(url, SHOWN).catch(() => this.page.goto(url, PATIENT));
  }

  async back(): Promise<void> {
    await this.page.goBack(SHOWN).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
    });
  }

  async evaluate(expression: string): Promise<unknown> {
    return (await this.page.evaluate(expression)) ?? null;
  }

  async pressAt(x: number, y: number): Promise<void> {
    await this.page.mouse.click(x, y);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  async press(key: Key): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async screenshot(file: string): Promise<void> {
    await this.page.screenshot({ path: file.endsWith('.png') ? (file as `${string}.png`) : `${file}.png` });
  }

  async resize(size: Size): Promise<void> {
    await this.page.setViewport(size);
  }

  async show(): Promise<void> {
    await this.page.bringToFront();
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
