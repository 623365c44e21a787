import Dexie, {
  type DBCore,
  type DBCoreCursor,
  type DBCoreTable,
  type DBCoreTransaction,
  type Middleware,
} from 'dexie';
import type { Clock, Log, OpenChannel } from '../domain/ports.ts';
import { abort, StorageWatch } from './storage-watch.ts';

/** Time in ms between two tries to open what did not open again. */
const RETRY_MS = 1000;

/** The page is being left or is frozen: it may open nothing until it goes on. */
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

/** Knows what a page shows of a database. */
interface Teller {
  /** The page is being left or frozen. */
  sleep(): void;
  /** It goes on, or a reading of it was cut off. */
  mayHaveMissed(): void;
}

/**
 * Everything that this page has open in IndexedDB.
 *
 * The browser may keep a page that is left in its page cache. WebKit keeps that page's transactions alive, and every other
 * page then waits for its tables without end. So when a page is left or frozen, its transactions are aborted and its
 * connections closed. Their work is settled as after a crash. A page that was left reloads; a frozen one may go on.
 */
export class PageDatabases {
  readonly clock: Clock;
  readonly log: Log;
  readonly openChannel: OpenChannel;
  readonly #tellers = new Set<Teller>();
  /** With what is called when its database is there no longer as it was; null until it has been opened. */
  readonly #connections = new Map<Dexie, (() => void) | null>();
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

  /** Watches each transaction that Dexie begins but those of upgrades, which come with their opening. */
  readonly #watched: Middleware<DBCore> = {
    stack: 'dbcore',
    name: 'watched',
    create: (core) => ({
      ...core,
      transaction: (...args) => {
        const transaction = core.transaction(...args);
        this.watch.follow(transaction as unknown as IDBTransaction);
        return transaction;
      },
    }),
  };

  /** How often this page has gone to sleep: what failed across a change of it may be tried once more. */
  get sleeps(): number {
    return this.#sleeps;
  }

  /** Closes `connection` when the page goes to sleep, also while it is being opened. The answer ends that. */
  serve(connection: Dexie): () => void {
    connection.use(failAborted);
    connection.use(this.#watched);
    this.#connections.set(connection, null);
    return () => {
      this.#connections.delete(connection);
      this.watch.setLost(connection, false);
    };
  }

  /**
   * From now on opens a served `connection` again whenever the page goes on or it was lost.
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
    this.watch.abortAll();
    for (const connection of this.#connections.keys()) connection.close({ disableAutoOpen: true });
    for (const teller of this.#tellers) teller.sleep();
  }

  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    void this.#reopen();
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
      const { transaction } = request;
      const isGone = event.oldVersion < 1 && gone.length > 0;
      if (begun === this.#sleeps && !isGone) {
        if (transaction) this.watch.follow(transaction);
        return;
      }
      event.stopImmediatePropagation();
      abort(transaction);
      if (isGone) tellGone();
    });
    request.addEventListener('success', (event) => {
      this.watch.end(request, true);
      if (begun === this.#sleeps) {
        request.result.addEventListener('close', () => this.#lost());
        return;
      }
      event.stopImmediatePropagation();
      request.result.close();
    });
    request.addEventListener('error', () => this.watch.end(request, false));
    return request;
  }

  /** The browser has closed a connection by itself. */
  #lost(): void {
    this.log.info('the browser has closed a database');
    // Dexie's own listener comes after this one.
    this.clock.setTimer(() => {
      if (!this.#asleep) void this.#reopen();
    }, 0);
  }
}

type Fail = (error: Error) => void;

/** What a request waits for in each transaction. */
const waiting = new WeakMap<object, Fail[]>();

/**
 * Has Dexie fail what still waits in a transaction that was aborted. Dexie relies on each request to say so: WebKit delivers an
 * answer that was under way when the page was left after the abort, and a cursor that goes on from there throws where nobody
 * hears it.
 */
const failAborted: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'fail-aborted',
  create: (core) => ({
    ...core,
    table: (name) => {
      const table = core.table(name);
      const failing: Pick<DBCoreTable, 'get' | 'getMany' | 'query' | 'count' | 'openCursor' | 'mutate'> = {
        get: (request) => orAborted(request.trans, table.get(request)),
        getMany: (request) => orAborted(request.trans, table.getMany(request)),
        query: (request) => orAborted(request.trans, table.query(request)),
        count: (request) => orAborted(request.trans, table.count(request)),
        openCursor: ({ trans, ...request }) =>
          orAborted(trans, table.openCursor({ trans, ...request })).then((cursor) =>
            withFailingStart(cursor, trans),
          ),
        mutate: (request) => orAborted(request.trans, table.mutate(request)),
      };
      return { ...table, ...failing };
    },
  }),
};

/** Going through a cursor is one more wait. */
function withFailingStart(cursor: DBCoreCursor | null, trans: DBCoreTransaction): DBCoreCursor | null {
  if (!cursor) return null;
  const start = cursor.start.bind(cursor);
  cursor.start = (onNext) => orAborted(trans, start(onNext));
  return cursor;
}

function orAborted<T>(trans: DBCoreTransaction, answer: Promise<T>): Promise<T> {
  return new Dexie.Promise<T>((resolve, reject) => {
    failsOf(trans as IDBTransaction).push(reject);
    answer.then(resolve, reject);
  }) as unknown as Promise<T>;
}

function failsOf(transaction: IDBTransaction): Fail[] {
  const known = waiting.get(transaction);
  if (known) return known;
  const fails: Fail[] = [];
  waiting.set(transaction, fails);
  transaction.addEventListener('abort', () => {
    for (const fail of fails) fail(new Dexie.AbortError('The transaction was aborted.'));
  });
  return fails;
}
