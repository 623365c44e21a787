import type { Random } from '../../../src/domain/ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Shares: of transactions that wait, and of waiting ones that wait long. */
const OFTEN = 0.35;
const SELDOM = 0.1;
const SHORT_MS = 30;
const LONG_MS = 400;

/** Starts some transactions late, as a busy disk does. */
export class SlowDisk {
  readonly #time: VirtualTime;
  readonly #random: Random;
  /** True once the disk is no longer slow. */
  healed = false;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  /** Calls `begin` later, or returns false if the disk is free. */
  later(begin: () => void): boolean {
    if (this.healed || this.#random() > OFTEN) return false;
    const most = this.#random() < SELDOM ? LONG_MS : SHORT_MS;
    // Without an owner: the browser stores what it was asked to, even if the tab stops.
    this.#time.setTimer(null, begin, 1 + this.#random() * most);
    return true;
  }
}
