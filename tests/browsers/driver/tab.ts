import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { EngineTab, Key, Size } from './engine.ts';
import { type Found, lookInPage, type Query } from './look-in-page.ts';

/** While waiting, how often the page is checked, and the default time limit. */
const LOOK_EVERY_MS = 60;
const PATIENCE_MS = 120_000;
/** In ms. After a press that may have missed, the time until the next. */
const PRESS_AGAIN_MS = 20_000;
/** How much of a page's text a failure reports. */
const TOLD_CHARACTERS = 1500;
/** The folder for screenshots of failures, beside Playwright's. */
const PICTURES = 'test-results/browsers';

const foundSchema = z.array(z.object({ x: z.number(), y: z.number(), value: z.string(), free: z.boolean() }));

/** What a test looks for. A text must match the whole name, a pattern any part of it. */
export interface Target {
  readonly role?: string;
  readonly name?: string | RegExp;
  readonly within?: Target;
}

/** A tab as a person uses it, the same in every engine. Waits for an element before it presses it or fills it in. */
export class Tab {
  private readonly engineTab: EngineTab;
  private readonly baseUrl: string;

  /** @param baseUrl the base of paths, without a slash at the end */
  constructor(engineTab: EngineTab, baseUrl: string) {
    this.engineTab = engineTab;
    this.baseUrl = baseUrl;
  }

  /** Goes to a path of the app as if its URL were typed. This leaves the current page, whatever it is doing. */
  async open(path: string): Promise<void> {
    await this.engineTab.open(new URL(path, this.baseUrl).href);
  }

  async back(): Promise<void> {
    await this.engineTab.back();
  }

  /** Presses the center of the element with this role and name. */
  async press(role: string, name: string | RegExp, within?: Target): Promise<void> {
    const { x, y } = await this.free({ role, name, ...(within && { within }) });
    await this.engineTab.pressAt(x, y);
  }

  /** Presses an element until this is so: on a page that grows, a press may miss. Never presses if it is so already. */
  async pressUntil(target: Target, isDone: () => Promise<boolean>, patienceMs?: number): Promise<void> {
    let before: Found | undefined;
    let nextAt = 0;
    await this.until(
      async () => {
        if (await isDone()) return true;
        const now = (await this.look(target)).find(({ free }) => free);
        const still = isStill(now, before);
        before = now;
        if (now && still && performance.now() >= nextAt) {
          nextAt = performance.now() + PRESS_AGAIN_MS;
          await this.engineTab.pressAt(now.x, now.y);
        }
        return false;
      },
      `for the effect of ${wordsFor(target)}`,
      patienceMs,
    );
  }

  /** Presses the field with this label. */
  async pressField(label: string | RegExp, within?: Target): Promise<void> {
    const { x, y } = await this.free({ name: label, ...(within && { within }) });
    await this.engineTab.pressAt(x, y);
  }

  /** Replaces the text in the field with this label. */
  async fill(label: string | RegExp, text: string, within?: Target): Promise<void> {
    await this.pressField(label, within);
    await this.evaluate(() => (document.activeElement as Partial<HTMLInputElement> | null)?.select?.());
    if (text === '') await this.engineTab.press('Delete');
    else await this.engineTab.type(text);
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    await this.engineTab.type(text);
  }

  async key(key: Key): Promise<void> {
    await this.engineTab.press(key);
  }

  /** Returns the elements of this kind that are visible now, in the order of the page. */
  async look(target: Target): Promise<readonly Found[]> {
    return foundSchema.parse(await this.evaluate(lookInPage, queryOf(target)));
  }

  /** Waits until an element of this kind is visible. */
  async sees(target: Target, patienceMs?: number): Promise<Found> {
    return this.until(async () => (await this.look(target))[0], `to see ${wordsFor(target)}`, patienceMs);
  }

  /** Waits until no element of this kind is visible. */
  async seesNo(target: Target, patienceMs?: number): Promise<void> {
    await this.until(
      async () => (await this.look(target)).length === 0,
      `to see no ${wordsFor(target)} any more`,
      patienceMs,
    );
  }

  /** Waits until the field with this label holds this text. */
  async holds(label: string | RegExp, text: string, within?: Target): Promise<void> {
    const field = { name: label, ...(within && { within }) };
    await this.until(
      async () => (await this.look(field))[0]?.value === text,
      `for ${wordsFor(field)} to hold '${text}'`,
    );
  }

