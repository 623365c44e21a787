import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable, QueryOptions, Row, Transaction, TransactionOptions } from './database.ts';
import { OuterDatabaseError, TransactionEndedError, TransactionTimeoutError } from './database-errors.ts';
import { FairQueue, type QueueLimits, type Sender, type Turn } from './fair-queue.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** For work without a company, such as sign-ins and health checks. */
const SERVER: Sender = { name: 'server' };

export interface DriverTransaction extends Queryable {
  script(sql: string): Promise<void>;
}

export interface Driver extends Queryable {
  /** Beyond this number, work would queue inside the driver. */
  readonly connections: number;
  /** Rolls back when `work` rejects, even while one of its queries is still running. */
  transaction<T>(work: (tx: DriverTransaction) => Promise<T>): Promise<T>;
  listen(channel: string, heard: (payload: string | null) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

interface OpenTransaction {
  ended: boolean;
}

/** Forbids queries that bypass an open transaction's `tx`, limits its time, and gives senders fair turns. */
export function guardDatabase(driver: Driver, limits: Partial<QueueLimits> = {}): Database {
  const current = new AsyncLocalStorage<OpenTransaction>();
  const queue = new FairQueue(driver.connections, limits);

  const refuseInside = (): void => {
    const open = current.getStore();
    if (open && !open.ended) throw new OuterDatabaseError();
  };

  return {
    async query<R extends object = Row>(
      sql: string,
      values?: readonly unknown[],
      { sender = SERVER, waitMs }: QueryOptions = {},
    ) {
      refuseInside();
      return queue.run(sender, () => driver.query<R>(sql, values), waitMs);
    },

    async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}) {
      refuseInside();
      const { timeoutMs = DEFAULT_TIMEOUT_MS, sender = SERVER, waitMs } = options;
      const run = (turn: Turn): Promise<T> =>
        driver.transaction(async (inner) => {
          const open: OpenTransaction = { ended: false };
          try {
            return await withinTime(
              timeoutMs,
              current.run(open, () => work(guardTransaction(inner, open, turn))),
            );
          } finally {
            open.ended = true;
          }
        });
      return queue.run(sender, run, waitMs);
    },

    listen: (channel, heard) => driver.listen(channel, heard),
    close: () => driver.close(),
  };
}

function guardTransaction(inner: DriverTransaction, open: OpenTransaction, turn: Turn): Transaction {
  const refuseEnded = (): void => {
    if (open.ended) throw new TransactionEndedError();
  };
  const tx: DriverTransaction & Turn = {
    ...turn,
    async query<R extends object = Row>(sql: string, values?: readonly unknown[]) {
      refuseEnded();
      return inner.query<R>(sql, values);
    },
    async script(sql: string) {
      refuseEnded();
      await inner.script(sql);
    },
  };
  // The brand exists only for the compiler.
  return tx as Transaction;
}

async function withinTime<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TransactionTimeoutError(timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
