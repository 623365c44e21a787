import type { Clock } from '../../../src/domain/ports.ts';
import { realTimer } from './real-timer.ts';

/** A clock that moves only when a test moves it. */
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

  /** Sets the clock back. This does not affect timers, which run by elapsed time. */
  putBack(ms: number): void {
    this.#error -= ms;
  }

  /** Lets the device sleep: time passes, but no timer runs. */
  sleep(ms: number): void {
    this.#error += ms;
  }

  setTimer(run: () => void, ms: number): () => void {
    const id = this.#next++;
    this.#timers.set(id, { at: this.#now + ms, run });
    return () => this.#timers.delete(id);
  }

  /** Advances by `ms`, and runs the timers that fall due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let due = this.#dueBy(end); due !== null; due = this.#dueBy(end)) {
      const timer = this.#timers.get(due);
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, timer?.at ?? 0);
      timer?.run();
    }
    this.#now = end;
  }

  /** Returns the first timer that falls due by then. */
  #dueBy(end: number): number | null {
    let [first, at]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const [id, timer] of this.#timers)
      if (timer.at <= end && timer.at < at) [first, at] = [id, timer.at];
    return first;
  }
}

/** A manual clock for tests of screens. Timers of 0 ms only let other work go first, so they run without the test. */
export class ScreenClock extends ManualClock {
  override setTimer(run: () => void, ms: number): () => void {
    return ms <= 0 ? realTimer(run, 0) : super.setTimer(run, ms);
  }
}
