import { delay } from '../domain/ports.ts';
import { backoff } from './retry-policy.ts';
import type { SyncContext } from './sync-context.ts';

/** A stream that ends sooner, in ms, counts as one that could not be opened: it would be opened without end. */
const LASTING_MS = 60_000;

/** Hears from the server when something has changed, for as long as that is wanted. */
export class PokeStream {
  readonly #context: SyncContext;
  readonly #poked: () => void;
  #open: AbortController | null = null;
  #waiting: AbortController | null = null;

  /** @param poked also called each time it begins to hear: what changed before then was told to nobody */
  constructor(context: SyncContext, poked: () => void) {
    this.#context = context;
    this.#poked = poked;
  }

  want(wanted: boolean): void {
    if (!wanted) {
      this.#open?.abort();
      this.#open = null;
    } else if (this.#open === null) {
      this.#open = new AbortController();
      void this.#keepOpen(this.#open.signal);
    }
  }

  /** The connection may be back: it does not wait for longer. */
  hurry(): void {
    this.#waiting?.abort();
  }

  async #keepOpen(signal: AbortSignal): Promise<void> {
    const { listen, clock, random } = this.#context;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const begunAt = clock.now();
      const result = await listen({ signal, opened: this.#poked, heard: this.#poked });
      if (clock.now() - begunAt >= LASTING_MS) failures = 0;
      // To read is what brings a fresh token.
      if (result === 'refused') this.#poked();
      const waiting = new AbortController();
      this.#waiting = waiting;
      signal.addEventListener('abort', () => waiting.abort(), { signal: waiting.signal });
      await delay(clock, backoff(failures, random), waiting.signal);
      if (waiting.signal.aborted) failures = 0;
      waiting.abort();
    }
  }
}
