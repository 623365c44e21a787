import type { Clock } from '../../../src/domain/ports.ts';
import { realTimer } from './real-timer.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #error = 0;
  readonly #timers = new Map<number, { at: number; run: () => void }>();
  #next = 0;

  constructor(now = Date.UTC(2026, 0, 15, 9)) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#error;
  }

  /** Somebody puts the clock back. Timers do not mind: they run by time that has passed. */
  putBack(ms: number): void {
    this.#error -= ms;
  }

  setTimer(run: () => void, ms: number): () => void {
    const id = this.#next++;
    this.#timers.set(id, { at: this.#now + ms, run });
    return () => this.#timers.delete(id);
  }

  /** Moves on by `ms`, running what falls due in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => timer.at <= end)
        .sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].run();
    }
    this.#now = end;
  }
}

/** The same under screens: what is to run after no time at all only lets others go first, and waits for no test. */
export class ScreenClock extends ManualClock {
  override setTimer(run: () => void, ms: number): () => void {
    return ms <= 0 ? realTimer(run, 0) : super.setTimer(run, ms);
  }
}
