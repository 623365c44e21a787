import { liveQuery } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { Databases } from '../db/app-database.ts';
import { wasCutOff } from '../db/storage-watch.ts';
import type { AppDatabase } from '../db/tables.ts';
import { useRecordServices } from './record-services.ts';

interface Observer<T> {
  readonly next: (value: T) => void;
  readonly error: (error: unknown) => void;
}

/** Reads now and after each write of any tab to what was read. Returns a stop function. */
export function observe<T>(
  db: Databases,
  read: (relaxed: AppDatabase, db: Databases) => Promise<T>,
  { next, error }: Observer<T>,
): () => void {
  const begin = () => liveQuery(async () => read(db.relaxed, db)).subscribe({ next, error });
  let reading = begin();
  const stop = db.changes.onStaleQueries(() => {
    reading.unsubscribe();
    reading = begin();
  });
  return () => {
    stop();
    reading.unsubscribe();
  };
}

/** One shared reading for all components that show it. */
class LiveRead<T> {
  readonly #observe: (observer: Observer<T>) => () => void;
  readonly #listeners = new Set<() => void>();
  #value: T | undefined;
  #failure: { readonly error: unknown } | null = null;
  /** Null without listeners. */
  #stop: (() => void) | null = null;

  constructor(db: Databases, read: (relaxed: AppDatabase, db: Databases) => Promise<T>) {
    this.#observe = (observer) => observe(db, read, observer);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#observe({
      next: (value) => this.#take(value),
      error: (error) => this.#fail(error),
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
      this.#value = undefined;
      this.#failure = null;
    };
  };

  /** Undefined until loaded. */
  getSnapshot = (): T | undefined => {
    if (this.#failure) throw this.#failure.error;
    return this.#value;
  };

  #take(value: T): void {
    // Most writes change nothing here, and need no render.
    if (!this.#failure && JSON.stringify(value) === JSON.stringify(this.#value)) return;
    this.#failure = null;
    this.#value = value;
    this.#tell();
  }

  #fail(error: unknown): void {
    // The page is closing, or reads again when it resumes.
    if (wasCutOff(error)) return;
    this.#failure = { error };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Returns a hook for a small reading that components share; undefined until loaded. */
export function liveRead<T>(
  read: (relaxed: AppDatabase, db: Databases) => Promise<T>,
): (db: Databases) => T | undefined {
  const reads = new WeakMap<Databases, LiveRead<T>>();
  return function useSharedRead(db) {
    const live = reads.get(db) ?? new LiveRead(db, read);
    reads.set(db, live);
    return useSyncExternalStore(live.subscribe, live.getSnapshot);
  };
}

/**
 * Reads the database live; undefined until loaded.
 * @param deps values that the reading depends on
 */
export function useLiveRead<T>(
  read: (db: AppDatabase) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  const { db } = useRecordServices();
  const stale = useSyncExternalStore(db.changes.onStaleQueries, db.changes.staleCount);
  return useLiveQuery(async () => read(db.relaxed), [db, stale, ...deps]);
}
