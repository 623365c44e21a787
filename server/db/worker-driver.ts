import type { Worker } from 'node:worker_threads';
import type { Driver, DriverTransaction } from './guarded-database.ts';
import { type DatabaseThreadError, ThreadCalls } from './thread-calls.ts';

/**
 * The database runs in its own thread, so that a heavy query delays only other queries. If the thread ends
 * unexpectedly, pending and later calls fail with a `DatabaseUnavailableError`.
 */
export async function workerDriver(
  worker: Worker,
  onLost: (error: DatabaseThreadError) => void,
): Promise<Driver> {
  const calls = new ThreadCalls(worker, onLost);
  await calls.open();
  return {
    connections: 1,
    query: (sql, values) => query(calls, null, { sql, values }),
    transaction: (work) => transaction(calls, work),

    async listen(channel, heard) {
      // Registered first, because a notification may come before the reply.
      const listener = calls.next;
      const stop = calls.hear(listener, heard);
      await calls.ask({ kind: 'listen', channel });
      return async () => {
        stop();
        if (!calls.isOver) await calls.ask({ kind: 'unlisten', listener });
      };
    },

    close: () => calls.close(),
  };
}

async function query<R extends object>(
  calls: ThreadCalls,
  tx: number | null,
  { sql, values = [] }: { readonly sql: string; readonly values?: readonly unknown[] | undefined },
): Promise<readonly R[]> {
  const rows = await calls.ask({ kind: 'query', tx, sql, values });
  // The author of the SQL knows the type of its rows.
  return rows as readonly R[];
}

async function transaction<T>(calls: ThreadCalls, work: (tx: DriverTransaction) => Promise<T>): Promise<T> {
  // A transaction has the id of the request that begins it.
  const tx = calls.next;
  await calls.ask({ kind: 'begin' });
  let result: T;
  try {
    result = await work({
      query: (sql, values) => query(calls, tx, { sql, values }),
      script: async (sql) => {
        await calls.ask({ kind: 'script', tx, sql });
      },
    });
  } catch (error) {
    // If the thread has ended, the transaction is rolled back, and `onLost` reports it.
    await calls.ask({ kind: 'rollback', tx }).catch(() => undefined);
    throw error;
  }
  await calls.ask({ kind: 'commit', tx });
  return result;
}
