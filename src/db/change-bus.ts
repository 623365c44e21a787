import type { OpenChannel, TabChannel } from '../domain/ports.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';

/** A whole table, or its keys from `from` to `to`. */
interface WatchedKeys {
  readonly table: string;
  readonly from?: string;
  readonly to?: string;
}

export type Key = string | number;

export type WrittenKeys = readonly Key[] | 'any';

type WrittenTables = Readonly<Record<string, WrittenKeys>>;

/** Undefined for a deleted record. An absent row must be read. */
export type CommittedRows = ReadonlyMap<Key, MirrorRecord | undefined>;

interface Commit {
  /** Null for a commit that is not counted. */
  readonly n: number | null;
  readonly tables: WrittenTables;
}

type Listener = (tables: WrittenTables | 'everything', rowsOf: (table: string) => CommittedRows) => void;

const NO_ROWS: CommittedRows = new Map();
const noRows = (): CommittedRows => NO_ROWS;

/**
 * Announces each commit to all tabs, one message for each transaction. A tab that may have missed one reads everything
 * again.
 */
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

  /** Passes keys written by any tab, and the rows among them that this tab knows. */
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

  /** Calls `listener` when Dexie may not have told its live queries of a write. */
  readonly onStaleQueries = (listener: () => void): (() => void) => {
    this.#staleListeners.add(listener);
    return () => this.#staleListeners.delete(listener);
  };

  readonly staleCount = (): number => this.#stale;

  committed(commit: Commit, rowsOf: (table: string) => CommittedRows): void {
    // Without a number, a later commit may have written the same rows.
    const isNewest = this.#receive(commit);
    this.#channel?.post(commit);
    this.#tell(commit.tables, isNewest ? rowsOf : noRows);
  }

  /** Makes all listeners read again: a message may be lost, or a read was cut off. */
  everything(): void {
    this.#tell('everything', noRows);
    this.#tellStale();
  }

  /** Closes the channel, which would keep the page out of the browser's page cache. */
  sleep(): void {
    this.#channel?.close();
    this.#channel = null;
  }

  wake(): void {
    this.#channel ??= this.#open();
    this.everything();
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
  /** All commits up to this one were received; null before the first check. */
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
