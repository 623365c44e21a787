import type { Random } from '../../domain/ports.ts';
import { backoff } from '../../domain/waits.ts';

/** Files that wait after a failure. Each rests alone. */
export class FileRests {
  readonly #random: Random;
  readonly #rests = new Map<string, { readonly failures: number; readonly until: number }>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Device times in ms before which a file is not tried again. */
  get notBefore(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#rests, ([hash, { until }]) => [hash, until]));
  }

  rest(hash: string, now: number): void {
    const failures = (this.#rests.get(hash)?.failures ?? -1) + 1;
    this.#rests.set(hash, { failures, until: now + backoff(failures, this.#random) });
  }

  end(hash: string): void {
    this.#rests.delete(hash);
  }

  endAll(): void {
    this.#rests.clear();
  }

  keepOnly(waiting: ReadonlySet<string>): void {
    for (const hash of this.#rests.keys()) if (!waiting.has(hash)) this.#rests.delete(hash);
  }
}
