/** The engines that the app is tried in: Safari's, Firefox's and Chrome's. */
export const ENGINES = ['webkit', 'firefox', 'chromium'] as const;

export type Engine = (typeof ENGINES)[number];

/** The inside of a window in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const PHONE: Size = { width: 390, height: 844 };
export const DESKTOP: Size = { width: 1440, height: 900 };

/** Keys that have no character, by the names that pages know them by. */
export const KEYS = ['Enter', 'Escape', 'Tab', 'Backspace', 'Delete', 'ArrowDown', 'ArrowUp'] as const;

export type Key = (typeof KEYS)[number];

/** What an engine does with one tab. Everything else is made of it, in the same way for all engines. */
export interface EngineTab {
  /** As a typed address: resolves once the new page can be read, whatever became of the one before. */
  open(url: string): Promise<void>;
  /** The Back button. */
  back(): Promise<void>;
  /** The value of a JavaScript expression, awaited, as it is after a way through JSON: null for undefined. */
  evaluate(expression: string): Promise<unknown>;
  /** A press of the pointer, in CSS pixels from the corner of what is in view. */
  pressAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Writes a PNG of what is in view. */
  screenshot(file: string): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Puts it before the other tabs. */
  show(): Promise<void>;
  close(): Promise<void>;
}

/** A running browser of one engine, with a profile of its own. */
export interface EngineBrowser {
  newTab(): Promise<EngineTab>;
  /** Ends it in an orderly way; `deleteProfile` of whoever keeps one comes after. */
  close(): Promise<void>;
}
