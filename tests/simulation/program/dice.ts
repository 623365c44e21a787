import type { Random } from '../../../src/domain/ports.ts';
import type { Seat } from './program.ts';

/** Draws choices from a seed. */
export class Dice {
  readonly #random: Random;
  constructor(random: Random) {
    this.#random = random;
  }

  below(n: number): number {
    return Math.floor(this.#random() * n);
  }

  chance(p: number): boolean {
    return this.#random() < p;
  }

  one<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  any<T>(list: readonly T[], otherwise: T): T {
    return list[this.below(list.length)] ?? otherwise;
  }

  /** Returns short times often, and long ones rarely. */
  between(low: number, high: number): number {
    return Math.floor(low * (high / low) ** this.#random());
  }

  seat(): Seat {
    return { device: this.below(2), tab: this.below(3) };
  }
}
