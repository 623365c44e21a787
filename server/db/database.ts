import type { Sender } from './fair-queue.ts';

/** A row as drivers return it: bigint as number, numeric and date as text, timestamptz as Date. */
export type Row = Readonly<Record<string, unknown>>;

/** Executes SQL. Values are $1, $2, …; never concatenate text. */
export interface Queryable {
  query<R extends object = Row>(sql: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

declare const insideTransaction: unique symbol;

/** An open transaction. Code that must run inside one takes this type; a `Database` is not assignable. */
export interface Transaction extends Queryable {
  readonly [insideTransaction]: true;
  /** Executes several statements without values, for migrations. */
  script(sql: string): Promise<void>;
  /**
   * Returns true if others wait for this transaction's connection; work that can continue in another one should then
   * stop.
   */
  isWanted(): boolean;
}

export interface QueryOptions {
  /** The company that takes its turn for a connection. Default: the server itself. */
  readonly sender?: Sender;
  /** The wait for a connection before a `BusyError`, in ms. Default 5 s. */
  readonly waitMs?: number;
}

export interface TransactionOptions extends QueryOptions {
  /** Time limit in ms. The transaction is rolled back after it, with a `TransactionTimeoutError`. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * Everything that the server needs from PostgreSQL, independent of the driver.
 * The database itself must not be used inside a transaction's callback: the embedded driver has one connection, so the
 * query would wait for the transaction that waits for it. Doing so throws `OuterDatabaseError` at once instead of
 * hanging.
 */
export interface Database extends Queryable {
  query<R extends object = Row>(
    sql: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<readonly R[]>;
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `heard` with the payload of each notification on a channel, after its transaction has committed, and with
   * null when notifications may have been missed because the connection was lost and restored. Fails with
   * `ListenRefusedError`. Returns a function that stops it.
   */
  listen(channel: string, heard: (payload: string | null) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The same database, with `sender` as the default sender. */
export function onBehalfOf(db: Database, sender: Sender): Database {
  return {
    ...db,
    query: (sql, values, options) => db.query(sql, values, { sender, ...options }),
    transaction: (work, options) => db.transaction(work, { sender, ...options }),
  };
}
