import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  type DateForms,
  dayAt,
  isDay,
  isDayOnly,
  NO_DATE_FORMS,
  untilMidnight,
} from '../domain/plain-date.ts';
import type { Clock, PageLife } from '../domain/ports.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { useRecordServices } from '../records/record-services.ts';
import { formatDateOfYear, formatFull } from '../ui/text/format-date.ts';

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

/**
 * Returns the server's way to write the dates of a collection, live. It is a new object whenever a date would read
 * differently, also in another time zone.
 */
export function useDates(resource: ResourceName): DateForms {
  const collection = useRecordServices().collections[resource];
  const forms = useSyncExternalStore(
    collection.subscribe,
    useCallback(() => collection.getSnapshot().dates, [collection]),
  );
  const zone = useZone();
  return useMemo(() => ({ ...forms, zone }), [forms, zone]);
}

interface DayTextProps {
  readonly value: string | null;
  /** The server's way to write it; absent if it is a day for sure. */
  readonly dates?: DateForms;
}

/** A day, or a moment, in words; '-' where none is known. */
export function DayText({ value, dates }: DayTextProps) {
  if (value === null || value === '') return <span>-</span>;
  return <time dateTime={value}>{formatDay(value, dates)}</time>;
}

/**
 * 'Mar 5, 2026' for '2026-03-05'; a moment as the device's own clock shows it. Text that is neither, as it is.
 */
export function formatDay(value: string, dates: DateForms = NO_DATE_FORMS): string {
  const day = value.slice(0, 10);
  if (isDayOnly(value, dates)) return isDay(day) ? formatDateOfYear(day) : value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? value : formatFull(at);
}
