import type { DBCore, DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTable, Middleware } from 'dexie';
import type { OpenChannel, TabChannel } from '../domain/ports.ts';
import { RECORD_KINDS } from '../domain/resource-specs.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { ChangesRow, MetaRow } from './meta-rows.ts';

interface WatchedKeys {
  readonly table: string;
  readonly from?: string;
  readonly to?: string;
}

type Key = string | number;

export type WrittenKeys = readonly Key[] | 'any';

type WrittenTables = Readonly<Record<string, WrittenKeys>>;

/** The value is undefined for a deleted record. A row that is not in the map must be read. */
export type CommittedRows = ReadonlyMap<Key, MirrorRecord | undefined>;

interface Commit {
  /** Null for a commit that is not counted. */
  readonly n: number | null;
  readonly tables: WrittenTables;
}

type Listener = (tables: WrittenTables | 'everything', rowsOf: (table: string) => CommittedRows) => void;

const NO_ROWS: CommittedRows = new Map();
const noRows = (): CommittedRows => NO_ROWS;

/** Announces each commit to all tabs in one message. A tab that may have missed one reads everything again. */
export class Changes {
  readonly #open: () => TabChannel;
  #channel: TabChannel | null;
  readonly #listeners = new Set<Listener>();
  readonly #staleListeners = new Set<() => void>();
  #stale = 0;
  readonly received = new ReceivedCommits();

  constructor(database: string, version: number, openChannel: OpenChannel) {
    const name = `changes-${version}|${database}`;
    this.#open = () => openChannel(name, (message) => this.#received(message as Commit));
    this.#channel = this.#open();
  }

  /** Also passes the rows that this tab already has. */
  onKeys(table: string, listener: (keys: WrittenKeys, rows: CommittedRows) => void): () => void {
    return this.#listen((tables, rowsOf) => {
      const keys = tables === 'everything' ? 'any' : tables[table];
      if (keys !== undefined) listener(keys, rowsOf(table));
    });
  }

  onWritten(watched: readonly WatchedKeys[], listener: () => void): () => void {
    return this.#listen((tables) => {
      if (tables === 'everything' || watched.some((one) => isTouched(tables[one.table], one))) listener();
    });
  }

  /** Called when Dexie may not have told its live queries about a write. */
  readonly onStaleQueries = (listener: () => void): (() => void) => {
    this.#staleListeners.add(listener);
    return () => this.#staleListeners.delete(listener);
  };

  readonly staleCount = (): number => this.#stale;

  committed(commit: Commit, rowsOf: (table: string) => CommittedRows): void {
    // Unless this is the newest commit, a later one may have written the same rows.
    const isNewest = this.#receive(commit);
    this.#channel?.post(commit);
    this.#tell(commit.tables, isNewest ? rowsOf : noRows);
  }

  /** Makes listeners read everything, because a message may have been lost or a read was cut off. */
  everything(): void {
    this.#tell('everything', noRows);
    this.#tellStale();
  }

  /** Closes the channel, because an open one keeps the page out of the back/forward cache. */
  sleep(): void {
    this.#channel?.close();
    this.#channel = null;
  }

  wake(): void {
    this.#channel ??= this.#open();
  }

  close(): void {
    this.sleep();
    this.#listeners.clear();
    this.#staleListeners.clear();
  }

  #listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #received(commit: Commit): void {
    this.#receive(commit);
    this.#tell(commit.tables, noRows);
    if (this.#channel?.carriesDexie === false) this.#tellStale();
  }

  #receive({ n }: Commit): boolean {
    return n !== null && this.received.receive(n);
  }

  #tell(tables: WrittenTables | 'everything', rowsOf: (table: string) => CommittedRows): void {
    for (const listener of this.#listeners) listener(tables, rowsOf);
  }

  #tellStale(): void {
    this.#stale += 1;
    for (const listener of this.#staleListeners) listener();
  }
}

function isTouched(keys: WrittenKeys | undefined, { from, to = from }: WatchedKeys): boolean {
  if (keys === undefined || keys === 'any' || from === undefined) return keys !== undefined;
  return keys.some((key) => String(key) >= from && String(key) <= (to ?? from));
}

/** Counted commits arrive in any order. */
export class ReceivedCommits {
  /** Null until the database is open. */
  #upTo: number | null = null;
  readonly #early = new Set<number>();
  #newest = 0;

