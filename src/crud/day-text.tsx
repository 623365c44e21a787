import { hasTime, midnightOf } from '../domain/plain-date.ts';

/** A day, or a moment, in words; '-' where none is known. */
export function DayText({ value }: { readonly value: string | null }) {
  return value === null || value === '' ? '-' : <time dateTime={value}>{formatDay(value)}</time>;
}

// A day is no moment: read and written in one zone, it cannot shift.
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * 'Mar 5, 2026' for '2026-03-05'; a date-time as the device's own clock shows it, but a midnight as the day that
 * is written. Text that is neither, as it is.
 */
export function formatDay(value: string): string {
  const plain = !hasTime(value) || midnightOf(value) !== '';
  const at = Date.parse(plain ? `${value.slice(0, 10)}T00:00:00Z` : value);
  return Number.isNaN(at) ? value : (plain ? DAY : MOMENT).format(at);
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

/** 'Thu' for '2026-03-05'. */
export function weekday(day: string): string {
  return WEEKDAY.format(Date.parse(`${day}T00:00:00Z`));
}
