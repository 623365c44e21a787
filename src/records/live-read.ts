import { liveQuery } from 'dexie';
import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { Databases } from '../db/app-database.ts';
import { wasCutOff } from '../db/storage-watch.ts';
import type { AppDatabase } from '../db/tables.ts';
import { createStore } from '../domain/ports.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';

interface Observer<T> {
  readonly next: (value: T) => void;
  readonly error: (error: unknown) => void;
}

/** Reads now, and again whenever any tab writes to the rows that were read. */
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

type Answer<T> = { readonly value: T | undefined } | { readonly error: unknown };

class LiveRead<T> {
  readonly #observe: (observer: Observer<T>) => () => void;
  readonly #store = createStore<Answer<T>>({ value: undefined });
  #stop: (() => void) | null = null;

  constructor(db: Databases, read: (relaxed: AppDatabase, db: Databases) => Promise<T>) {
    this.#observe = (observer) => observe(db, read, observer);
  }

  subscribe = (listener: () => void): (() => void) => {
    const leave = this.#store.subscribe(listener);
    this.#stop ??= this.#observe({
      next: (value) => this.#take(value),
      error: (error) => this.#fail(error),
    });
    return () => {
      leave();
      if (this.#store.isWatched()) return;
      this.#stop?.();
      this.#stop = null;
      this.#store.set({ value: undefined });
    };
  };

  getSnapshot = (): T | undefined => {
    const answer = this.#store.getSnapshot();
    if ('error' in answer) throw answer.error;
    return answer.value;
  };

  #take(value: T): void {
    const before = this.#store.getSnapshot();
    // Most writes do not change this value, so they need no render.
    if ('value' in before && JSON.stringify(value) === JSON.stringify(before.value)) return;
    this.#store.set({ value });
  }

  #fail(error: unknown): void {
    // After a cut-off, the page is closing, or it reads again when it resumes.
    if (!wasCutOff(error)) this.#store.set({ error });
  }
}

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

export function useLiveRead<T>(
  read: (db: AppDatabase) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  const { db } = useRecordServices();
  const stale = useSyncExternalStore(db.changes.onStaleQueries, db.changes.staleCount);
  return useLiveQuery(async () => read(db.relaxed), [db, stale, ...deps]);
}

/** After a read, waits this many times as long as the read took. */
const REST_FACTOR = 4;
/** In ms. Limits the wait, because the clock may be set forward during a read. */
const MOST_REST_MS = 2000;

type Watched = Parameters<Databases['changes']['onWritten']>[0];

/**
 * For a read that takes longer the more is stored. While tabs keep writing, such reads take about a fifth of the time,
 * and each one finishes. Dexie's live query would start over with each write.
 */
export function observeThrottled<T>(
  { db, clock }: Pick<RecordServices, 'db' | 'clock'>,
  { watched, read }: { readonly watched: Watched; readonly read: (db: AppDatabase) => Promise<T> },
  { next, error }: Observer<T>,
): () => void {
  let isOver = false;
  let isBusy = false;
  let isStale = false;
  let last: string | undefined;
  let endRest = (): void => undefined;

  async function look(): Promise<void> {
    isStale = isBusy;
    if (isBusy) return;
    isBusy = true;
    const begun = clock.now();
    try {
      const value = await read(db.relaxed);
      const text = JSON.stringify(value);
      if (!isOver && text !== last) next(value);
      last = text;
    } catch (problem) {
      // After a cut-off, the page is closing, or it reads again when it resumes.
      if (!isOver && !wasCutOff(problem)) error(problem);
    }
    if (isOver) return;
    const rest = Math.min(MOST_REST_MS, REST_FACTOR * Math.max(0, clock.now() - begun));
    endRest = clock.setTimer(() => {
      isBusy = false;
      if (isStale) void look();
    }, rest);
  }

  const stop = db.changes.onWritten(watched, () => void look());
  void look();
  return () => {
    isOver = true;
    stop();
    endRest();
  };
}

/** @param read see `observeThrottled` */
export function useThrottledRead<T>(
  watched: Watched,
  read: (db: AppDatabase) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  const { db, clock } = useRecordServices();
  return useObservable<T>(
    () => ({
      hasValue: () => false,
      subscribe: (next, error = () => undefined) =>
        observeThrottled({ db, clock }, { watched, read }, { next, error }),
    }),
    [db, clock, ...deps],
  );
}
