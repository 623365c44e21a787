import { json, type WireAnswer } from '../../memory-server/wire.ts';

const MINUTE = 60_000;

/** Limits the requests in each minute of the server's clock, as a throttle in front of an API does. */
export class RateLimit {
  readonly #now: () => number;
  #perMinute: number | null = null;
  #minute = 0;
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param perMinute null for no limit */
  set(perMinute: number | null): void {
    this.#perMinute = perMinute;
  }

  /** Counts a request. Returns the refusal if it exceeds the limit. */
  refusal(): WireAnswer | null {
    if (this.#perMinute === null) return null;
    const minute = Math.floor(this.#now() / MINUTE);
    this.#count = minute === this.#minute ? this.#count + 1 : 1;
    this.#minute = minute;
    if (this.#count <= this.#perMinute) return null;
    const seconds = Math.ceil(((minute + 1) * MINUTE - this.#now()) / 1000);
    const body = { detail: `Request was throttled. Expected available in ${seconds} seconds.` };
    return json(429, body, { 'retry-after': String(seconds) });
  }
}
