import type { Clock } from '../../domain/ports.ts';

/** Wakes whoever sleeps, at a time or when it is rung. Rung while nobody sleeps, it lets the next sleep go by. */
export class Alarm {
  readonly #clock: Clock;
  #isRung = false;
  #wakeUp: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#isRung = true;
    this.#wakeUp();
  }

  /** What rang until now is dealt with. */
  reset(): void {
    this.#isRung = false;
  }

  /**
   * Sleeps until it rings, or until this device time in ms; null is until it rings.
   * @returns how much later than that it is, in ms: more than a moment, and the device was asleep as well
   */
  async sleep(until: number | null): Promise<number> {
    if (this.#isRung) return 0;
    let cancel = (): void => {};
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
      if (until !== null) cancel = this.#clock.setTimer(resolve, Math.max(0, until - this.#clock.now()));
    });
    this.#wakeUp = () => {};
    cancel();
    return until === null ? 0 : this.#clock.now() - until;
  }
}
