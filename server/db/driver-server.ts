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
  /** The reply goes to the request with the id `request`. */
  end(how: 'commit' | 'rollback', request: number): void;
}

const ROLLED_BACK = new Error('Rolled back on request');

/** Serves a `workerDriver` in another thread. The driver queues requests while its one connection is busy. */
export async function serveDriver(port: MessagePort, open: () => Promise<Driver>): Promise<void> {
  const reply = (message: DriverReply | DriverNotification): void => port.postMessage(message);
  try {
    const server = new DriverServer(await open(), reply);
    port.on('message', (request: DriverRequest) => server.serve(request));
    reply({ id: OPENED, rows: [] });
  } catch (error) {
    reply({ id: OPENED, error: fieldsOf(error) });
  }
}

type TransactionEnd = Extract<DriverRequest, { readonly kind: 'commit' | 'rollback' }>;
type Statement = Exclude<DriverRequest, TransactionEnd | { readonly kind: 'begin' }>;

class DriverServer {
  readonly #driver: Driver;
  readonly #reply: (message: DriverReply | DriverNotification) => void;
  readonly #transactions = new Map<number, OpenTransaction>();
  readonly #listeners = new Map<number, () => Promise<void>>();

  constructor(driver: Driver, reply: (message: DriverReply | DriverNotification) => void) {
    this.#driver = driver;
    this.#reply = reply;
  }

  serve(request: DriverRequest): void {
    switch (request.kind) {
      case 'begin':
        void this.#begin(request.id);
        return;
      case 'commit':
      case 'rollback':
        this.#transaction(request.tx).end(request.kind, request.id);
        return;
      default:
        void this.#answer(request.id, () => this.#rowsOf(request));
    }
  }

  async #rowsOf(request: Statement): Promise<readonly Row[]> {
    switch (request.kind) {
      case 'query': {
        const target = request.tx === null ? this.#driver : this.#transaction(request.tx).tx;
        return target.query(request.sql, request.values);
      }
      case 'script':
        await this.#transaction(request.tx).tx.script(request.sql);
        return [];
      case 'listen': {
        const { id: listener, channel } = request;
        const stop = await this.#driver.listen(channel, (payload) => this.#reply({ listener, payload }));
        this.#listeners.set(listener, stop);
        return [];
      }
      case 'unlisten':
        await this.#listeners.get(request.listener)?.();
        this.#listeners.delete(request.listener);
        return [];
      case 'close':
        await this.#driver.close();
        return [];
      default:
        return request satisfies never;
    }
  }

  /** A later request ends the transaction and gets its outcome. */
  async #begin(number: number): Promise<void> {
    let ending = number;
    const run = this.#driver.transaction(
      (tx) =>
        new Promise<void>((commit, rollback) => {
          const end: OpenTransaction['end'] = (how, request) => {
            ending = request;
            if (how === 'commit') commit();
            else rollback(ROLLED_BACK);
          };
          this.#transactions.set(number, { tx, end });
          this.#reply({ id: number, rows: [] });
        }),
    );
    const failure = await run.then(
      () => undefined,
      (error: unknown) => error,
    );
    this.#transactions.delete(number);
    await this.#answer(ending, async () => {
      if (failure !== undefined && failure !== ROLLED_BACK) throw failure;
      return [];
    });
  }

  async #answer(id: number, work: () => Promise<readonly Row[]>): Promise<void> {
    try {
      this.#reply({ id, rows: await work() });
    } catch (error) {
      this.#reply({ id, error: fieldsOf(error) });
      // A WebAssembly module that trapped is in an unknown state, so this thread ends.
      if (error instanceof Error && error.name === 'RuntimeError') throw error;
    }
  }

  #transaction(number: number): OpenTransaction {
    const found = this.#transactions.get(number);
    if (!found) throw new Error(`There is no open transaction ${number}`);
    return found;
  }
}

function fieldsOf(error: unknown): ErrorFields {
  // The other thread creates our error classes from the PostgreSQL fields.
  const original =
    error instanceof Error && error.cause instanceof messages.DatabaseError ? error.cause : error;
  const { code, constraint, detail } = original instanceof messages.DatabaseError ? original : {};
  return {
    name: original instanceof Error ? original.name : 'Error',
    message: original instanceof Error ? original.message : String(original),
    stack: original instanceof Error ? original.stack : undefined,
    code,
    constraint,
    detail,
  };
}
