import { formatDay } from './format-day.ts';

/** A day, or a moment, in words; '-' where none is known. */
export function DayText({ value }: { readonly value: string | null }) {
  return value === null || value === '' ? '-' : <time dateTime={value}>{formatDay(value)}</time>;
}
