/**
 * What the app takes from the machine it runs on. The app fills these from the browser
 * (app/device.ts), the tests from a harness with a clock of their own.
 */
export interface Clock {
  /** Milliseconds since 1970 by the device's clock, which may be wrong: never judge a token by it. */
  now(): number;
  /** Calls `run` once after `ms`. The answer cancels it. */
  setTimer(run: () => void, ms: number): () => void;
}

/** A number in [0, 1), never 1. */
export type Random = () => number;

/** A promise that resolves after `ms` on `clock`, or as soon as `signal` aborts. Never rejects. */
export function delay(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const cancel = clock.setTimer(done, ms);
    signal?.addEventListener('abort', done);
    function done(): void {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** Resolves when `signal` aborts. Held by a lock, it keeps the lock until then. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Aborts as soon as either does. `AbortSignal.any` is too young for the tablets in the field. */
export function eitherOf(a: AbortSignal, b: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [a, b]) {
    if (signal.aborted) either.abort();
    else signal.addEventListener('abort', () => either.abort(), { once: true });
  }
  return either.signal;
}

/** Small synchronous text storage that all tabs of the origin share. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Called when another tab changed `key`. The answer unsubscribes. */
  onChange(key: string, listener: () => void): () => void;
}

/** Carries messages to the other tabs that have opened a channel of the same name. */
export interface TabChannel {
  /** Dexie tells its live queries by the same way of what other tabs write. */
  readonly carriesDexie: boolean;
  /** A tab that runs hears of it, as a rule: messages can be lost. Never throws. */
  post(message: unknown): void;
  close(): void;
}

/** Opens a channel. @param onMessage called with a copy of what another tab posted */
export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => TabChannel;

/** Named locks that all tabs share; a holder that dies lets go. */
export interface Locks {
  /**
   * Runs `hold` while holding `name`, waiting for it as long as it takes or until `signal` aborts
   * (then it rejects with an AbortError and `hold` is not called).
   */
  request<T>(name: string, hold: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The names that any tab holds now; those of this page alone where the browser has no such locks. */
  held(): Promise<readonly string[]>;
}

/** The browser's opinion of its connection: a hint only, real requests decide. */
export interface Connectivity {
  isOnline(): boolean;
  /** Called when it may have changed. The answer unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** Where this page stands in its life (the Page Lifecycle of browsers). */
export interface PageLife {
  isVisible(): boolean;
  /** The page is about to stop running: it is left for good, or frozen and may go on. */
  isFrozen(): boolean;
  /** Called when either of the two may have changed. The answer unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Called when a person turns to the page: it is shown, goes on or gets the focus. The answer unsubscribes. */
  onReturn(listener: () => void): () => void;
}

/** `error` means a developer must look; a failed request is `info`. Never a token, a password or a body. */
export interface Log {
  debug(message: string, facts?: Readonly<Record<string, unknown>>): void;
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, cause: unknown): void;
}
