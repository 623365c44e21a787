import type { Sender } from './fair-queue.ts';

/** Drivers return bigint as number, numeric and date as text, timestamptz as Date. */
export type Row = Readonly<Record<string, unknown>>;

/** In SQL, values are $1, $2, …; never concatenate text. */
export interface Queryable {
  query<R extends object = Row>(sql: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

declare const insideTransaction: unique symbol;

export interface Transaction extends Queryable {
  readonly [insideTransaction]: true;
  /** Several statements without values, for migrations. */
  script(sql: string): Promise<void>;
  /**
   * True if another sender is waiting for a connection. Work that can continue in another transaction should then stop.
   */
  isWanted(): boolean;
}

export interface QueryOptions {
  /** Senders take turns using connections. Default: the server itself. */
  readonly sender?: Sender;
  /** The longest wait for a connection, before a `BusyError`. Default 5 s. */
  readonly waitMs?: number;
}

export interface TransactionOptions extends QueryOptions {
  /** Rolls back after this time, with a `TransactionTimeoutError`. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * Inside a transaction, use its `tx`. Any other query throws an `OuterDatabaseError`: on the embedded driver's one
 * connection, it and the transaction would wait for each other.
 */
export interface Database extends Queryable {
  query<R extends object = Row>(
    sql: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<readonly R[]>;
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `heard` with each committed notification, and with null when some may have been missed. Returns a function
   * that stops listening. Throws a `ListenRefusedError` if the database refuses LISTEN.
   */
  listen(channel: string, heard: (payload: string | null) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export function onBehalfOf(db: Database, sender: Sender): Database {
  return {
    ...db,
    query: (sql, values, options) => db.query(sql, values, { sender, ...options }),
    transaction: (work, options) => db.transaction(work, { sender, ...options }),
  };
}
