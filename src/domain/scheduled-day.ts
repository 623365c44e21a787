import { dayAt, hasTime, midnightOf } from './plain-date.ts';

/** The day of the device's calendar that a `scheduled_date` falls on; a midnight is the day that is written. */
export function scheduledDay(scheduled: string): string {
  return isDayOnly(scheduled) ? scheduled.slice(0, 10) : dayAt(Date.parse(scheduled));
}

/** Whether a `scheduled_date` says no time of day. */
export function isDayOnly(scheduled: string): boolean {
  return !hasTime(scheduled) || midnightOf(scheduled) !== '';
}
