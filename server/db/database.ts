import type { Sender } from './fair-queue.ts';

/** Drivers return bigint as number, numeric and date as text, timestamptz as Date. */
export type Row = Readonly<Record<string, unknown>>;

/** Values are $1, $2, …; never concatenate text. */
export interface Queryable {
  query<R extends object = Row>(sql: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

declare const insideTransaction: unique symbol;

export interface Transaction extends Queryable {
  readonly [insideTransaction]: true;
  /** Several statements without values, for migrations. */
  script(sql: string): Promise<void>;
  /** Others wait for the connection: work that can go on in another transaction should stop. */
  isWanted(): boolean;
}

export interface QueryOptions {
  /** Takes turns for a connection. Default: the server itself. */
  readonly sender?: Sender;
  /** The wait for a connection before a `BusyError`. Default 5 s. */
  readonly waitMs?: number;
}

export interface TransactionOptions extends QueryOptions {
  /** Then rolls back with a `TransactionTimeoutError`. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * A transaction's callback must use its `tx`, or gets an `OuterDatabaseError`. On the embedded driver's one
 * connection, the query would wait for the transaction that waits for it.
 */
export interface Database extends Queryable {
  query<R extends object = Row>(
    sql: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<readonly R[]>;
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * `heard` gets each committed notification, and null when some may have been missed. Fails with
   * `ListenRefusedError`. Returns a function that stops it.
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