  receive(n: number): boolean {
    const isNewest = n > this.#newest;
    this.#newest = Math.max(this.#newest, n);
    if (this.#upTo === null || n > this.#upTo) this.#early.add(n);
    this.#advance();
    return isNewest;
  }

  lacks(n: number): boolean {
    return this.#upTo === null || this.#upTo < n;
  }

  catchUp(n: number): void {
    this.#upTo = Math.max(this.#upTo ?? 0, n);
    this.#newest = Math.max(this.#newest, n);
    for (const early of this.#early) if (early <= n) this.#early.delete(early);
    this.#advance();
  }

  #advance(): void {
    while (this.#upTo !== null && this.#early.delete(this.#upTo + 1)) this.#upTo += 1;
  }
}

const MIRROR: ReadonlySet<string> = new Set(RECORD_KINDS);

/** Null if the row must be read. */
type Left = { readonly row: MirrorRecord | undefined } | null;

/** Records every write by the app. */
export function noteWrites(changes: Changes): Middleware<DBCore> {
  const open = new WeakMap<object, OpenWrites>();
  const writesOf = (transaction: IDBTransaction): OpenWrites => {
    const writes = open.get(transaction) ?? new OpenWrites(transaction, changes);
    open.set(transaction, writes);
    return writes;
  };
  return {
    stack: 'dbcore',
    name: 'changes',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const mutate = (request: DBCoreMutateRequest): Promise<DBCoreMutateResponse> => {
          const transaction = request.trans as unknown as IDBTransaction;
          if (transaction.mode !== 'readwrite') return table.mutate(request);
          const writes = writesOf(transaction);
          if (isCounted(name, request)) writes.count();
          return table.mutate(request).then((response) => {
            writes.note(table, request, response);
            return response;
          });
        };
        return { ...table, mutate };
      },
    }),
  };
}

/** Returns true for writes that other tabs must notice even if the writing tab dies. */
function isCounted(table: string, request: DBCoreMutateRequest): boolean {
  if (table !== 'meta') return table === 'outbox' || MIRROR.has(table);
  return 'values' in request && (request.values as MetaRow[]).some(({ key }) => isWanted(key));
}

function isWanted(key: string): boolean {
  return key === 'syncRequested' || key.startsWith('request:');
}

class OpenWrites {
  readonly #transaction: IDBTransaction;
  readonly #tables = new Map<string, Map<Key, Left> | 'any'>();
  #isCounted = false;
  #n: number | null = null;

  constructor(transaction: IDBTransaction, changes: Changes) {
    this.#transaction = transaction;
    transaction.addEventListener('complete', () => {
      const tables = Object.fromEntries(
        Array.from(this.#tables, ([name, keys]): [string, WrittenKeys] => [
          name,
          keys === 'any' ? keys : [...keys.keys()],
        ]),
      );
      changes.committed({ n: this.#n, tables }, (table) => this.#rowsOf(table));
    });
  }

  /** Bypasses Dexie, so that nothing waits and no live query runs. Does not count a transaction without `meta`. */
  count(): void {
    if (this.#isCounted || !this.#transaction.objectStoreNames.contains('meta')) return;
    this.#isCounted = true;
    const meta = this.#transaction.objectStore('meta');
    const last: IDBRequest<ChangesRow | undefined> = meta.get('changes');
    last.addEventListener('success', () => {
      const row: ChangesRow = { key: 'changes', n: (last.result?.n ?? 0) + 1 };
      try {
        const put = meta.put(row);
        put.addEventListener('success', () => {
          this.#n = row.n;
        });
        put.addEventListener('error', leave);
      } catch {
        // Dexie has already committed a transaction of a single write.
      }
    });
    last.addEventListener('error', leave);
  }

  note(table: DBCoreTable, request: DBCoreMutateRequest, response: DBCoreMutateResponse): void {
    const before = this.#tables.get(table.name) ?? new Map<Key, Left>();
    if (before === 'any') return;
    const keys = keysIn(table, request, response);
    if (keys === 'any') {
      this.#tables.set(table.name, 'any');
      return;
    }
    const isKnown = MIRROR.has(table.name) && response.numFailures === 0;
    const values: readonly unknown[] = 'values' in request ? request.values : [];
    for (const [index, key] of keys.entries())
      before.set(key, isKnown ? { row: values[index] as MirrorRecord | undefined } : null);
    this.#tables.set(table.name, before);
  }

  #rowsOf(table: string): CommittedRows {
    const rows = new Map<Key, MirrorRecord | undefined>();
    const keys = this.#tables.get(table);
    if (keys && keys !== 'any') for (const [key, left] of keys) if (left) rows.set(key, left.row);
    return rows;
  }
}

/** Keeps a failure from aborting the transaction. */
function leave(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function keysIn(
  { schema }: DBCoreTable,
  request: DBCoreMutateRequest,
  { results, lastResult }: DBCoreMutateResponse,
): WrittenKeys {
  if (request.type === 'deleteRange') return 'any';
  if (request.type === 'delete') return request.keys as Key[];
  const { values } = request;
  // The database generates the keys of the outbox and the journal.
  const given = values.length === 1 ? [lastResult] : (results ?? []);
  const extract = schema.primaryKey.extractKey;
  const keys = values.map((value, index): unknown => extract?.(value) ?? given[index]);
  return keys.every((key) => typeof key === 'string' || typeof key === 'number') ? keys : 'any';
}
