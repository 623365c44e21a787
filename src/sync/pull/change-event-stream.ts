import { SLOW_SILENCE_MS } from '../../api/event-client.ts';
import { delay, eitherOf } from '../../domain/ports.ts';
import { backoff } from '../../domain/waits.ts';
import { type SyncContext, throttleDelay } from '../sync-context.ts';

/** In ms. A shorter stream counts as failed. */
const LASTING_MS = 60_000;
/**
 * A cut stream lasts a while, but ends before its second heartbeat. This many in a row suggest a proxy that closes silent
 * connections.
 */
const CUTS = 2;
const NOT_AT_ONCE_MS = 20_000;
const CLOSING_MS = 1000;

interface Listeners {
  /** Also called when the stream opens, because earlier changes were not announced. */
  readonly changed: () => void;
  readonly opened: (isOpen: boolean) => void;
}

/** The companion server closes a stream when the access token expires, every 15 minutes. */
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

  resetBackoff(): void {
    this.#waiting?.abort();
  }

  /** Reopens a stream that may have died unnoticed. */
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
        onOpen: () => {
          opened(true);
          changed();
        },
        onChange: changed,
      });
      opened(false);
      const lastedMs = clock.now() - begunAt;
      if (lastedMs >= LASTING_MS) failures = 0;
      if (listening.signal.aborted) failures = -1;
      if (listening.signal.aborted || signal.aborted) continue;
      this.#noteCut(lastedMs);
      // Following the feed renews the token.
      if (result === 'refused') changed();
      const waiting = new AbortController();
      this.#waiting = waiting;
      signal.addEventListener('abort', () => waiting.abort(), { signal: waiting.signal });
      const askedMs = typeof result === 'object' ? throttleDelay(result.retryAfter, clock.now(), random) : 0;
      await delay(clock, Math.max(askedMs, backoff(failures, random)), waiting.signal);
      if (waiting.signal.aborted) failures = 0;
      waiting.abort();
    }
  }

  /** Stops counting at `CUTS`: heartbeats stay frequent for the rest of the term. */
  #noteCut(lastedMs: number): void {
    if (this.#cuts >= CUTS) return;
    const isCut = lastedMs >= NOT_AT_ONCE_MS && lastedMs <= SLOW_SILENCE_MS + CLOSING_MS;
    this.#cuts = isCut ? this.#cuts + 1 : 0;
  }
}
