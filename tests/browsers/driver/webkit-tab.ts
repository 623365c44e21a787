import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { EngineTab, Key, Size } from './engine.ts';
import type { WebDriverSession } from './webdriver-session.ts';

/** The protocol's characters for keys without a character. */
const CODES: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Backspace: '\uE003',
  Delete: '\uE017',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};

const RESIZE_MS = 30_000;
const LOOK_EVERY_MS = 30;
const INSIDE = `({
  inside: { width: innerWidth, height: innerHeight },
  bar: { width: outerWidth - innerWidth, height: outerHeight - innerHeight },
})`;
const sizeSchema = z.object({ width: z.number(), height: z.number() });
const insideSchema = z.object({ inside: sizeSchema, bar: sizeSchema });

/** A tab of WebKitGTK's MiniBrowser. Each is its own window, so that all are visible. */
export class WebKitTab implements EngineTab {
  private readonly session: WebDriverSession;
  private readonly window: string;

  constructor(session: WebDriverSession, window: string) {
    this.session = session;
    this.window = window;
  }

  async open(url: string): Promise<void> {
    await this.post('/url', { url });
  }

  async back(): Promise<void> {
    await this.post('/back');
  }

  evaluate(expression: string): Promise<unknown> {
    return this.post('/execute/sync', { script: `return ${expression}`, args: [] });
  }

  async pressAt(x: number, y: number): Promise<void> {
    const to = { x: Math.round(x), y: Math.round(y) };
    const actions = [
      { type: 'pointerMove', origin: 'viewport', duration: 0, ...to },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.act({ type: 'pointer', id: 'mouse', actions });
  }

  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.act({ type: 'key', id: 'keyboard', actions });
  }

  async press(key: Key): Promise<void> {
    await this.type(CODES[key]);
  }

  async screenshot(file: string): Promise<void> {
    const picture = z.string().parse(await this.session.inWindow(this.window, 'GET', '/screenshot'));
    await writeFile(file, picture, 'base64');
  }

  async resize({ width, height }: Size): Promise<void> {
    const end = performance.now() + RESIZE_MS;
    // The toolbar's height depends on the machine's fonts, and the window takes its size a moment later.
    for (;;) {
      const { inside, bar } = insideSchema.parse(await this.evaluate(INSIDE));
      if (inside.width === width && inside.height === height) return;
      if (performance.now() > end) throw new Error(`The window stays at ${JSON.stringify(inside)}`);
      await this.post('/window/rect', { x: 0, y: 0, width: width + bar.width, height: height + bar.height });
      await delay(LOOK_EVERY_MS);
    }
  }

  async show(): Promise<void> {
    // The window is already visible, and later commands name it.
  }

  async close(): Promise<void> {
    await this.session.inWindow(this.window, 'DELETE', '/window');
  }

  private async act(source: object): Promise<void> {
    await this.post('/actions', { actions: [source] });
  }

  private post(path: string, body?: unknown): Promise<unknown> {
    return this.session.inWindow(this.window, 'POST', path, body);
  }
}
