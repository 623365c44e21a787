import { type Clock, createStore, delay, type Log } from '../domain/ports.ts';

type StorageHealth = 'answers' | 'silent';

const TICK_MS = 1000;
/** In ticks, not in ms, because sleep must not count. */
const SILENT_AFTER = 5;
/** In ticks. The engine repeats aborted work. A user's save gives up earlier. */
const ABORT_AFTER = 15;
const CLOSE_AFTER = 20;
/** Ticks without a long wait until the storage counts as fine. */
const FORGET_AFTER = 8;

type Wait = IDBOpenDBRequest | IDBTransaction;

interface Options {
  readonly clock: Clock;
  readonly log: Log;
  /** Called after an abort, because nothing else repeats an aborted read. */
  readonly onAborted: () => void;
}

/**
 * If work has not ended after 5 s, the storage counts as silent until the same table answers. A transaction is aborted
 * after 15 s, and its connection is closed after 20 s.
 */
export class StorageWatch {
  readonly #options: Options;
  readonly #waits = new Map<Wait, { ticks: number; readonly database: string }>();
  readonly #silent = new Set<string>();
  readonly #lost = new Set<object>();
  #quietTicks = 0;
  #abortedWrites = 0;
  readonly #health = createStore<StorageHealth>('answers');
  #isTicking = false;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = this.#health.subscribe;
  readonly getSnapshot = this.#health.getSnapshot;

  begin(wait: Wait, database: string): void {
    this.#waits.set(wait, { ticks: 0, database });
    if (!this.#isTicking) void this.#keepTicking();
  }

  follow(transaction: IDBTransaction): void {
    this.begin(transaction, transaction.db.name);
    transaction.addEventListener('complete', () => this.end(transaction, true));
    transaction.addEventListener('abort', () => this.end(transaction, false));
  }

  /** @param answered false for a failure or an abort, which proves nothing */
  end(wait: Wait, answered: boolean): void {
    const waited = this.#waits.get(wait);
    this.#waits.delete(wait);
    // Not called at the abort: browsers end an aborted transaction only when its turn would have come.
    if (waited && waited.ticks >= ABORT_AFTER && !answered) this.#options.onAborted();
    if (this.getSnapshot() === 'answers' || !answered || !waited) return;
    for (const one of scopeOf(wait, waited.database)) this.#silent.delete(one);
    this.#assess();
  }

  setLost(database: object, lost: boolean): void {
    if (lost) this.#lost.add(database);
    else this.#lost.delete(database);
    this.#assess();
  }

  /** For when the browser is about to run events without promises. */
  abortWrites(): void {
    for (const wait of this.#waits.keys())
      if (isTransaction(wait) && wait.mode === 'readwrite' && abort(wait)) this.#abortedWrites += 1;
  }

  /** Begins once more if `abortWrites` ended the first try. Nothing of that is stored. */
  async repeating<T>(begin: () => PromiseLike<T>): Promise<T> {
    const before = this.#abortedWrites;
    try {
      return await begin();
    } catch (error) {
      // Whatever the error: work that goes on in an aborted transaction fails in several ways.
      if (this.#abortedWrites === before) throw error;
      return begin();
    }
  }

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
      this.#endIfStuck(wait, waited.ticks);
    }
    if (this.#quietTicks >= FORGET_AFTER) this.#silent.clear();
    this.#assess();
  }

  /** Never aborts an upgrade, which may take long and would only start over. */
  #endIfStuck(wait: Wait, ticks: number): void {
    if (!isTransaction(wait) || wait.mode === 'versionchange') return;
    if (ticks === ABORT_AFTER) {
      this.#options.log.error('a transaction did not end', new Error(scopeOf(wait, wait.db.name).join()));
      abort(wait);
    } else if (ticks === CLOSE_AFTER) {
      wait.db.close();
    }
  }

  #assess(): void {
    const health = this.#silent.size + this.#lost.size > 0 ? 'silent' : 'answers';
    if (health !== this.getSnapshot()) this.#health.set(health);
  }
}

/** Returns true if nothing in the transaction will ever be stored, even if the browser reports the abort late. */
export function abort(wait: Wait | null): boolean {
  if (!wait || !isTransaction(wait)) return false;
  try {
    wait.abort();
    return true;
  } catch {
    return false;
  }
}

/** An answer from one table says nothing about another. */
function scopeOf(wait: Wait, database: string): string[] {
  if (!isTransaction(wait)) return [database];
  const { mode, objectStoreNames } = wait;
  return Array.from(objectStoreNames, (table) => `${database}/${table}/${mode}`);
}

function isTransaction(wait: Wait): wait is IDBTransaction {
  return 'objectStoreNames' in wait;
}

const CUT_OFF: readonly unknown[] = [
  'DatabaseClosedError',
  'OpenFailedError',
  'AbortError',
  'PageAsleepError',
];

/** Dexie names the quota in the error, or in the cause of the aborted transaction. */
export function isQuotaError(error: unknown): boolean {
  const { name, inner } = namesOf(error);
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}

/** Returns false if the device is full. */
export function wasCutOff(error: unknown): boolean {
  return CUT_OFF.includes(namesOf(error).name) && !isQuotaError(error);
}

function namesOf(error: unknown): { name?: unknown; inner?: { name?: unknown } | null } {
  return typeof error === 'object' && error !== null ? error : {};
}
