import type { Dexie } from 'dexie';
import type { Clock, Log } from '../domain/ports.ts';
import { tellAnythingMayHaveChanged } from './changes-seen.ts';

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

/** What Dexie says of a database that was closed, or a transaction that was taken back, under whoever used it. */
const CUT_OFF: readonly unknown[] = ['DatabaseClosedError', 'AbortError', 'PageAsleepError'];

/** Whether something failed because its database was closed: the page was left, or another tab closed it. */
export function wasCutOff(error: unknown): boolean {
  return CUT_OFF.includes((error as { name?: unknown } | null)?.name);
}

/** The page is being left, or lies in the browser's page cache: it may open nothing until it comes back. */
class PageAsleepError extends Error {
  override readonly name = 'PageAsleepError';
  constructor() {
    super('The page is being left.');
  }
}

interface Wait {
  ticks: number;
  /** What it waits for: the name of a database, or of a database and a table. */
  readonly scope: readonly string[];
  /** Absent for an opening, which browsers let nobody take back. */
  readonly transaction?: IDBTransaction;
}

/**
 * Everything that this page has open in IndexedDB.
 *
 * A page that is left may lie in the browser's page cache. WebKit keeps a transaction of such a page alive, and every
 * other page then waits for its tables for ever. So when a page goes to sleep its transactions are aborted and its
 * connections closed; what they were about is settled as after a crash.
 *
 * Everything is also watched: what has not ended after some seconds is said to a person, and later taken back.
 */
export class PageDatabases {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #doors = new Set<Dexie>();
  readonly #connections = new Set<IDBDatabase>();
  readonly #waits = new Set<Wait>();
  readonly #listeners = new Set<() => void>();
  /** What was silent and has not answered since. */
  readonly #silent = new Set<string>();
  #asleep = false;
  /** How often the page went to sleep. */
  #sleeps = 0;
  #idleTicks = 0;
  #health: StorageHealth = 'answers';
  #cancelTick: (() => void) | null = null;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** IndexedDB for this page's Dexie objects. */
  readonly factory = {
    open: (name: string, version?: number): IDBOpenDBRequest => this.#openRequest(name, version),
    deleteDatabase: (name: string): IDBOpenDBRequest => indexedDB.deleteDatabase(name),
    // Without it Dexie keeps a list of its own, in a database more.
    databases: (): Promise<IDBDatabaseInfo[]> => indexedDB.databases(),
  };

  /** How often this page has gone to sleep: what failed across a change of it may be tried once more. */
  get sleeps(): number {
    return this.#sleeps;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): StorageHealth => this.#health;

  /** Opens `door` anew whenever the page comes back or its connection was lost. The answer ends that. */
  keepOpen(door: Dexie): () => void {
    this.#doors.add(door);
    return () => this.#doors.delete(door);
  }

  /** Aborts what runs and closes what is open. Synchronous: a page that is left may run no further. */
  sleep(): void {
    if (this.#asleep) return;
    this.#asleep = true;
    this.#sleeps += 1;
    for (const { transaction } of this.#waits) abort(transaction);
    for (const door of this.#doors) door.close({ disableAutoOpen: true });
    for (const connection of this.#connections) connection.close();
    this.#waits.clear();
    this.#connections.clear();
    this.#cancelTick?.();
    this.#cancelTick = null;
  }

  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    this.#reopen();
  }

  #reopen(): void {
    for (const door of this.#doors) {
      door
        .open()
        .catch((error: unknown) => this.#log.info('a database did not open', { error: String(error) }));
    }
    tellAnythingMayHaveChanged();
  }

  #openRequest(name: string, version: number | undefined): IDBOpenDBRequest {
    if (this.#asleep) throw new PageAsleepError();
    const begun = this.#sleeps;
    const request = version === undefined ? indexedDB.open(name) : indexedDB.open(name, version);
    const wait: Wait = { ticks: 0, scope: [name] };
    this.#begin(wait);
    // Before Dexie's own handlers, so that what was begun before the page slept reaches nobody.
    request.addEventListener('upgradeneeded', (event) => {
      if (begun === this.#sleeps) return this.#adopt(request.result, request.transaction);
      event.stopImmediatePropagation();
      abort(request.transaction);
    });
    request.addEventListener('success', (event) => {
      this.#end(wait, true);
      if (begun === this.#sleeps) return this.#adopt(request.result, null);
      event.stopImmediatePropagation();
      request.result.close();
    });
    request.addEventListener('error', () => this.#end(wait, false));
    return request;
  }

  #adopt(connection: IDBDatabase, upgrade: IDBTransaction | null): void {
    if (upgrade) this.#watch(upgrade);
    if (this.#connections.has(connection)) return;
    this.#connections.add(connection);
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...args) => {
      const transaction = begin(...args);
      this.#watch(transaction);
      return transaction;
    };
    const close = connection.close.bind(connection);
    connection.close = () => {
      this.#connections.delete(connection);
      close();
    };
    connection.addEventListener('close', () => {
      this.#connections.delete(connection);
      this.#log.info('the browser has closed a database');
      // Dexie hears of it after this.
      this.#clock.setTimer(() => this.#asleep || this.#reopen(), 0);
    });
  }

  #watch(transaction: IDBTransaction): void {
    const { db, mode, objectStoreNames } = transaction;
    const scope = Array.from(objectStoreNames, (table) => `${db.name}/${table}/${mode}`);
    const wait: Wait = { ticks: 0, scope, transaction };
    this.#begin(wait);
    transaction.addEventListener('complete', () => this.#end(wait, true));
    transaction.addEventListener('abort', () => this.#end(wait, false));
  }

  #begin(wait: Wait): void {
    this.#waits.add(wait);
    this.#cancelTick ??= this.#clock.setTimer(() => this.#tick(), TICK_MS);
  }

  #end(wait: Wait, answered: boolean): void {
    this.#waits.delete(wait);
    if (this.#health === 'answers' || !answered) return;
    for (const one of wait.scope) this.#silent.delete(one);
    this.#assess();
  }

  #tick(): void {
    this.#cancelTick = null;
    this.#idleTicks = this.#waits.size > 0 ? 0 : this.#idleTicks + 1;
    if (this.#idleTicks >= FORGET_AFTER) this.#silent.clear();
    for (const wait of this.#waits) {
      wait.ticks += 1;
      if (wait.ticks >= SILENT_AFTER) for (const one of wait.scope) this.#silent.add(one);
      this.#takeBack(wait);
    }
    this.#assess();
    if (this.#waits.size > 0 || this.#silent.size > 0) {
      this.#cancelTick = this.#clock.setTimer(() => this.#tick(), TICK_MS);
    }
  }

  /** An upgrade is let be: it may have much to do, and would only begin again. */
  #takeBack({ ticks, transaction }: Wait): void {
    if (!transaction || transaction.mode === 'versionchange') return;
    if (ticks === ABORT_AFTER) {
      this.#log.error(
        'a transaction did not end',
        new Error(`${transaction.mode} ${Array.from(transaction.objectStoreNames).join()}`),
      );
      abort(transaction);
    } else if (ticks === CLOSE_AFTER) {
      // Dexie opens another with the next transaction.
      transaction.db.close();
    }
  }

  #assess(): void {
    const health = this.#silent.size > 0 ? 'silent' : 'answers';
    if (health === this.#health) return;
    this.#health = health;
    for (const listener of this.#listeners) listener();
  }
}

function abort(transaction: IDBTransaction | null | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // It is over, or being committed: there is nothing to take back.
  }
}
