import { type DateForms, isDay, isDayOnly, NO_DATE_FORMS } from '../domain/plain-date.ts';
import { formatDateOfYear, formatFull } from '../ui/text/format-date.ts';

interface Props {
  readonly value: string | null;
  /** The server's way to write it; absent if it is a day for sure. */
  readonly dates?: DateForms;
}

/** A day, or a moment, in words; '-' where none is known. */
export function DayText({ value, dates }: Props) {
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
