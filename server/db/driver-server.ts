import type { MessagePort } from 'node:worker_threads';
import { messages } from '@electric-sql/pglite';
import type { Row } from './database.ts';
import {
  type DriverNotification,
  type DriverReply,
  type DriverRequest,
  type ErrorFields,
  OPENED,
} from './driver-messages.ts';
import type { Driver, DriverTransaction } from './guarded-database.ts';

interface OpenTransaction {
  readonly tx: DriverTransaction;
  /** Says how it ends; the answer to `request` then says that it has. */
  end(how: 'commit' | 'rollback', request: number): void;
}

const ROLLED_BACK = new Error('Rolled back on request');

/**
 * Does what a `workerDriver` in another thread asks of the driver that `open` gives. Who waits for whom is the
 * driver's affair alone: requests go to it as they come, and it queues what its one connection cannot take yet.
 */
export async function serveDriver(port: MessagePort, open: () => Promise<Driver>): Promise<void> {
  const reply = (message: DriverReply | DriverNotification): void => port.postMessage(message);
  try {
    const driver = await open();
    port.on('message', serving(driver, reply));
    reply({ id: OPENED, rows: [] });
  } catch (error) {
    reply({ id: OPENED, error: fieldsOf(error) });
  }
}

function serving(
  driver: Driver,
  reply: (message: DriverReply | DriverNotification) => void,
): (request: DriverRequest) => void {
  const transactions = new Map<number, OpenTransaction>();
  const listeners = new Map<number, () => Promise<void>>();

  const answer = async (id: number, work: () => Promise<readonly Row[]>): Promise<void> => {
    try {
      reply({ id, rows: await work() });
    } catch (error) {
      reply({ id, error: fieldsOf(error) });
      // A WebAssembly that trapped is in no known state: this thread ends, and whoever started it learns of it.
      if (error instanceof Error && error.name === 'RuntimeError') throw error;
    }
  };

  const transactionOf = (number: number): OpenTransaction => {
    const found = transactions.get(number);
    if (!found) throw new Error(`There is no open transaction ${number}`);
    return found;
  };

  const begin = async (number: number): Promise<void> => {
    let ending = number;
    const run = driver.transaction(
      (tx) =>
        new Promise<void>((commit, rollback) => {
          const end: OpenTransaction['end'] = (how, request) => {
            ending = request;
            if (how === 'commit') commit();
            else rollback(ROLLED_BACK);
          };
          transactions.set(number, { tx, end });
          reply({ id: number, rows: [] });
        }),
    );
    const failure = await run.then(
      () => undefined,
      (error: unknown) => error,
    );
    transactions.delete(number);
    await answer(ending, async () => {
      if (failure !== undefined && failure !== ROLLED_BACK) throw failure;
      return [];
    });
  };

  return (request) => {
    switch (request.kind) {
      case 'query': {
        const { tx, sql, values } = request;
        void answer(request.id, async () => (tx === null ? driver : transactionOf(tx).tx).query(sql, values));
        return;
      }
      case 'script':
        void answer(request.id, async () => {
          await transactionOf(request.tx).tx.script(request.sql);
          return [];
        });
        return;
      case 'begin':
        void begin(request.id);
        return;
      case 'commit':
      case 'rollback':
        transactionOf(request.tx).end(request.kind, request.id);
        return;
      case 'listen': {
        const { id: listener, channel } = request;
        void answer(listener, async () => {
          const stop = await driver.listen(channel, (payload) => reply({ listener, payload }));
          listeners.set(listener, stop);
          return [];
        });
        return;
      }
      case 'unlisten':
        void answer(request.id, async () => {
          await listeners.get(request.listener)?.();
          listeners.delete(request.listener);
          return [];
        });
        return;
      case 'close':
        void answer(request.id, async () => {
          await driver.close();
          return [];
        });
    }
  };
}

function fieldsOf(error: unknown): ErrorFields {
  // The other thread makes our own errors anew, from what PostgreSQL said.
  const told = error instanceof Error && error.cause instanceof messages.DatabaseError ? error.cause : error;
  const { code, constraint, detail } = told instanceof messages.DatabaseError ? told : {};
  return {
    name: told instanceof Error ? told.name : 'Error',
    message: told instanceof Error ? told.message : String(told),
    stack: told instanceof Error ? told.stack : undefined,
    code,
    constraint,
    detail,
  };
}
