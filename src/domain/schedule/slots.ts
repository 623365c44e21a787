import { readClockTime } from '../day/clock-time.ts';
import { readJob } from '../day/job.ts';
import { nameKey } from '../day/person-names.ts';
import { orderAt } from '../day/plan-day.ts';
import { readText } from '../field.ts';
import { clockAt, type DateForms, isDayOnly, readDayOrTime } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { scheduledDay } from '../schedule.ts';
import type { WorkOrder } from '../work-order.ts';

/** Unreadable fields may hold anything. */
export interface ScheduleRow {
  readonly localId: string;
  readonly view: WorkOrder;
}

/** A work order as the schedule draws it. Days and times are of the device's calendar and clock. */
export interface Slot<Row> {
  readonly row: Row;
  /** Null without a date. */
  readonly day: string | null;
  /** Minutes since midnight; null without a time. */
  readonly from: number | null;
  /** Minutes since the same midnight; null if no end is given. */
  readonly to: number | null;
  /** The time in the notes as written, if it cannot be read. */
  readonly unread: string;
  /** As written. Without names that have no letter. */
  readonly crew: readonly string[];
  /** Sorts the jobs of a day as Today does. */
  readonly order: string;
}

/** In minutes. */
export const DAY = 1440;

/** Reads each row once, because reading notes is slow. Make another one if the forms of dates change. */
export class Slots<Row extends ScheduleRow> {
  readonly dates: DateForms;
  readonly #known = new WeakMap<Row, Slot<Row>>();

  constructor(dates: DateForms) {
    this.dates = dates;
  }

  of(row: Row): Slot<Row> {
    const known = this.#known.get(row);
    if (known) return known;
    const slot = readSlot(row, this.dates);
    this.#known.set(row, slot);
    return slot;
  }
}

function readSlot<Row extends ScheduleRow>(row: Row, dates: DateForms): Slot<Row> {
  const { view } = row;
  const { crew, time } = readJob(readText(view.notes));
  const span = readClockSpan(time);
  const { from, to } = timesOf(view, span, dates);
  return {
    row,
    day: dayOf(view, dates),
    from,
    to,
    unread: span ? '' : time,
    crew: crew.filter((name) => nameKey(name) !== ''),
    order: `${Number(isOver('workOrders', view.status))} ${orderAt(from === null ? '' : clockText(from), view)}`,
  };
}

/** A time in the date counts before the start of the span. */
export function timesOf(
  view: Pick<WorkOrder, 'scheduled_date'>,
  span: ClockSpan | null,
  dates: DateForms,
): Pick<Slot<unknown>, 'from' | 'to'> {
  const from = clockOf(view, dates) ?? span?.from ?? null;
  const length = span ? lengthOf(span) : null;
  return { from, to: from === null || length === null ? null : from + length };
}

/** Returns null without a date, and for text that is none. */
export function dayOf(
  { scheduled_date }: Pick<WorkOrder, 'scheduled_date'>,
  dates: DateForms,
): string | null {
  const scheduled = readDayOrTime(scheduled_date);
  return scheduled && scheduledDay(scheduled, dates);
}

/** Returns the time of a date that has one, in minutes since midnight. */
export function clockOf(
  { scheduled_date }: Pick<WorkOrder, 'scheduled_date'>,
  dates: DateForms,
): number | null {
  const scheduled = readDayOrTime(scheduled_date);
  if (scheduled === null || isDayOnly(scheduled, dates)) return null;
  return clockMinutes(clockAt(Date.parse(scheduled)));
}

/** Minutes since midnight. */
export interface ClockSpan {
  readonly from: number;
  /** Null if no end is given; smaller than `from` if it is on the next day. */
  readonly to: number | null;
}

/** Returns null for text that is no time. */
export function readClockSpan(time: string): ClockSpan | null {
  const [from, to] = readClockTime(time)?.split('-') ?? [];
  return from === undefined
    ? null
    : { from: clockMinutes(from), to: to === undefined ? null : clockMinutes(to) };
}

/** Returns minutes, or null without an end. A span like '09:00-09:00' has no known length. */
export function lengthOf({ from, to }: ClockSpan): number | null {
  return to === null || to === from ? null : (to - from + DAY) % DAY;
}

/** Returns '13:00-15:00' or '09:00'. */
export function writeClockSpan({ from, to }: ClockSpan): string {
  return to === null ? clockText(from) : `${clockText(from)}-${clockText(to)}`;
}

/** Returns 'HH:MM', also for minutes of the next day. */
export function clockText(minutes: number): string {
  const within = minutes % DAY;
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns minutes since midnight for 'HH:MM'. */
export function clockMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}
