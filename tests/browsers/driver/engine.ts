/** The engines in which the app is tested: Safari's, Firefox's and Chrome's. */
export const ENGINES = ['webkit', 'firefox', 'chromium'] as const;

export type Engine = (typeof ENGINES)[number];

/** The inner size of a window in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const PHONE: Size = { width: 390, height: 844 };
export const DESKTOP: Size = { width: 1440, height: 900 };

/** Keys without a character, with their names in key events. */
export const KEYS = ['Enter', 'Escape', 'Tab', 'Backspace', 'Delete', 'ArrowDown', 'ArrowUp'] as const;

export type Key = (typeof KEYS)[number];

/** An engine's operations on one tab. Everything else is built on these, the same for all engines. */
export interface EngineTab {
  /** Opens a URL as if typed into the address bar. Resolves once the new page can be read. */
  open(url: string): Promise<void>;
  /** Presses the Back button. */
  back(): Promise<void>;
  /** Evaluates a JavaScript expression, and awaits it. The value goes through JSON, so undefined becomes null. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the pointer at a point, in CSS pixels from the viewport's corner. */
  pressAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Writes a PNG of the viewport. */
  screenshot(file: string): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Brings the tab to the front. */
  show(): Promise<void>;
  close(): Promise<void>;
}

/** A running browser of one engine, with its own profile. */
export interface EngineBrowser {
  newTab(): Promise<EngineTab>;
  /** Closes the browser normally. The profile stays on the disk. */
  close(): Promise<void>;
}
