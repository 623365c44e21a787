import { useSyncExternalStore } from 'react';
import { dayAt, untilMidnight } from '../domain/plain-date.ts';
import type { Clock, PageLife } from '../domain/ports.ts';
import { useRecordServices } from '../records/record-services.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/**
 * The clock and the calendar of the device, as all screens follow them. A timer stands still while a device sleeps, so time
 * is also read whenever a person turns to the page.
 */
class DeviceTime {
  readonly #clock: Clock;
  readonly #page: PageLife;
  readonly #listeners = new Set<() => void>();
  #now: number;
  #stop = (): void => undefined;
  #cancelTimer = (): void => undefined;

  constructor(clock: Clock, page: PageLife) {
    this.#clock = clock;
    this.#page = page;
    this.#now = clock.now();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      this.#stop = this.#page.onReturn(this.#tick);
      this.#wait();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop();
      this.#cancelTimer();
    };
  };

  /** Stays the same for a second: React compares what it reads while it draws a screen. */
  now = (): number => {
    const now = this.#clock.now();
    if (Math.abs(now - this.#now) >= SECOND_MS) this.#now = now;
    return this.#now;
  };

  today = (): string => dayAt(this.#clock.now());

  /** Differs in another time zone, by what it does in winter and in summer. */
  zone = (): string => {
    const year = new Date(this.#clock.now()).getFullYear();
    return [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join();
  };

  #tick = (): void => {
    this.#wait();
    for (const listener of this.#listeners) listener();
  };

  /** A page that nobody sees waits for no minute: it reads the time when it is seen again. */
  #wait(): void {
    this.#cancelTimer();
    if (!this.#page.isVisible()) return;
    const ms = Math.min(MINUTE_MS, untilMidnight(this.#clock.now()));
    this.#cancelTimer = this.#clock.setTimer(this.#tick, ms);
  }
}

/** One for all screens, so that all of them change at once. */
const times = new WeakMap<Clock, DeviceTime>();

function useTime(): DeviceTime {
  const { clock, page } = useRecordServices();
  const time = times.get(clock) ?? new DeviceTime(clock, page);
  times.set(clock, time);
  return time;
}

/** Device time in ms, live: read again once a minute and whenever a person turns to the page. */
export function useNow(): number {
  const { subscribe, now } = useTime();
  return useSyncExternalStore(subscribe, now);
}

/** The day of the device's own calendar, live. */
export function useToday(): string {
  const { subscribe, today } = useTime();
  return useSyncExternalStore(subscribe, today);
}

/** Returns a text that changes with the device's time zone, so that moments are drawn again. */
export function useZone(): string {
  const { subscribe, zone } = useTime();
  return useSyncExternalStore(subscribe, zone);
}