  /** Returns the visible text of the page. */
  async text(): Promise<string> {
    return z.string().parse(await this.evaluate(() => document.body?.innerText ?? ''));
  }

  /** Waits until this text is on the page. */
  async reads(text: string | RegExp, patienceMs?: number): Promise<void> {
    await this.until(async () => isIn(text, await this.text()), `to read ${String(text)}`, patienceMs);
  }

  /** Waits until this text is not on the page. */
  async readsNo(text: string | RegExp, patienceMs?: number): Promise<void> {
    await this.until(async () => !isIn(text, await this.text()), `not to read ${String(text)}`, patienceMs);
  }

  /** Waits until the URL has this path and query. */
  async isAt(path: string | RegExp, patienceMs?: number): Promise<void> {
    const fits = (at: string): boolean => (typeof path === 'string' ? at === path : path.test(at));
    await this.until(async () => fits(await this.address()), `to be at ${String(path)}`, patienceMs);
  }

  /** Returns the path and query of the URL. */
  async address(): Promise<string> {
    return z.string().parse(await this.evaluate(() => location.pathname + location.search));
  }

  /** Runs a function in the page from its source text. It can use only its arguments, which go through JSON. */
  async evaluate<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    // The compiler wraps functions in a helper, `__name`, that pages do not have.
    const called = `((__name) => (${String(work)})(...${JSON.stringify(args)}))((named) => named)`;
    return (await this.engineTab.evaluate(called)) as Awaited<Result>;
  }

  /**
   * Waits until `look` finds something, and returns it. Ignores errors, because pages change while `look` runs.
   * @param what completes 'Waited in vain …'
   */
  async until<T>(
    look: () => Promise<T | undefined | null | false>,
    what: string,
    patienceMs: number = PATIENCE_MS,
  ): Promise<T> {
    const end = performance.now() + patienceMs;
    let problem: unknown;
    do {
      try {
        const found = await look();
        if (found !== undefined && found !== null && found !== false) return found;
        problem = undefined;
      } catch (error) {
        problem = error;
      }
      await delay(LOOK_EVERY_MS);
    } while (performance.now() < end);
    const told = await this.told().catch(String);
    throw new Error(`Waited in vain for ${patienceMs} ms ${what}. ${told}`, { cause: problem });
  }

  async screenshot(file: string): Promise<void> {
    await this.engineTab.screenshot(file);
  }

  async resize(size: Size): Promise<void> {
    await this.engineTab.resize(size);
  }

  /** Brings the tab to the front. */
  async show(): Promise<void> {
    await this.engineTab.show();
  }

  async close(): Promise<void> {
    await this.engineTab.close();
  }

  /** Describes a failure: returns the text of the topmost dialog or the page, and the path of a screenshot. */
  private async told(): Promise<string> {
    const text = await this.evaluate((characters) => {
      const front = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.querySelector('main');
      return ((front ?? document.body) as HTMLElement).innerText.slice(0, characters);
    }, TOLD_CHARACTERS);
    const picture = join(PICTURES, `${Date.now()}.png`);
    await mkdir(PICTURES, { recursive: true });
    await this.screenshot(picture);
    return `At ${await this.address()} (${picture}):\n${text}`;
  }

  /** Waits until an element of this kind can be pressed and does not move. */
  private async free(target: Target): Promise<Found> {
    let before: Found | undefined;
    return this.until(
      async () => {
        const now = (await this.look(target)).find(({ free }) => free);
        const still = isStill(now, before);
        before = now;
        return still && now;
      },
      `to press ${wordsFor(target)}`,
    );
  }
}

function isStill(now: Found | undefined, before: Found | undefined): boolean {
  return now !== undefined && now.x === before?.x && now.y === before.y;
}

function queryOf({ role, name, within }: Target): Query {
  return {
    ...(role !== undefined && { role }),
    ...(name !== undefined && {
      name: typeof name === 'string' ? name : { source: name.source, flags: name.flags },
    }),
    ...(within && { within: queryOf(within) }),
  };
}

function wordsFor({ role = 'field', name, within }: Target): string {
  const called = name === undefined ? '' : ` ${typeof name === 'string' ? `'${name}'` : String(name)}`;
  return `${role}${called}${within ? ` in ${wordsFor(within)}` : ''}`;
}

function isIn(wanted: string | RegExp, text: string): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}
