import type { Random } from '../../domain/ports.ts';
import { isOver } from '../../outbox/retry-policy.ts';

/** Refusals closer together than this are of one burst, in ms. */
const BURST_MS = 30_000;
/** A server that has not refused for so long may be asked as usual, in ms. */
const FORGET_MS = 15 * 60_000;
const FIRST_MS = 60_000;
const LONGEST_MS = 10 * 60_000;

/**
 * A server that counts requests is spared what nobody waits for: pulls and changes that somebody waits for have what
 * it allows, on this device and on others that share it. One refusal may have been a burst of our own; from the
 * second on it is spared twice as long each time.
 */
export class SparedServer {
  #refusedAt: number | null = null;
  #forMs = 0;
  #until = 0;

  /** @param now device time in ms */
  refused(now: number, random: Random): void {
    const since = this.#refusedAt === null ? Number.POSITIVE_INFINITY : now - this.#refusedAt;
    this.#refusedAt = now;
    if (since >= 0 && since < BURST_MS) return;
    const isAgain = since >= BURST_MS && since < FORGET_MS;
    this.#forMs = isAgain ? Math.min(LONGEST_MS, 2 * this.#forMs || FIRST_MS) : 0;
    this.#until = now + this.#forMs * (0.9 + 0.1 * random());
  }

  /** Device time in ms until when nothing is asked that nobody waits for. A clock that was put back makes it void. */
  until(now: number): number {
    return isOver(this.#until, now, LONGEST_MS) ? 0 : this.#until;
  }
}
