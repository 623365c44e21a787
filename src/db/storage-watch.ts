import { type Clock, delay, type Log } from '../domain/ports.ts';

/** Whether the browser's database answers: 'silent' once something has waited for it for five seconds. */
type StorageHealth = 'answers' | 'silent';

const TICK_MS = 1000;
/** Ticks, not times: a device that slept has not waited. */
const SILENT_AFTER = 5;
/** The engine does its work again; a person's save gives up sooner by itself. */
const ABORT_AFTER = 15;
const CLOSE_AFTER = 20;
/** With nothing waiting for long during so many ticks, nothing is known to be wrong. */
const FORGET_AFTER = 8;

/** An opening or a transaction that has not ended. */
type Wait = IDBOpenDBRequest | IDBTransaction;

interface Options {
  readonly clock: Clock;
  readonly log: Log;
  /** What was aborted has ended: of a reading, nobody repeats it by themselves. */
  readonly onAborted: () => void;
}

/**
 * Watches how long everything waits that a page has asked of IndexedDB. What has not ended after five seconds makes the
 * storage silent, until the same is answered. A transaction is aborted after fifteen, and its connection closed after
 * twenty where even that does not end it.
 */
export class StorageWatch {
  readonly #options: Options;
  readonly #waits = new Map<Wait, { ticks: number; readonly database: string }>();
  /** What was silent and has not answered since. */
  readonly #silent = new Set<string>();
  /** Databases that did not open again. */
  readonly #lost = new Set<object>();
  readonly #listeners = new Set<() => void>();
  /** Ticks in a row in which nothing has waited for long. */
  #quietTicks = 0;
  #health: StorageHealth = 'answers';
  #isTicking = false;

  constructor(options: Options) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): StorageHealth => this.#health;

  begin(wait: Wait, database: string): void {
    this.#waits.set(wait, { ticks: 0, database });
    if (!this.#isTicking) void this.#keepTicking();
  }

  /** Watches a transaction until it ends. */
  follow(transaction: IDBTransaction): void {
    this.begin(transaction, transaction.db.name);
    transaction.addEventListener('complete', () => this.end(transaction, true));
    transaction.addEventListener('abort', () => this.end(transaction, false));
  }

  /** @param answered false where it failed or was aborted, which says nothing of the storage */
  end(wait: Wait, answered: boolean): void {
    const waited = this.#waits.get(wait);
    this.#waits.delete(wait);
    // Only now: browsers end an aborted transaction when its turn would have come.
    if (waited && waited.ticks >= ABORT_AFTER && !answered) this.#options.onAborted();
    if (this.#health === 'answers' || !answered || !waited) return;
    for (const one of scopeOf(wait, waited.database)) this.#silent.delete(one);
    this.#assess();
  }

  /** Notes whether a database that should be open could not be opened. */
  setLost(database: object, lost: boolean): void {
    if (lost) this.#lost.add(database);
    else this.#lost.delete(database);
    this.#assess();
  }

  /** Aborts every transaction, also upgrades, and forgets all that waits. */
  abortAll(): void {
    for (const wait of this.#waits.keys()) abort(wait);
    for (const set of [this.#waits, this.#silent, this.#lost]) set.clear();
    this.#assess();
  }

  async #keepTicking(): Promise<void> {
    this.#isTicking = true;
    while (this.#waits.size + this.#silent.size > 0) {
      await delay(this.#options.clock, TICK_MS);
      this.#tick();
    }
    this.#isTicking = false;
  }

  #tick(): void {
    this.#quietTicks += 1;
    for (const [wait, waited] of this.#waits) {
      waited.ticks += 1;
      if (waited.ticks < SILENT_AFTER) continue;
      this.#quietTicks = 0;
      for (const one of scopeOf(wait, waited.database)) this.#silent.add(one);
      this.#takeBack(wait, waited.ticks);
    }
    if (this.#quietTicks >= FORGET_AFTER) this.#silent.clear();
    this.#assess();
  }

  /** An upgrade is let be: it may have much to do, and would only begin again. */
  #takeBack(wait: Wait, ticks: number): void {
    if (!isTransaction(wait) || wait.mode === 'versionchange') return;
    if (ticks === ABORT_AFTER) {
      this.#options.log.error('a transaction did not end', new Error(scopeOf(wait, wait.db.name).join()));
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

/**
 * Aborts a transaction that has not ended; nothing else can be taken back.
 * @returns whether it was: then nothing of it is ever stored, however long the browser takes to say so
 */
export function abort(wait: Wait | null): boolean {
  if (!wait || !isTransaction(wait)) return false;
  try {
    wait.abort();
    return true;
  } catch {
    // It is over, or being committed.
    return false;
  }
}

/** What it waits for: each of its tables for itself, so that an answer of one tells nothing of another. */
function scopeOf(wait: Wait, database: string): string[] {
  if (!isTransaction(wait)) return [database];
  const { mode, objectStoreNames } = wait;
  return Array.from(objectStoreNames, (table) => `${database}/${table}/${mode}`);
}

function isTransaction(wait: Wait): wait is IDBTransaction {
  return 'objectStoreNames' in wait;
}

/** What Dexie says of a database that was closed, or a transaction that was taken back, under whoever used it. */
const CUT_OFF: readonly unknown[] = [
  'DatabaseClosedError',
  'OpenFailedError',
  'AbortError',
  'PageAsleepError',
];

/** Dexie names the quota in the error itself, or in the cause of the transaction that it aborted. */
export function isQuotaError(error: unknown): boolean {
  const { name, inner } = namesOf(error);
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}

/** Whether something failed because its database was closed or did not answer; not because the device is full. */
export function wasCutOff(error: unknown): boolean {
  return CUT_OFF.includes(namesOf(error).name) && !isQuotaError(error);
}

function namesOf(error: unknown): { name?: unknown; inner?: { name?: unknown } | null } {
  return typeof error === 'object' && error !== null ? error : {};
}
