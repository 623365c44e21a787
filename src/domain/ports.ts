/**
 * What the app takes from the machine it runs on. The app fills these from the browser
 * (app/device), the tests from a harness with a clock of their own.
 */
export interface Clock {
  /** Ms since 1970 by the device's clock, which may be wrong: never judge a token by it. */
  now(): number;
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  setTimer(run: () => void, ms: number): () => void;
}

/** In [0, 1). */
export type Random = () => number;

/** Resolves after `ms` on `clock`, or as soon as `signal` aborts. Never rejects. */
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
  /** Calls `listener` when another tab changed `key`. Returns a function that unsubscribes. */
  onChange(key: string, listener: () => void): () => void;
}

/** Carries messages to the other tabs that have opened a channel of the same name. */
export interface TabChannel {
  /** Dexie's live queries use the same channel. */
  readonly carriesDexie: boolean;
  /** Messages can be lost. Never throws. */
  post(message: unknown): void;
  close(): void;
}

/** Opens a channel. @param onMessage called with a copy of what another tab posted */
export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => TabChannel;

/** Named locks that all tabs share; a closed tab releases its locks. */
export interface Locks {
  /**
   * Runs `hold` while holding `name`, waiting for it as long as it takes or until `signal` aborts
   * (then it rejects with an AbortError and `hold` is not called).
   */
  request<T>(name: string, hold: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Lists the names that any tab holds; only this page's if the browser has no such locks. */
  held(): Promise<readonly string[]>;
}

/** Only a hint: real requests decide. */
export interface Connectivity {
  isOnline(): boolean;
  /** Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** The Page Lifecycle of browsers. */
export interface PageLife {
  isVisible(): boolean;
  /** Tells if the page is about to stop running, for good or frozen. */
  isFrozen(): boolean;
  /** Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Calls `listener` when the page is shown, resumes or gets the focus. Returns a function that unsubscribes. */
  onReturn(listener: () => void): () => void;
}

/** `error` means a developer must look; a failed request is `info`. Never a token, a password or a body. */
export interface Log {
  debug(message: string, facts?: Readonly<Record<string, unknown>>): void;
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, cause: unknown): void;
}
