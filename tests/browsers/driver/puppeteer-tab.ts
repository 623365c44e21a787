import type { Page } from 'puppeteer-core';
import type { EngineTab, Key, Size } from './engine.ts';

/** A tab of Firefox or Chromium. */
export class PuppeteerTab implements EngineTab {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    // 'Leave this page?': a person who leaves says yes.
    page.on('dialog', (dialog) => void dialog.accept());
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: 'domcontentloaded' });
  }

  async back(): Promise<void> {
    await this.page.goBack({ waitUntil: 'domcontentloaded' });
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
