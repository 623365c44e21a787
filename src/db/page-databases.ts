import Dexie, {
  type DBCore,
  type DBCoreCursor,
  type DBCoreTable,
  type DBCoreTransaction,
  type Middleware,
} from 'dexie';
import type { Clock, Log, OpenChannel } from '../domain/ports.ts';
import { abort, StorageWatch } from './storage-watch.ts';

const RETRY_MS = 1000;

class PageAsleepError extends Error {
  override readonly name = 'PageAsleepError';
  constructor() {
    super('The page is being left.');
  }
}

class UpgradedElsewhereError extends Error {
  override readonly name = 'UpgradedElsewhereError';
}

interface Follower {
  /** The page is being left or frozen. */
  sleep(): void;
  /** The page resumes, or a read was cut off. */
  mayHaveMissed(): void;
}

/**
 * Aborts transactions and closes databases when the page is left or frozen, as a crash would.
 * Otherwise WebKit would keep a page's transactions alive in its page cache, and other pages would wait forever.
 * A page that was left reloads on return; a frozen page may resume.
 */
export class PageDatabases {
  readonly clock: Clock;
  readonly log: Log;
  readonly openChannel: OpenChannel;
  readonly #followers = new Set<Follower>();
  /** Callbacks for a database that is gone; null until it was opened. */
  readonly #connections = new Map<Dexie, (() => void) | null>();
  #asleep = false;
  #sleeps = 0;
  readonly watch: StorageWatch;

  constructor(clock: Clock, log: Log, openChannel: OpenChannel) {
    this.clock = clock;
    this.log = log;
    this.openChannel = openChannel;
    // Readers repeat aborted reads only when a message comes.
    this.watch = new StorageWatch({
      clock,
      log,
      onAborted: () => this.clock.setTimer(() => this.#tellMissed(), RETRY_MS),
    });
  }

  readonly factory = {
    open: (name: string, version?: number): IDBOpenDBRequest => this.#openRequest(name, version),
    deleteDatabase: (name: string): IDBOpenDBRequest => indexedDB.deleteDatabase(name),
    // Without this, Dexie keeps its own list in an extra database.
    databases: (): Promise<IDBDatabaseInfo[]> => indexedDB.databases(),
  };

  /** Watches all transactions except upgrades, which are watched as openings. */
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

  /** Rises with each sleep. Work interrupted by one may be tried once more. */
  get sleeps(): number {
    return this.#sleeps;
  }

  /** Closes `connection` when the page sleeps, even while it is opening. */
  serve(connection: Dexie): () => void {
    connection.use(failAborted);
    connection.use(this.#watched);
    this.#connections.set(connection, null);
    return () => {
      this.#connections.delete(connection);
      this.watch.setLost(connection, false);
    };
  }

  /** @param gone called if another tab deleted or upgraded the database, which then stays closed */
  keepOpen(connection: Dexie, gone: () => void): void {
    this.#connections.set(connection, gone);
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Must be synchronous, because a page that is left may never run again. */
  sleep(): void {
    if (this.#asleep) return;
    this.#asleep = true;
    this.#sleeps += 1;
    this.watch.abortAll();
    for (const connection of this.#connections.keys()) connection.close({ disableAutoOpen: true });
    for (const follower of this.#followers) follower.sleep();
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
    for (const follower of this.#followers) follower.mayHaveMissed();
  }

  async #reopenConnection(connection: Dexie): Promise<void> {
    try {
      await connection.open();
      this.watch.setLost(connection, false);
    } catch (error) {
      if (this.#asleep || !this.#connections.has(connection)) return;
      this.log.error('could not reopen a database', error);
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
    // After another tab's upgrade, Dexie would open any version, but this build does not know the new tables.
    if (version === undefined && gone.length > 0) {
      tellGone();
      throw new UpgradedElsewhereError();
    }
    const request = version === undefined ? indexedDB.open(name) : indexedDB.open(name, version);
    this.watch.begin(request, name);
    // Runs before Dexie's handlers: work begun before the sleep must not continue.
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

  #lost(): void {
    this.log.info('the browser has closed a database');
    // Runs after Dexie's own listener.
    this.clock.setTimer(() => {
      if (!this.#asleep) void this.#reopen();
    }, 0);
  }
}

type Fail = (error: Error) => void;

const waiting = new WeakMap<object, Fail[]>();

/**
 * Rejects pending requests of an aborted transaction. Dexie leaves that to each request, but WebKit answers some after
 * the abort, and the resumed cursor throws an error that nobody catches.
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
