import type { Random } from '../../../src/domain/ports.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How often a transaction has to wait, and how often for long. */
const OFTEN = 0.35;
const SELDOM = 0.1;
const SHORT_MS = 30;
const LONG_MS = 400;

/** A disk that others use as well: now and then a transaction begins late. */
export class SlowDisk {
  readonly #time: VirtualTime;
  readonly #random: Random;
  /** Whether it is as fast as any other one again. */
  healed = false;

  constructor(time: VirtualTime, random: Random) {
    this.#time = time;
    this.#random = random;
  }

  /** Has `begin` happen later. False where the disk is free: then nothing was done. */
  later(begin: () => void): boolean {
    if (this.healed || this.#random() > OFTEN) return false;
    const most = this.#random() < SELDOM ? LONG_MS : SHORT_MS;
    // Nobody's: what a browser was asked to store it stores, whether or not the tab may run.
    this.#time.setTimer(null, begin, 1 + this.#random() * most);
    return true;
  }
}
