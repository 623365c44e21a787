import type { LiveCollection } from '../../db/live-collection.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';
import type { DeviceServices } from '../device.ts';

const RETRY_MS = 30_000;

interface Options {
  readonly device: Pick<DeviceServices, 'clock' | 'connectivity' | 'log' | 'page'>;
  readonly collections: readonly Pick<LiveCollection, 'getSnapshot' | 'subscribe'>[];
  /** Loads and starts the engine. */
  readonly start: () => Promise<SyncEngine>;
  /** Aborts before `stop` is called: nothing is started any more. */
  readonly closing: AbortSignal;
}

/** Starts the engine of an open account once its lists have been read, and again until its code could be loaded. */
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
    const closed = new Promise((resolve) => closing.addEventListener('abort', resolve));
    // It would take its turns between the rows that a person waits for.
    await Promise.race([Promise.all(collections.map(whenRead)), closed]);
    while (!closing.aborted) {
      try {
        this.#engine = await start();
        return;
      } catch (error) {
        device.log.error('the sync engine did not start', error);
        await Promise.race([worthAnotherTry(device), closed]);
      }
    }
  }
}

/** Resolves when a collection has been read once. */
function whenRead(collection: Options['collections'][number]): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!collection.getSnapshot().complete) return;
      stop();
      resolve();
    };
    const stop = collection.subscribe(check);
    check();
  });
}

/** Resolves with a connection, when the page is looked at again, or after 30 s. */
function worthAnotherTry({ clock, connectivity, page }: Options['device']): Promise<void> {
  const ends: (() => void)[] = [];
  return new Promise<void>((resolve) => {
    ends.push(
      clock.setTimer(resolve, RETRY_MS),
      page.onReturn(resolve),
      connectivity.onChange(() => connectivity.isOnline() && resolve()),
    );
  }).finally(() => {
    for (const end of ends) end();
  });
}
