import { isQuotaError } from '../../db/storage-watch.ts';
import { BrokenLaneError } from '../../outbox/lane.ts';
import { NotOwnerError, type SyncContext, type WorkResult } from '../sync-context.ts';
import type { EngineStatus } from './engine-status.ts';
import { freeClosedWork } from './free-space.ts';

interface Ports {
  readonly status: EngineStatus;
  readonly isOver: () => boolean;
  /** Told when the server asks for a pause. */
  readonly throttled: () => void;
  readonly wake: () => void;
}

/** The work that is under way beside the loop, and what its end says of the engine. */
export class Tasks {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #tasks = new Set<Promise<void>>();

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  add(work: Promise<WorkResult>): void {
    const { status, isOver, throttled, wake } = this.#ports;
    const task: Promise<void> = work
      .then((result) => {
        if (isOver()) return;
        if (result.pause === 'throttled') throttled();
        status.learn(result);
      })
      .catch((error: unknown) => {
        // What the answer had said of the connection is lost with it. The account may be signed in again by and by.
        status.standBack();
        if (!this.#context.signal.aborted) this.failed('sync work failed', error);
      })
      .finally(() => {
        this.#tasks.delete(task);
        wake();
      });
    this.#tasks.add(task);
  }

  /** Resolves when all of it has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#tasks);
  }

  /** Takes in that a step or a piece of work has thrown. */
  failed(what: string, error: unknown): void {
    if (error instanceof NotOwnerError) return;
    if (isQuotaError(error)) return this.#makeRoom();
    // Trying again would find the same: a person is told, and may have it tried.
    if (error instanceof BrokenLaneError) this.#ports.status.raise('appFault');
    this.#context.log.error(what, error);
  }

  /** Nothing goes on until a person has looked, but what the server can tell again makes room. */
  #makeRoom(): void {
    const { log } = this.#context;
    this.#ports.status.raise('storageFull');
    freeClosedWork(this.#context).catch((error: unknown) => log.error('no room could be made', error));
  }
}
