import { randomUUID } from 'node:crypto';
import type { Database, Queryable, QueryOptions, Row, Transaction } from './database.ts';
import { DiskFullError } from './database-errors.ts';

/** More than the pages of a table have room for: the database has to ask for more of the disk. In digits. */
const PROBE_DIGITS = 256 * 1024;

class ProbeEndedError extends Error {}

/**
 * Knows by the writes that failed that the disk of the database is full. Only from then on, and until one goes well, it
 * writes something itself when it is asked, and rolls that back: a disk that has room is not worn by it.
 */
export class DiskWatch {
  /** The database whose writes are watched. */
  readonly db: Database;
  readonly #inner: Database;
  #isFull = false;

  constructor(inner: Database) {
    this.#inner = inner;
    this.db = {
      ...inner,
      query: <R extends object = Row>(sql: string, values?: readonly unknown[], options?: QueryOptions) =>
        this.#watched(() => inner.query<R>(sql, values, options)),
      // Also a statement whose failure the transaction outlives.
      transaction: (work, options) =>
        this.#watched(() => inner.transaction((tx) => work(this.#watchedTransaction(tx)), options)),
    };
  }

  /** Throws a `DiskFullError` while nothing can be written. */
  async assertRoom(): Promise<void> {
    if (!this.#isFull) return;
    try {
      await this.#inner.transaction(async (tx) => {
        await writeMuch(tx);
        throw new ProbeEndedError();
      });
    } catch (error) {
      if (!(error instanceof ProbeEndedError)) throw error;
    }
    this.#isFull = false;
  }

  #watchedTransaction(tx: Transaction): Transaction {
    return {
      ...tx,
      query: <R extends object = Row>(sql: string, values?: readonly unknown[]) =>
        this.#watched(() => tx.query<R>(sql, values)),
      script: (sql) => this.#watched(() => tx.script(sql)),
    };
  }

  async #watched<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DiskFullError) this.#isFull = true;
      throw error;
    }
  }
}

/** Digits by chance, which cannot be kept in less room. */
async function writeMuch(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into settings (name, value)
     select $1, string_agg(md5(random()::text), '') from generate_series(1, $2::int / 32)`,
    [`probe ${randomUUID()}`, PROBE_DIGITS],
  );
}
