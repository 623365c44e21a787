import { hasTime, isDay, midnightOf } from '../domain/plain-date.ts';
import { formatDateOfYear } from '../ui/text/format-day.ts';
import { formatFull } from '../ui/text/format-time.ts';

/** A day, or a moment, in words; '-' where none is known. */
export function DayText({ value }: { readonly value: string | null }) {
  return value === null || value === '' ? <span>-</span> : <time dateTime={value}>{formatDay(value)}</time>;
}

/**
 * 'Mar 5, 2026' for '2026-03-05'; a date-time as the device's own clock shows it, but a midnight as the day that
 * is written. Text that is neither, as it is.
 */
export function formatDay(value: string): string {
  const day = value.slice(0, 10);
  if (!hasTime(value) || midnightOf(value) !== '') return isDay(day) ? formatDateOfYear(day) : value;
  const at = Date.parse(value);
  return Number.isNaN(at) ? value : formatFull(at);
}
