import type { Dexie } from 'dexie';
import type { Clock, Log, OpenChannel } from '../domain/ports.ts';
import { failAborted } from './fail-aborted.ts';
import { abort, StorageWatch } from './storage-watch.ts';

/** Time in ms between two tries to open what did not open again. */
const RETRY_MS = 1000;
/** Time in ms that a browser has to end, in a page that has come back, what was aborted when the page was left. */
const ENDING_MS = 1000;

/** The page is being left, or lies in the browser's page cache: it may open nothing until it comes back. */
class PageAsleepError extends Error {
  override readonly name = 'PageAsleepError';
  constructor() {
    super('The page is being left.');
  }
}

/** Another tab runs a newer build of the app. */
class UpgradedElsewhereError extends Error {
  override readonly name = 'UpgradedElsewhereError';
}

/** Tells what a page shows of a database that it was written. */
interface Teller {
  /** The page is being left. */
  sleep(): void;
  /** It has come back, or a reading of it was cut off. */
  mayHaveMissed(): void;
}

/**
 * Everything that this page has open in IndexedDB.
 *
 * A page that is left may lie in the browser's page cache. WebKit keeps a transaction of such a page alive, and every
 * other page then waits for its tables for ever. So when a page goes to sleep its transactions are aborted and its
 * connections closed; what they were about is settled as after a crash.
 */
export class PageDatabases {
  readonly clock: Clock;
  readonly log: Log;
  readonly openChannel: OpenChannel;
  readonly #tellers = new Set<Teller>();
  /** With what is called when its database is there no longer as it was; null until it has been opened. */
  readonly #connections = new Map<Dexie, (() => void) | null>();
  readonly #opened = new Set<IDBDatabase>();
  /** What was aborted when the page was left and has not ended. */
  readonly #unended = new Set<IDBTransaction>();
  readonly #staleListeners = new Set<() => void>();
  #asleep = false;
  /** How often the page went to sleep. */
  #sleeps = 0;
  /** How long all of it waits. */
  readonly watch: StorageWatch;

