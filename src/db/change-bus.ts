import type { OpenChannel, TabChannel } from '../domain/ports.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';

/** Keys of one table that a listener cares for: the whole table, or keys from `from` to `to`. */
interface WatchedKeys {
  readonly table: string;
  readonly from?: string;
  /** The same as `from` unless given. */
  readonly to?: string;
}

export type Key = string | number;

/** Keys that were written; 'any' where nobody names them. */
export type WrittenKeys = readonly Key[] | 'any';

/** Written keys by table. */
type WrittenTables = Readonly<Record<string, WrittenKeys>>;

/** What stands under written keys of a mirror table; undefined for a record that was deleted. A key that is absent is to be read. */
export type CommittedRows = ReadonlyMap<Key, MirrorRecord | undefined>;

/** What one transaction wrote: the message that goes to all tabs. */
interface Commit {
  /** Its number among the counted commits; null where it was not counted. */
  readonly n: number | null;
  readonly tables: WrittenTables;
}

type Listener = (tables: WrittenTables | 'everything', rowsOf: (table: string) => CommittedRows) => void;

const NO_ROWS: CommittedRows = new Map();
const noRows = (): CommittedRows => NO_ROWS;

/**
 * How a tab learns of what was written into an account's database: one message for each transaction, after its commit, to this
 * tab's listeners and to other tabs. Whoever may have missed a message is told 'everything'.
 */
export class Changes {
  readonly #open: () => TabChannel;
  #channel: TabChannel | null;
  readonly #listeners = new Set<Listener>();
  readonly #staleListeners = new Set<() => void>();
  #stale = 0;
  /** Which counted commits this tab has received. */
  readonly received = new ReceivedCommits();

  /** @param version of the database; it rises with the format of the messages, so that no build hears another one's */
  constructor(database: string, version: number, openChannel: OpenChannel) {
    const name = `changes-${version}|${database}`;
    this.#open = () => openChannel(name, (message) => this.#received(message as Commit));
    this.#channel = this.#open();
  }

  /**
   * Calls `listener` with the keys of a table that any tab has written, and with what this tab knows to stand under them. The
   * answer stops it.
   */
  onKeys(table: string, listener: (keys: WrittenKeys, rows: CommittedRows) => void): () => void {
    return this.#listen((tables, rowsOf) => {
      const keys = tables === 'everything' ? 'any' : tables[table];
      if (keys !== undefined) listener(keys, rowsOf(table));
    });
  }

  /** Calls `listener` once for each commit of any tab that has written any of `watched`. The answer stops it. */
  onWritten(watched: readonly WatchedKeys[], listener: () => void): () => void {
    return this.#listen((tables) => {
      if (tables === 'everything' || watched.some((one) => isTouched(tables[one.table], one))) listener();
    });
  }

  /**
   * Calls `listener` when Dexie's live queries may show something old, since Dexie has not told them of a write. The answer
   * stops it.
   */
  readonly onStaleQueries = (listener: () => void): (() => void) => {
    this.#staleListeners.add(listener);
    return () => this.#staleListeners.delete(listener);
  };

  /** Another number whenever `onStaleQueries` calls. */
  readonly staleCount = (): number => this.#stale;

  /** A transaction of this tab has been committed. @param rowsOf what it left in a mirror table */
  committed(commit: Commit, rowsOf: (table: string) => CommittedRows): void {
    // Without a number nobody can say whether it is the last one that wrote them.
    const isNewest = this.#receive(commit);
    this.#channel?.post(commit);
    this.#tell(commit.tables, isNewest ? rowsOf : noRows);
  }

  /** This tab may have missed something, or a reading of it was cut off: all that it shows is to be read again. */
  everything(): void {
    this.#tell('everything', noRows);
    this.#tellStale();
  }

  /** The page runs no further: its channel would be in the way of the browser's page cache. */
  sleep(): void {
    this.#channel?.close();
    this.#channel = null;
  }

  /** The page has resumed, and its database is open again. */
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

  /** Returns whether it is the last of all counted commits that were received. */
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

/**
 * Which of the counted commits of all tabs this tab has received. They arrive in any order: those of other tabs come by
 * another way than its own.
 */
export class ReceivedCommits {
  /** Every commit up to this one has been received; null until the tab has checked for the first time. */
  #upTo: number | null = null;
  /** Those received beyond a gap. */
  readonly #early = new Set<number>();
  #newest = 0;

  /** Returns whether no later one was received before. */
  receive(n: number): boolean {
    const isNewest = n > this.#newest;
    this.#newest = Math.max(this.#newest, n);
    if (this.#upTo === null || n > this.#upTo) this.#early.add(n);
    this.#advance();
    return isNewest;
  }

  /** Whether the tab may have missed one up to `n`. */
  lacks(n: number): boolean {
    return this.#upTo === null || this.#upTo < n;
  }

  /** What the tab shows is from now on as commit `n` left it, or newer. */
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
