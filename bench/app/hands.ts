import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Device, MeasuredPage } from './app-browser.ts';

/** Actions that differ between a desktop and a phone. */
export interface Hands {
  readonly app: MeasuredPage;
  press(target: Locator): Promise<void>;
  /** Presses a point of the window, in px. */
  pressAt(x: number, y: number): Promise<void>;
  /** Scrolls far down by turning the wheel or swiping many times. Resolves when the page has stopped. */
  scrollDown(): Promise<void>;
  /** Opens the navigation. Pressing a link in it closes it. */
  openNavigation(): Promise<void>;
  /**
   * Sorts the list by a column: ascending, descending, and unsorted again. Without a name, sorts by each column in
   * turn.
   */
  sort(column?: RegExp): Promise<void>;
  openFilters(): Promise<void>;
  closeFilters(): Promise<void>;
  /** Chooses an option in a native picker. */
  choose(picker: Locator, value: string): Promise<void>;
}

export function handsOn(app: MeasuredPage, { touch }: Pick<Device, 'touch'>): Hands {
  return touch ? new Finger(app) : new Mouse(app);
}

/** Waits until the browser has drawn and is idle. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2000 })),
      ),
  );
}

const WHEEL_PX = 400;
const WHEELS = 15;

class Mouse implements Hands {
  readonly app: MeasuredPage;

  constructor(app: MeasuredPage) {
    this.app = app;
  }

  async press(target: Locator): Promise<void> {
    await target.click();
  }

  async pressAt(x: number, y: number): Promise<void> {
    await this.app.page.mouse.click(x, y);
  }

  async scrollDown(): Promise<void> {
    const { page } = this.app;
    await page.mouse.move(640, 500);
    for (let turn = 0; turn < WHEELS; turn += 1) {
      await page.mouse.wheel(0, WHEEL_PX);
      await drawn(page);
    }
  }

  async openNavigation(): Promise<void> {}

  async sort(column?: RegExp): Promise<void> {
    const { page } = this.app;
    const headers = page.locator('thead button').filter(column ? { hasText: column } : {});
    for (const header of await headers.all()) {
      for (let press = 0; press < 3; press += 1) {
        await header.click();
        await drawn(page);
      }
    }
  }

  async openFilters(): Promise<void> {}

  async closeFilters(): Promise<void> {}

  async choose(picker: Locator, value: string): Promise<void> {
    await picker.selectOption(value);
    await drawn(this.app.page);
  }
}

const SWIPES = 15;
/** In px of the window. Fast enough that the page keeps scrolling. */
const SWIPE = { x: 195, from: 600, to: 200, steps: 10, stepMs: 16 };
const REST_POLL_MS = 100;

/** On a phone, the navigation and the filters must be opened first. */
class Finger implements Hands {
  readonly app: MeasuredPage;

  constructor(app: MeasuredPage) {
    this.app = app;
  }

  async press(target: Locator): Promise<void> {
    await target.tap();
  }

  async pressAt(x: number, y: number): Promise<void> {
    await this.app.page.touchscreen.tap(x, y);
  }

  async scrollDown(): Promise<void> {
    const { page, cdp } = this.app;
    for (let turn = 0; turn < SWIPES; turn += 1) {
      await swipeUp(page, cdp);
      await drawn(page);
    }
    await atRest(page);
  }

  async openNavigation(): Promise<void> {
    await this.app.page.getByRole('button', { name: 'Open navigation' }).tap();
  }

  async sort(column?: RegExp): Promise<void> {
    const picker = this.app.page.getByLabel('Sort by');
    const orders = picker.locator('option:not([value=""])').filter(column ? { hasText: column } : {});
    const values = await orders.evaluateAll((options: HTMLOptionElement[]) =>
      options.map(({ value }) => value),
    );
    for (const value of [...values, '']) await this.choose(picker, value);
  }

  async openFilters(): Promise<void> {
    await this.app.page.getByRole('button', { name: /^Filters/ }).tap();
  }

  async closeFilters(): Promise<void> {
    await this.app.page
      .getByRole('region', { name: 'Filters' })
      .getByRole('button', { name: /^Show / })
      .tap();
  }

  // Uses keys, because browsers time key presses but not choices in a picker. Besides, the measured thread would draw
  // an open picker here, but not on a phone.
  async choose(picker: Locator, value: string): Promise<void> {
    await picker.focus();
    for (const key of await keysTo(picker, value)) {
      await picker.press(key);
      await drawn(this.app.page);
    }
  }
}

async function keysTo(picker: Locator, value: string): Promise<readonly string[]> {
  if (value === '') return ['Home'];
  const steps = await picker.evaluate((select: HTMLSelectElement, wanted) => {
    const values = [...select.options].map((option) => option.value);
    return values.indexOf(wanted) - select.selectedIndex;
  }, value);
  return Array<string>(Math.abs(steps)).fill(steps > 0 ? 'ArrowDown' : 'ArrowUp');
}

/** Sends single touches, because Chromium's scroll gesture does not move pages with emulated touch. */
async function swipeUp(page: Page, cdp: CDPSession): Promise<void> {
  const { x, from, to, steps, stepMs } = SWIPE;
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  await touch('touchStart', from);
  for (let step = 1; step <= steps; step += 1) {
    await page.waitForTimeout(stepMs);
    await touch('touchMove', from + ((to - from) * step) / steps);
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Waits until the page has stopped: a tap on a moving page only stops it. */
async function atRest(page: Page): Promise<void> {
  const offset = (): Promise<number> => page.evaluate(() => scrollY);
  let before = Number.NaN;
  for (let now = await offset(); now !== before; now = await offset()) {
    before = now;
    await page.waitForTimeout(REST_POLL_MS);
  }
}
