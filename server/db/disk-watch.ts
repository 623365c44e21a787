import { randomUUID } from 'node:crypto';
import type { Database, Queryable, QueryOptions, Row, Transaction } from './database.ts';
import { DiskFullError } from './database-errors.ts';

/** More than fits into the free space of a table's pages, so that the database must allocate disk space. */
const PROBE_DIGITS = 256 * 1024;

class ProbeEndedError extends Error {}

/**
 * After a write has failed because the disk is full, each `assertRoom` tries a write and rolls it back. It throws until
 * one succeeds.
 */
export class DiskWatch {
  readonly db: Database;
  readonly #inner: Database;
  #isFull = false;

  constructor(inner: Database) {
    this.#inner = inner;
    this.db = {
      ...inner,
      query: <R extends object = Row>(sql: string, values?: readonly unknown[], options?: QueryOptions) =>
        this.#watched(() => inner.query<R>(sql, values, options)),
      // Also notices a failed statement that the transaction survives.
      transaction: (work, options) =>
        this.#watched(() => inner.transaction((tx) => work(this.#watchedTransaction(tx)), options)),
    };
  }

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

/** Random digits do not compress. */
async function writeMuch(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into settings (name, value)
     select $1, string_agg(md5(random()::text), '') from generate_series(1, $2::int / 32)`,
    [`probe ${randomUUID()}`, PROBE_DIGITS],
  );
}
