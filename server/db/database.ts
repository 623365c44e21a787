import type { Sender } from './fair-queue.ts';

/** A row as drivers return it: bigint as number, numeric and date as text, timestamptz as Date. */
export type Row = Readonly<Record<string, unknown>>;

/** Values are $1, $2, …; never concatenate text. */
export interface Queryable {
  query<R extends object = Row>(sql: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

declare const insideTransaction: unique symbol;

/** Taken by code that must run inside a transaction. A `Database` is not assignable to it. */
export interface Transaction extends Queryable {
  readonly [insideTransaction]: true;
  /** Executes several statements without values, for migrations. */
  script(sql: string): Promise<void>;
  /** Returns true if others wait for the connection. Work that can go on in another transaction should then stop. */
  isWanted(): boolean;
}

export interface QueryOptions {
  /** The company that takes its turn for a connection. Default: the server itself. */
  readonly sender?: Sender;
  /** The wait for a connection before a `BusyError`, in ms. Default 5 s. */
  readonly waitMs?: number;
}

export interface TransactionOptions extends QueryOptions {
  /** After this many ms, rolls back with a `TransactionTimeoutError`. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * All that the server needs from PostgreSQL, independent of the driver. Inside a transaction's callback, using
 * the database throws `OuterDatabaseError` at once. The embedded driver has one connection, so the query would
 * wait for the transaction that waits for it.
 */
export interface Database extends Queryable {
  query<R extends object = Row>(
    sql: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<readonly R[]>;
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `heard` with the payload of each committed notification, and with null when some may have been missed
   * while the connection was lost. Fails with `ListenRefusedError`. Returns a function that stops it.
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
