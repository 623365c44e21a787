import type { Sender } from './fair-queue.ts';

/** A row as a driver gives it: bigint as number, numeric and date as text, timestamptz as Date. */
export type Row = Readonly<Record<string, unknown>>;

/** Whatever takes SQL. A statement's values are $1, $2, …; never text put together by hand. */
export interface Queryable {
  query<R extends object = Row>(sql: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

declare const insideTransaction: unique symbol;

/** An open transaction. Code that must run inside one asks for this type; a `Database` is not assignable. */
export interface Transaction extends Queryable {
  readonly [insideTransaction]: true;
  /** Several statements in one text, without values: for migrations. */
  script(sql: string): Promise<void>;
  /** Whether others wait for the connection of this transaction: what can go on in another one should. */
  isWanted(): boolean;
}

export interface QueryOptions {
  /** Who takes turns with others for the database's connections. The server itself unless it is said. */
  readonly sender?: Sender;
  /** How long to wait for a connection, in ms, before it fails with a `BusyError`. Default 5 s. */
  readonly waitMs?: number;
}

export interface TransactionOptions extends QueryOptions {
  /** The transaction is rolled back after this long, with a `TransactionTimeoutError`. Default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * The whole of what the server wants from PostgreSQL, whichever driver speaks to it.
 *
 * The database itself must not be used inside a transaction's callback: the embedded driver has one
 * connection, so that query would wait for the transaction that waits for it. Doing so anyway throws
 * `OuterDatabaseError` at once instead of hanging for good.
 */
export interface Database extends Queryable {
  query<R extends object = Row>(
    sql: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<readonly R[]>;
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `heard` with the payload of each notification on a channel, once what it tells of is committed; and with null
   * where some may have been missed, because the connection was lost and is there again. Fails with
   * `ListenRefusedError` where the database lets nobody listen. Answers how to stop.
   */
  listen(channel: string, heard: (payload: string | null) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
