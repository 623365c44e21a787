import { useCallback, useSyncExternalStore } from 'react';
import {
  type DateForms,
  dayAt,
  isDay,
  isDayOnly,
  NO_DATE_FORMS,
  untilMidnight,
} from '../domain/plain-date.ts';
import type { Clock, PageLife } from '../domain/ports.ts';
import type { RecordKind } from '../domain/resource-spec.ts';
import { isListed } from '../domain/resource-specs.ts';
import { useRecordServices } from '../records/record-services.ts';
import { formatDateOfYear, formatFull } from '../ui/text/format-date.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Timers stop while a device sleeps, so the clock is also read when the page is shown. */
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

  /** Stable for a second: React requires the same snapshot during a render. */
  now = (): number => {
    const now = this.#clock.now();
    if (Math.abs(now - this.#now) >= SECOND_MS) this.#now = now;
    return this.#now;
  };

  today = (): string => dayAt(this.#clock.now());

  /** Identifies the time zone by its offsets in winter and in summer. */
  zone = (): string => {
    const year = new Date(this.#clock.now()).getFullYear();
    return [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join();
  };

  #tick = (): void => {
    this.#wait();
    for (const listener of this.#listeners) listener();
  };

  /** A hidden page needs no timer: it reads the time when shown. */
  #wait(): void {
    this.#cancelTimer();
    if (!this.#page.isVisible()) return;
    const ms = Math.min(MINUTE_MS, untilMidnight(this.#clock.now()));
    this.#cancelTimer = this.#clock.setTimer(this.#tick, ms);
  }
}

const times = new WeakMap<Clock, DeviceTime>();

function useTime(): DeviceTime {
  const { clock, page } = useRecordServices();
  const time = times.get(clock) ?? new DeviceTime(clock, page);
  times.set(clock, time);
  return time;
}

/** Returns the time in ms, updated once a minute and when the page is shown. */
export function useNow(): number {
  const { subscribe, now } = useTime();
  return useSyncExternalStore(subscribe, now);
}

export function useToday(): string {
  const { subscribe, today } = useTime();
  return useSyncExternalStore(subscribe, today);
}

export function useZone(): string {
  const { subscribe, zone } = useTime();
  return useSyncExternalStore(subscribe, zone);
}

function never(): () => void {
  return () => {};
}

/** Returns a new object whenever dates must be shown differently, such as in another time zone. */
export function useDates(resource: RecordKind): DateForms {
  const { collections } = useRecordServices();
  const collection = isListed(resource) ? collections[resource] : undefined;
  const forms = useSyncExternalStore(
    collection?.subscribe ?? never,
    useCallback(() => collection?.getSnapshot().dates ?? NO_DATE_FORMS, [collection]),
  );
  return inZone(forms, useZone());
}

interface ZonedForms extends DateForms {
  readonly zone: string;
}

/** The same object for all screens, even when they are opened again, because caches are keyed by it. */
const zonedForms = new WeakMap<DateForms, ZonedForms>();

function inZone(forms: DateForms, zone: string): DateForms {
  const known = zonedForms.get(forms);
  if (known?.zone === zone) return known;
  const zoned = { ...forms, zone };
  zonedForms.set(forms, zoned);
  return zoned;
}

interface DayTextProps {
  readonly value: string | null;
  /** Absent for a plain day. */
  readonly dates?: DateForms;
}

export function DayText({ value, dates }: DayTextProps) {
  if (value === null || value === '') return <span>-</span>;
  return <time dateTime={value}>{formatDay(value, dates)}</time>;
}

/** Formats a day as 'Mar 5, 2026', and a moment in the device's time zone. Returns other text unchanged. */
export function formatDay(value: string, dates: DateForms = NO_DATE_FORMS): string {
  const day = value.slice(0, 10);
  if (isDayOnly(value, dates)) return isDay(day) ? formatDateOfYear(day) : value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? value : formatFull(at);
}