  constructor(clock: Clock, log: Log, openChannel: OpenChannel) {
    this.clock = clock;
    this.log = log;
    this.openChannel = openChannel;
    // Readers take an abort for the end of their database and wait to be told.
    this.watch = new StorageWatch({
      clock,
      log,
      onAborted: () => this.clock.setTimer(() => this.#tellMissed(), RETRY_MS),
    });
  }

  /** IndexedDB for this page's Dexie objects. */
  readonly factory = {
    open: (name: string, version?: number): IDBOpenDBRequest => this.#openRequest(name, version),
    deleteDatabase: (name: string): IDBOpenDBRequest => indexedDB.deleteDatabase(name),
    // Without it Dexie keeps a list of its own, in a database more.
    databases: (): Promise<IDBDatabaseInfo[]> => indexedDB.databases(),
  };

  /**
   * Calls `listener` where the page has come back, and parts of it wait for what never comes: WebKit says nothing of a
   * transaction that was aborted before its turn when the page was left. Such a page is to be loaded again.
   */
  onStale(listener: () => void): void {
    this.#staleListeners.add(listener);
  }

  /** How often this page has gone to sleep: what failed across a change of it may be tried once more. */
  get sleeps(): number {
    return this.#sleeps;
  }

  /** Closes `connection` when the page goes to sleep, also while it is being opened. The answer ends that. */
  serve(connection: Dexie): () => void {
    connection.use(failAborted);
    this.#connections.set(connection, null);
    return () => {
      this.#connections.delete(connection);
      this.watch.setLost(connection, false);
    };
  }

  /**
   * From now on opens a served `connection` again whenever the page comes back or it was lost.
   * @param gone is called where another tab has deleted or upgraded its database meanwhile: it stays closed then
   */
  keepOpen(connection: Dexie, gone: () => void): void {
    this.#connections.set(connection, gone);
  }

  /** Tells `teller` when the page goes to sleep, and when it may have missed something. The answer ends that. */
  follow(teller: Teller): () => void {
    this.#tellers.add(teller);
    return () => this.#tellers.delete(teller);
  }

  /** Aborts what runs and closes what is open. Synchronous: a page that is left may run no further. */
  sleep(): void {
    if (this.#asleep) return;
    this.#asleep = true;
    this.#sleeps += 1;
    for (const transaction of this.watch.abortAll()) this.#unended.add(transaction);
    for (const connection of this.#connections.keys()) connection.close({ disableAutoOpen: true });
    for (const teller of this.#tellers) teller.sleep();
    for (const database of this.#opened) database.close();
    this.#opened.clear();
  }

  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    void this.#reopen();
    const { sleeps } = this;
    this.clock.setTimer(() => {
      if (sleeps !== this.#sleeps || this.#unended.size === 0) return;
      for (const tell of this.#staleListeners) tell();
    }, ENDING_MS);
  }

  async #reopen(): Promise<void> {
    const kept = [...this.#connections].filter(([, gone]) => gone !== null);
    await Promise.all(kept.map(([connection]) => this.#reopenConnection(connection)));
    if (!this.#asleep) this.#tellMissed();
  }

  #tellMissed(): void {
    for (const teller of this.#tellers) teller.mayHaveMissed();
  }

  async #reopenConnection(connection: Dexie): Promise<void> {
    try {
      await connection.open();
      this.watch.setLost(connection, false);
    } catch (error) {
      if (this.#asleep || !this.#connections.has(connection)) return;
      this.log.error('a database did not open again', error);
      this.watch.setLost(connection, true);
      this.clock.setTimer(() => {
        if (!this.#asleep && this.#connections.has(connection)) void this.#reopen();
      }, RETRY_MS);
    }
  }

  #openRequest(name: string, version: number | undefined): IDBOpenDBRequest {
    if (this.#asleep) throw new PageAsleepError();
    const begun = this.#sleeps;
    const gone = [...this.#connections].flatMap(([connection, tell]) =>
      connection.name === name && tell ? [tell] : [],
    );
    const tellGone = (): void => {
      for (const tell of gone) tell();
    };
    // Dexie asks for any version where another tab has upgraded the database: this build does not know its tables.
    if (version === undefined && gone.length > 0) {
      tellGone();
      throw new UpgradedElsewhereError();
    }
    const request = version === undefined ? indexedDB.open(name) : indexedDB.open(name, version);
    this.watch.begin(request, name);
    // Before Dexie's own handlers, so that what was begun before the page slept reaches nobody.
    request.addEventListener('upgradeneeded', (event) => {
      const isGone = event.oldVersion < 1 && gone.length > 0;
      if (begun === this.#sleeps && !isGone) return this.#adopt(request.result, request.transaction);
      event.stopImmediatePropagation();
      abort(request.transaction);
      if (isGone) tellGone();
    });
    request.addEventListener('success', (event) => {
      this.watch.end(request, true);
      if (begun === this.#sleeps) return this.#adopt(request.result, null);
      event.stopImmediatePropagation();
      request.result.close();
    });
    request.addEventListener('error', () => this.watch.end(request, false));
    return request;
  }

  #adopt(database: IDBDatabase, upgrade: IDBTransaction | null): void {
    if (upgrade) {
      this.#watch(upgrade);
      upgrade.addEventListener('abort', () => this.#opened.delete(database));
    }
    if (this.#opened.has(database)) return;
    this.#opened.add(database);
    const begin = database.transaction.bind(database);
    database.transaction = (...args) => {
      const transaction = begin(...args);
      this.#watch(transaction);
      return transaction;
    };
    const close = database.close.bind(database);
    database.close = () => {
      this.#opened.delete(database);
      close();
    };
    database.addEventListener('close', () => {
      this.#opened.delete(database);
      this.log.info('the browser has closed a database');
      // Dexie's own listener comes after this one.
      this.clock.setTimer(() => {
        if (!this.#asleep) void this.#reopen();
      }, 0);
    });
  }

  #watch(transaction: IDBTransaction): void {
    this.watch.begin(transaction, transaction.db.name);
    const end = (answered: boolean): void => {
      this.#unended.delete(transaction);
      this.watch.end(transaction, answered);
    };
    transaction.addEventListener('complete', () => end(true));
    transaction.addEventListener('abort', () => end(false));
  }
}
