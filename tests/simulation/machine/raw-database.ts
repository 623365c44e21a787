import { IDBTransaction } from 'fake-indexeddb';
import { type Owner, turns } from './turns.ts';

/** Internals of fake-indexeddb, read without a transaction and never written. */
export interface RawDatabase {
  readonly name: string;
  readonly version: number;
  readonly rawObjectStores: ReadonlyMap<string, RawStore>;
  readonly transactions: RawTransaction[];
}

interface RawStore {
  readonly records: RawRecords;
  readonly rawIndexes: ReadonlyMap<
    string,
    { readonly records: RawRecords; storeRecord(record: RawRecord): void }
  >;
  readonly keyGenerator: { num: number } | null;
}

interface RawRecords {
  values(): Iterable<RawRecord>;
  clear(): void;
  put(record: RawRecord): void;
}

interface RawRecord {
  readonly key: unknown;
  readonly value: unknown;
}

export interface RawConnection extends IDBDatabase {
  readonly _rawDatabase: RawDatabase;
}

export interface RawTransaction extends IDBTransaction {
  readonly db: RawConnection;
  readonly durability: 'default' | 'strict' | 'relaxed';
  /** Requests that have not begun. */
  readonly _requests: readonly unknown[];
  readonly _state: 'active' | 'inactive' | 'committing' | 'finished';
  _aborted?: true;
  _started?: boolean;
  _start: (this: RawTransaction) => void;
  _markFinished: (this: RawTransaction) => void;
  _abort: (this: RawTransaction, name: string | null) => void;
}

/** Content of each database at its last flush to the disk. */
const flushed = new WeakMap<RawDatabase, Content>();
/** Content after each commit since then, oldest first. */
const since = new WeakMap<RawDatabase, Content[]>();
type Content = ReadonlyMap<string, { readonly records: readonly RawRecord[]; readonly nextKey: number }>;

function contentOf({ rawObjectStores }: RawDatabase): Content {
  return new Map(
    Array.from(rawObjectStores, ([name, { records, keyGenerator }]) => [
      name,
      { records: [...records.values()], nextKey: keyGenerator?.num ?? 0 },
    ]),
  );
}

/**
 * Undoes all commits since the last flush. No transaction may be open.
 * @param kept share of those commits, from 0 to 1 and oldest first, that reached the disk anyway
 */
export function losePower(database: RawDatabase, kept: number): void {
  const commits = since.get(database) ?? [];
  const onDisk = commits[Math.floor(kept * commits.length) - 1] ?? flushed.get(database);
  if (onDisk) flushed.set(database, onDisk);
  since.delete(database);
  for (const [name, { records, nextKey }] of onDisk ?? []) {
    const store = database.rawObjectStores.get(name);
    if (!store) continue;
    store.records.clear();
    for (const index of store.rawIndexes.values()) index.records.clear();
    for (const record of records) {
      store.records.put(record);
      for (const index of store.rawIndexes.values()) index.storeRecord(record);
    }
    if (store.keyGenerator) store.keyGenerator.num = nextKey;
  }
}

const owners = new WeakMap<object, Owner>();
let listening: TransactionListener = {
  mayLosePart: false,
  beforeStep: () => {},
  committed: () => {},
  later: () => false,
};

export interface TransactionListener {
  /** True if a power cut may lose only a part of the last commits. */
  readonly mayLosePart: boolean;
  /** Called before a transaction begins. Returns true to call `begin` itself, later. */
  later(transaction: RawTransaction, begin: () => void): boolean;
  /** Called before each step of a transaction; may abort it. */
  beforeStep(transaction: RawTransaction): void;
  /** Called after a commit that wrote, before any of its tab's code runs. */
  committed(transaction: RawTransaction): void;
}

/** Notes the connection's owner: callbacks of its transactions run as that tab. */
export function ownConnection(connection: IDBDatabase, owner: Owner): void {
  owners.set(connection, owner);
  const dispatch = connection.dispatchEvent.bind(connection);
  connection.dispatchEvent = (event) => {
    turns.current = owner;
    return dispatch(event);
  };
}

export function watchTransactions(listener: TransactionListener): void {
  listening = listener;
}

export function storedIn(database: RawDatabase | undefined, table: string): readonly unknown[] {
  const store = database?.rawObjectStores.get(table);
  return store ? Array.from(store.records.values(), ({ value }) => value) : [];
}

const prototype = IDBTransaction.prototype as unknown as RawTransaction;
const start = prototype._start;
const finish = prototype._markFinished;
prototype._start = function startAsOwner(this: RawTransaction): void {
  if (!this._started && this.mode !== 'versionchange') {
    const begin = (): void => {
      if (this._state !== 'finished') startNow.call(this);
    };
    // Overlapping transactions wait meanwhile, as they do for a running one.
    if (listening.later(this, begin)) {
      this._started = true;
      return;
    }
  }
  startNow.call(this);
};

function startNow(this: RawTransaction): void {
  turns.current = owners.get(this.db) ?? turns.current;
  listening.beforeStep(this);
  start.call(this);
}
prototype._markFinished = function noteCommit(this: RawTransaction): void {
  finish.call(this);
  const committed = this.mode !== 'readonly' && this.error === null && !this._aborted;
  // A flush includes all earlier writes.
  const database = this.db._rawDatabase;
  if (committed && (this.durability === 'strict' || this.mode === 'versionchange')) {
    flushed.set(database, contentOf(database));
    since.delete(database);
  } else if (committed && listening.mayLosePart) {
    const commits = since.get(database) ?? [];
    commits.push(contentOf(database));
    since.set(database, commits);
  }
  if (committed && this.mode === 'readwrite') listening.committed(this);
};
const abort = prototype._abort;
prototype._abort = function noteAbort(this: RawTransaction, name: string | null): void {
  this._aborted = true;
  abort.call(this, name);
};
