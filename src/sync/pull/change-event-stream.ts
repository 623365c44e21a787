import { SLOW_SILENCE_MS } from '../../api/event-client.ts';
import { delay, eitherOf } from '../../domain/ports.ts';
import { backoff } from '../../outbox/retry-policy.ts';
import type { SyncContext } from '../sync-context.ts';

/** A stream that ends sooner, in ms, counts as one that could not be opened: it would be opened without end. */
const LASTING_MS = 60_000;
/** So many streams in a row that ended before two signs of life, though not at once, and something on the way ends silent ones. */
const CUTS = 2;
const NOT_AT_ONCE_MS = 20_000;
const CLOSING_MS = 1000;

interface Listeners {
  /** Also called each time the stream opens: nobody was told what changed before then. */
  readonly changed: () => void;
  /** Told when the stream opens, and when it ends. */
  readonly opened: (isOpen: boolean) => void;
}

/**
 * Learns from the server when something has changed, for as long as that is wanted.
 *
 * While nothing happens, the companion server ends the stream with each access token, every 15 minutes. With a sign of life
 * every four minutes that is 20 requests and 9 KiB an hour, headers included, and a phone's radio wakes 16 times.
 */
export class ChangeEventStream {
  readonly #context: SyncContext;
  readonly #listeners: Listeners;
  #open: AbortController | null = null;
  #listening: AbortController | null = null;
  #waiting: AbortController | null = null;
  #cuts = 0;

  constructor(context: SyncContext, listeners: Listeners) {
    this.#context = context;
    this.#listeners = listeners;
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
  resetBackoff(): void {
    this.#waiting?.abort();
  }

  /** There is another connection: nothing may ever tell that the one before is dead. */
  renew(): void {
    this.#listening?.abort();
    this.resetBackoff();
  }

  async #keepOpen(signal: AbortSignal): Promise<void> {
    const { listen, clock, random } = this.#context;
    const { changed, opened } = this.#listeners;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const begunAt = clock.now();
      const listening = new AbortController();
      this.#listening = listening;
      const result = await listen({
        seldom: this.#cuts < CUTS,
        signal: eitherOf(signal, listening.signal),
        opened: () => {
          opened(true);
          changed();
        },
        heard: changed,
      });
      opened(false);
      const lastedMs = clock.now() - begunAt;
      if (lastedMs >= LASTING_MS) failures = 0;
      if (listening.signal.aborted) failures = -1;
      if (listening.signal.aborted || signal.aborted) continue;
      this.#noteCut(lastedMs);
      // To read is what brings a fresh token.
      if (result === 'refused') changed();
      const waiting = new AbortController();
      this.#waiting = waiting;
      signal.addEventListener('abort', () => waiting.abort(), { signal: waiting.signal });
      await delay(clock, backoff(failures, random), waiting.signal);
      if (waiting.signal.aborted) failures = 0;
      waiting.abort();
    }
  }

  /** Once streams are known to be cut, signs of life come often for as long as this tab leads. */
  #noteCut(lastedMs: number): void {
    if (this.#cuts >= CUTS) return;
    const isCut = lastedMs >= NOT_AT_ONCE_MS && lastedMs <= SLOW_SILENCE_MS + CLOSING_MS;
    this.#cuts = isCut ? this.#cuts + 1 : 0;
  }
}
