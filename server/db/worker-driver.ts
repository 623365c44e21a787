import type { Worker } from 'node:worker_threads';
import type { Row } from './database.ts';
import { DatabaseUnavailableError, translateServerError } from './database-errors.ts';
import {
  type DriverNotification,
  type DriverReply,
  type DriverRequest,
  type ErrorFields,
  OPENED,
} from './driver-messages.ts';
import type { Driver, DriverTransaction } from './guarded-database.ts';

/** The thread of the embedded database has ended by itself. What was committed is on disk. */
export class DatabaseThreadError extends Error {
  override readonly name = 'DatabaseThreadError';
  constructor(cause: unknown) {
    super(
      `The embedded database has stopped (${cause instanceof Error ? cause.message : String(cause)}). Whatever ` +
        'was confirmed is stored; start again to go on.',
      { cause },
    );
  }
}

/** Without its number: what is asked of the other thread. */
type Asked = DriverRequest extends infer R ? (R extends DriverRequest ? Omit<R, 'id'> : never) : never;

interface Waiting {
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The embedded driver in a thread of its own (see `serveDriver`), so that a heavy query holds up nobody who
 * does not ask the database. When the thread ends by itself, whoever waits and whoever comes later gets a
 * `DatabaseUnavailableError`, and `onLost` is told once.
 */
export async function workerDriver(
  worker: Worker,
  onLost: (error: DatabaseThreadError) => void,
): Promise<Driver> {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<number, (payload: string | null) => void>();
  let last = OPENED;
  let isOpen = false;
  let lost: DatabaseThreadError | undefined;
  let closing = false;

  const answerTo = (id: number): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
    });
  const ask = async (request: Asked): Promise<readonly Row[]> => {
    if (lost) throw new DatabaseUnavailableError(lost);
    last += 1;
    const answer = answerTo(last);
    worker.postMessage({ ...request, id: last } satisfies DriverRequest);
    return answer;
  };
  const lose = (cause: unknown): void => {
    if (lost || closing) return;
    lost = new DatabaseThreadError(cause);
    for (const { reject } of waiting.values()) reject(new DatabaseUnavailableError(lost));
    waiting.clear();
    if (isOpen) onLost(lost);
  };

  const opened = answerTo(OPENED);
  worker.on('message', (reply: DriverReply | DriverNotification) => {
    if ('listener' in reply) {
      listeners.get(reply.listener)?.(reply.payload);
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) asked?.reject(errorOf(reply.error));
    else asked?.resolve(reply.rows);
  });
  worker.on('error', lose);
  worker.on('exit', (code) => lose(new Error(`its thread ended with ${code}`)));

  const run = async <R extends object>(
    tx: number | null,
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<readonly R[]> => {
    const rows = await ask({ kind: 'query', tx, sql, values });
    // Whoever writes the SQL says what its rows are.
    return rows as readonly R[];
  };

  const end = async (): Promise<void> => {
    closing = true;
    await worker.terminate();
  };

  try {
    await opened;
    isOpen = true;
  } catch (error) {
    await end();
    throw error;
  }
  return {
    connections: 1,
    query: (sql, values) => run(null, sql, values),

    async transaction<T>(work: (tx: DriverTransaction) => Promise<T>): Promise<T> {
      // The number that the request to begin gets.
      const tx = last + 1;
      await ask({ kind: 'begin' });
      let result: T;
      try {
        result = await work({
          query: (sql, values) => run(tx, sql, values),
          script: async (sql) => {
            await ask({ kind: 'script', tx, sql });
          },
        });
      } catch (error) {
        // A thread that has ended has rolled back as well; that it has ended is told through `onLost`.
        await ask({ kind: 'rollback', tx }).catch(() => undefined);
        throw error;
      }
      await ask({ kind: 'commit', tx });
      return result;
    },

    async listen(channel, heard) {
      // The number that the request to listen gets: the first notification may come before its answer.
      const listener = last + 1;
      listeners.set(listener, heard);
      await ask({ kind: 'listen', channel });
      return async () => {
        listeners.delete(listener);
        if (!lost && !closing) await ask({ kind: 'unlisten', listener });
      };
    },

    async close() {
      if (closing) return;
      try {
        if (!lost) await ask({ kind: 'close' });
      } finally {
        await end();
      }
    },
  };
}

function errorOf({ name, message, stack, code, constraint, detail }: ErrorFields): Error {
  const error = Object.assign(new Error(message), { code, constraint, detail });
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : translateServerError(error);
}
