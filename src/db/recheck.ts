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
  /** The next check only adopts the counter, because the tab reads everything anyway. */
  #isFirst = true;
  /** The first check had to wait, so everything is read again after it. */
  #isLate = false;
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

  restart(): void {
    this.#isFirst = true;
    this.#isLate = this.#isChecking;
    this.now();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #keepChecking(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      this.now();
      await delay(this.#options.clock, EVERY_MS, signal);
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
    const isFirst = this.#isFirst;
    const { n = 0 } = (await db.transaction('r', db.meta, (tx) => readRow(tx, 'changes'))) ?? {};
    if (isFirst) {
      this.#isFirst = false;
      changes.received.catchUp(n);
      if (this.#isLate) changes.everything();
      this.#isLate = false;
      return;
    }
    if (changes.received.lacks(n)) await delay(clock, ON_ITS_WAY_MS, this.#stopped.signal);
    if (this.#stopped.signal.aborted || !changes.received.lacks(n)) return;
    changes.received.catchUp(n);
    changes.everything();
  }
}
