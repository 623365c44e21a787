import { daysBetween } from '../../../domain/plain-date.ts';
import { formatDate, formatDateOfYear } from '../../../ui/text/format-date.ts';
import { dateFormat } from '../../../words/formats.ts';

const weekday = dateFormat({ weekday: 'long' });

/** 'Friday' within six days of today, otherwise 'Mar 5', with the year if the day is not in this year. */
export function formatNearDay(day: string, today: string): string {
  if (Math.abs(daysBetween(day, today)) <= 6) return weekday().format(Date.parse(`${day}T00:00:00Z`));
  return day.slice(0, 4) === today.slice(0, 4) ? formatDate(day) : formatDateOfYear(day);
}
