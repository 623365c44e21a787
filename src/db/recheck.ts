import { type Clock, delay, type Log } from '../domain/ports.ts';
import type { Changes } from './change-bus.ts';
import { readRow } from './meta-rows.ts';
import { wasCutOff } from './storage-watch.ts';
import type { AppDatabase } from './tables.ts';

const EVERY_MS = 5000;
/** In ms. Leaves time for a message to arrive. */
const ON_ITS_WAY_MS = 500;

interface Options {
  readonly db: AppDatabase;
  readonly changes: Changes;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Reads everything again if fewer messages arrived than commits were counted: a tab may die between its commit and its
 * message.
 * Checks every 5 s, when the user turns to the tab, and when the tab begins to lead.
 */
export class Recheck {
  readonly #options: Options;
  readonly #stopped = new AbortController();
  #readsAll = false;
  #isChecking = false;
  #isWanted = false;

  constructor(options: Options) {
    this.#options = options;
    void this.#keepChecking();
  }

  now(): void {
    this.#isWanted = true;
    if (!this.#isChecking) void this.#checkWhileWanted();
  }

  /** Reads everything again, whatever the counter says: messages may have been lost, or reads cut off. */
  readAll(): void {
    this.#readsAll = true;
    this.now();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #keepChecking(): Promise<void> {
    const { signal } = this.#stopped;
    for (;;) {
      await delay(this.#options.clock, EVERY_MS, signal);
      if (signal.aborted) return;
      this.now();
    }
  }

  async #checkWhileWanted(): Promise<void> {
    this.#isChecking = true;
    while (this.#isWanted && !this.#stopped.signal.aborted) {
      this.#isWanted = false;
      try {
        await this.#check();
      } catch (error) {
        // A frozen page checks again when it resumes.
        if (!wasCutOff(error) && !this.#stopped.signal.aborted)
          this.#options.log.error('checking for changes of other tabs failed', error);
      }
    }
    this.#isChecking = false;
  }

  async #check(): Promise<void> {
    const { db, changes, clock } = this.#options;
    // Reads the counter before the rows. Otherwise a commit between the two would never be noticed.
    const { n = 0 } = (await db.transaction('r', db.meta, (tx) => readRow(tx, 'changes'))) ?? {};
    if (!this.#readsAll && changes.received.lacks(n)) await delay(clock, ON_ITS_WAY_MS, this.#stopped.signal);
    if (this.#stopped.signal.aborted || !(this.#readsAll || changes.received.lacks(n))) return;
    this.#readsAll = false;
    changes.received.catchUp(n);
    changes.everything();
  }
}
