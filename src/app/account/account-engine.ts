import type { LiveCollection } from '../../db/live-collection.ts';
import { type Clock, delay, type Log } from '../../domain/ports.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

interface Options {
  readonly device: { readonly clock: Clock; readonly log: Log };
  readonly collections: readonly LiveCollection[];
  /** Loads and starts the engine. */
  readonly start: () => Promise<SyncEngine>;
  /** Aborts before `stop` is called: nothing is started any more. */
  readonly closing: AbortSignal;
}

/** The engine of an open account: started after the first rows, and again until its code could be loaded. */
export class AccountEngine {
  readonly #options: Options;
  readonly #started: Promise<void>;
  #engine: SyncEngine | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#started = this.#run();
  }

  /** Tells the engine to check the session again. */
  wake(): void {
    this.#engine?.wake();
  }

  async stop(when: 'now' | 'finished'): Promise<void> {
    await this.#started;
    await this.#engine?.stop(when);
  }

  async #run(): Promise<void> {
    const { device, collections, start, closing } = this.#options;
    await Promise.all(collections.map((one) => whenRead(one, closing)));
    for (let wait = FIRST_RETRY_MS; !closing.aborted; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        this.#engine = await start();
        return;
      } catch (error) {
        device.log.error('the sync engine did not start', error);
        await delay(device.clock, wait, closing);
      }
    }
  }
}

/**
 * Resolves when a collection has been read once, so that the engine's code loads after the first rows; or
 * when `signal` aborts, since then it never will be.
 */
function whenRead(collection: LiveCollection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!collection.getSnapshot().complete && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const stop = collection.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}
