import { WEEKDAYS, weekdayWords } from '../../words/weekdays.ts';
import { formatDate, formatDateOfYear } from './format-day.ts';

/** 'Thu' for '2026-03-05'. */
export function formatWeekday(day: string): string {
  return weekdayOf(day).slice(0, 3);
}

/** 'Thu, Mar 5' for '2026-03-05', with its year where that is not the year of `today`. */
export function formatWeekdayAndDate(day: string, today: string): string {
  const date = day.slice(0, 4) === today.slice(0, 4) ? formatDate(day) : formatDateOfYear(day);
  return weekdayWords.weekdayAndDate({ weekday: formatWeekday(day), date });
}

/** 'Thursday' for '2026-03-05'. */
export function weekdayOf(day: string): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}
