import type { Clock, Log } from '../domain/ports.ts';

/** Whether the browser's database answers: 'silent' once something has waited for it for five seconds. */
export type StorageHealth = 'answers' | 'silent';

const TICK_MS = 1000;
/** Ticks, not times: a device that slept has not waited. */
const SILENT_AFTER = 5;
/** The engine does its work again; a person's save gives up sooner by itself. */
const ABORT_AFTER = 15;
const CLOSE_AFTER = 20;
/** With nothing waiting for so long, nothing is known to be wrong. */
const FORGET_AFTER = 5;

/** An opening or a transaction that has not ended. */
export type Wait = IDBOpenDBRequest | IDBTransaction;

/**
 * Watches how long everything waits that a page has asked of IndexedDB. What has not ended after five seconds makes the
 * storage silent, until the same is answered. A transaction is aborted after fifteen, and its connection closed after
 * twenty where even that does not end it.
 */
export class StorageWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  /** With the ticks that each has waited. */
  readonly #waits = new Map<Wait, number>();
  /** What was silent and has not answered since. */
  readonly #silent = new Set<string>();
  /** Databases that did not open again. */
  readonly #lost = new Set<object>();
  readonly #listeners = new Set<() => void>();
  #idleTicks = 0;
  #health: StorageHealth = 'answers';
  #cancelTick: (() => void) | null = null;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): StorageHealth => this.#health;

  begin(wait: Wait): void {
    this.#waits.set(wait, 0);
    this.#cancelTick ??= this.#clock.setTimer(() => this.#tick(), TICK_MS);
  }

  /** @param answered false where it failed or was aborted, which says nothing of the storage */
  end(wait: Wait, answered: boolean): void {
    this.#waits.delete(wait);
    if (this.#health === 'answers' || !answered) return;
    for (const one of scopeOf(wait)) this.#silent.delete(one);
    this.#assess();
  }

  /** Notes whether a database that should be open could not be opened. Returns whether that is news. */
  setLost(database: object, lost: boolean): boolean {
    const isNews = this.#lost.has(database) !== lost;
    if (lost) this.#lost.add(database);
    else this.#lost.delete(database);
    this.#assess();
    return isNews;
  }

  /** Aborts every transaction and forgets all that waits. */
  abortAll(): void {
    for (const wait of this.#waits.keys()) abort(wait);
    this.#cancelTick?.();
    this.#cancelTick = null;
    for (const set of [this.#waits, this.#silent, this.#lost]) set.clear();
    this.#assess();
  }

  #tick(): void {
    this.#cancelTick = null;
    this.#idleTicks = this.#waits.size > 0 ? 0 : this.#idleTicks + 1;
    if (this.#idleTicks >= FORGET_AFTER) this.#silent.clear();
    for (const [wait, before] of this.#waits) {
      const ticks = before + 1;
      this.#waits.set(wait, ticks);
      if (ticks >= SILENT_AFTER) for (const one of scopeOf(wait)) this.#silent.add(one);
      this.#takeBack(wait, ticks);
    }
    this.#assess();
    if (this.#waits.size > 0 || this.#silent.size > 0) {
      this.#cancelTick = this.#clock.setTimer(() => this.#tick(), TICK_MS);
    }
  }

  /** An upgrade is let be: it may have much to do, and would only begin again. */
  #takeBack(wait: Wait, ticks: number): void {
    if (!isTransaction(wait) || wait.mode === 'versionchange') return;
    if (ticks === ABORT_AFTER) {
      this.#log.error('a transaction did not end', new Error(scopeOf(wait).join()));
      abort(wait);
    } else if (ticks === CLOSE_AFTER) {
      // Dexie opens another with the next transaction.
      wait.db.close();
    }
  }

  #assess(): void {
    const health = this.#silent.size + this.#lost.size > 0 ? 'silent' : 'answers';
    if (health === this.#health) return;
    this.#health = health;
    for (const listener of this.#listeners) listener();
  }
}

/** Aborts a transaction that has not ended; nothing else can be taken back. */
export function abort(wait: Wait | null): void {
  if (!wait || !isTransaction(wait)) return;
  try {
    wait.abort();
  } catch {
    // It is over, or being committed.
  }
}

/** What it waits for: each of its tables for itself, so that an answer of one tells nothing of another. */
function scopeOf(wait: Wait): string[] {
  if (!isTransaction(wait)) return ['opening'];
  const { db, mode, objectStoreNames } = wait;
  return Array.from(objectStoreNames, (table) => `${db.name}/${table}/${mode}`);
}

function isTransaction(wait: Wait): wait is IDBTransaction {
  return 'objectStoreNames' in wait;
}
