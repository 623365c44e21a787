import { useSyncExternalStore } from 'react';
import type { AppDatabase } from '../db/app-database.ts';
import { onWritten, type WatchedKeys } from '../db/changes-seen.ts';
import { wasCutOff } from '../db/page-databases.ts';

/**
 * A small answer of the database, read again whenever any tab has written what it is made of. All who show it share one
 * reading. Dexie's live queries are one each, and each takes a copy of the keys of every write to any table: while a
 * list is downloaded that is more work than the reading.
 */
class LiveRead<T> {
  readonly #watch: (listener: () => void) => () => void;
  readonly #read: () => Promise<T>;
  readonly #listeners = new Set<() => void>();
  #value: T | undefined;
  #failure: { readonly error: unknown } | null = null;
  /** Null while nobody listens. */
  #stop: (() => void) | null = null;
  #isStale = false;
  #isReading = false;

  constructor(db: AppDatabase, keys: readonly WatchedKeys[], read: (db: AppDatabase) => Promise<T>) {
    this.#watch = (listener) => onWritten(db, keys, listener);
    this.#read = () => read(db);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#stop) {
      this.#stop = this.#watch(() => this.#written());
      this.#written();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
      this.#value = undefined;
      this.#failure = null;
    };
  };

  /** Undefined until the database has answered. */
  getSnapshot = (): T | undefined => {
    if (this.#failure) throw this.#failure.error;
    return this.#value;
  };

  #written(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#readAgain();
  }

  async #readAgain(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale && this.#isWanted()) {
      this.#isStale = false;
      try {
        const value = await this.#read();
        if (this.#isWanted()) this.#take(value);
      } catch (error) {
        // Whoever asked has gone as well, or reads again when the page comes back.
        if (!wasCutOff(error)) this.#failure = { error };
      }
      for (const listener of this.#listeners) listener();
    }
    this.#isReading = false;
  }

  #isWanted(): boolean {
    return this.#stop !== null;
  }

  #take(value: T): void {
    this.#failure = null;
    // Most writes change nothing in it, and nothing is drawn again for them.
    if (JSON.stringify(value) !== JSON.stringify(this.#value)) this.#value = value;
  }
}

/**
 * Makes a hook that answers what `read` does, live; undefined until the database has answered.
 * @param keys everything that `read` reads
 */
export function liveRead<T>(
  keys: readonly WatchedKeys[],
  read: (db: AppDatabase) => Promise<T>,
): (db: AppDatabase) => T | undefined {
  const reads = new WeakMap<AppDatabase, LiveRead<T>>();
  return function useLiveRead(db) {
    const live = reads.get(db) ?? new LiveRead(db, keys, read);
    reads.set(db, live);
    return useSyncExternalStore(live.subscribe, live.getSnapshot);
  };
}
