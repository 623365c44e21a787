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

/** All committed data is on disk. */
export class DatabaseThreadError extends Error {
  override readonly name = 'DatabaseThreadError';
  constructor(cause: unknown) {
    super(
      `The embedded database has stopped (${cause instanceof Error ? cause.message : String(cause)}). Everything ` +
        'that was confirmed is stored. Start again to continue.',
      { cause },
    );
  }
}

export type ThreadRequest = DriverRequest extends infer R
  ? R extends DriverRequest
    ? Omit<R, 'id'>
    : never
  : never;

interface Waiting {
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: Error) => void;
}

export class ThreadCalls {
  readonly #worker: Worker;
  readonly #onLost: (error: DatabaseThreadError) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<number, (payload: string | null) => void>();
  #last = OPENED;
  #isOpen = false;
  #lost: DatabaseThreadError | undefined;
  #closing = false;

  /** `onLost` is called once, if the thread ends unexpectedly after `open` has succeeded. */
  constructor(worker: Worker, onLost: (error: DatabaseThreadError) => void) {
    this.#worker = worker;
    this.#onLost = onLost;
  }

  get next(): number {
    return this.#last + 1;
  }

  get isOver(): boolean {
    return this.#lost !== undefined || this.#closing;
  }

  async open(): Promise<void> {
    const opened = this.#replyTo(OPENED);
    this.#worker.on('message', (message: DriverReply | DriverNotification) => this.#receive(message));
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', (code) => this.#lose(new Error(`its thread exited with code ${code}`)));
    try {
      await opened;
      this.#isOpen = true;
    } catch (error) {
      await this.#end();
      throw error;
    }
  }

  async ask(request: ThreadRequest): Promise<readonly Row[]> {
    if (this.#lost) throw new DatabaseUnavailableError(this.#lost);
    this.#last += 1;
    const reply = this.#replyTo(this.#last);
    this.#worker.postMessage({ ...request, id: this.#last } satisfies DriverRequest);
    return reply;
  }

  hear(listener: number, heard: (payload: string | null) => void): () => void {
    this.#listeners.set(listener, heard);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    try {
      if (!this.#lost) await this.ask({ kind: 'close' });
    } finally {
      await this.#end();
    }
  }

  async #end(): Promise<void> {
    this.#closing = true;
    await this.#worker.terminate();
  }

  #replyTo(id: number): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #receive(message: DriverReply | DriverNotification): void {
    if ('listener' in message) {
      this.#listeners.get(message.listener)?.(message.payload);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message) waiting?.reject(errorOf(message.error));
    else waiting?.resolve(message.rows);
  }

  #lose(cause: unknown): void {
    if (this.isOver) return;
    this.#lost = new DatabaseThreadError(cause);
    for (const { reject } of this.#waiting.values()) reject(new DatabaseUnavailableError(this.#lost));
    this.#waiting.clear();
    if (this.#isOpen) this.#onLost(this.#lost);
  }
}

function errorOf({ name, message, stack, code, constraint, detail }: ErrorFields): Error {
  const error = Object.assign(new Error(message), { code, constraint, detail });
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : translateServerError(error);
}
