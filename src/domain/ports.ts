// Interfaces to the machine. app/device implements them with the browser, tests with their own clock.
export interface Clock {
  /** Ms since 1970 by the device's clock, which may be wrong: never judge a token by it. */
  now(): number;
  setTimer(run: () => void, ms: number): () => void;
}

/** In [0, 1). */
export type Random = () => number;

/** Hashes beside the page's thread. Rejects if the code for it cannot be loaded. */
export interface Hashing {
  /** SHA-256 in 64 lowercase hex digits. */
  hash(bytes: ArrayBuffer): Promise<string>;
}

/** Encrypts the numbered parts of one file. Never use a number twice with the same key. */
export interface Seal {
  seal(n: number, bytes: ArrayBuffer): Promise<ArrayBuffer>;
  /** Rejects if the passphrase is wrong or the bytes are not those of this part. */
  open(n: number, bytes: ArrayBuffer): Promise<ArrayBuffer>;
}

export interface Sealing {
  /** Hex digits. Never use one for two files. */
  newSalt(): string;
  /** @param rounds how often the passphrase is hashed, which slows down guessing */
  sealWith(passphrase: string, salt: string, rounds: number): Promise<Seal>;
}

/** Resolves after `ms`, or as soon as `signal` aborts. Never rejects. */
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

/** Resolves when `signal` aborts. Used as the `hold` of a lock, it keeps the lock until then. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Replaces `AbortSignal.any`, which the tablets in the field lack. */
export function eitherOf(a: AbortSignal, b: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [a, b]) {
    if (signal.aborted) either.abort();
    else signal.addEventListener('abort', () => either.abort(), { once: true });
  }
  return either.signal;
}

/** Synchronous storage that all tabs of the origin share. */
export interface KeyValueStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Reports changes by other tabs. */
  onChange(key: string, listener: () => void): () => void;
}

/** Sends messages to other tabs that have a channel of the same name. */
export interface TabChannel {
  /** Dexie's live queries use the same channel. */
  readonly carriesDexie: boolean;
  /** Messages can be lost. Never throws. */
  post(message: unknown): void;
  close(): void;
}

export type OpenChannel = (name: string, onMessage: (message: unknown) => void) => TabChannel;

/** Shared by all tabs. Closing a tab releases its locks. */
export interface Locks {
  /** If `signal` aborts first, rejects with an AbortError and never calls `hold`. */
  request<T>(name: string, hold: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Lists the names that any tab holds; in browsers without such locks, only this page's. */
  held(): Promise<readonly string[]>;
  /** Tabs share no locks in this browser. */
  readonly isOnePage?: boolean;
}

/** Only a hint: real requests decide. */
export interface Connectivity {
  isOnline(): boolean;
  /** Null if the browser does not say. */
  isOnWifi(): boolean | null;
  onChange(listener: () => void): () => void;
  /** Requests a file of the app's own origin, bypassing all caches. Returns false without an answer; never rejects. */
  fetchesOwnFile(): Promise<boolean>;
}

export interface PageLife {
  isVisible(): boolean;
  /** The page is about to stop running, for good or frozen. */
  isFrozen(): boolean;
  onChange(listener: () => void): () => void;
  /** Reports that the page is shown, resumes or gets the focus. */
  onReturn(listener: () => void): () => void;
}

/** Use `error` if a developer must look, and `info` for a failed request. Never log a token, password or body. */
export interface Log {
  debug(message: string, facts?: Readonly<Record<string, unknown>>): void;
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, cause: unknown): void;
}

export interface Store<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => T;
  /** Calls the listeners in the order in which they subscribed, even if the value is the same. */
  readonly set: (value: T) => void;
  readonly isWatched: () => boolean;
}

/** For `useSyncExternalStore`. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  let current = value;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => current,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    isWatched: () => listeners.size > 0,
  };
}
