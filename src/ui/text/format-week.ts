import { calendarWords } from '../../words/calendar.ts';
import { weekWords } from '../../words/week.ts';
import { weekdayWords } from '../../words/weekdays.ts';
import { dateOf, formatDate, monthOf } from './format-day.ts';
import { weekdayOf } from './format-weekday.ts';

/** 'Thursday, March 5' for '2026-03-05'. */
export function formatLongDay(day: string): string {
  const date = calendarWords.date({ month: monthOf(day), day: dateOf(day) });
  return weekdayWords.weekdayAndDate({ weekday: weekdayOf(day), date });
}

/** 'Mar 2 – 8', or 'Mar 30 – Apr 5', for the first and the last day of a week. */
export function formatWeek(first: string, last: string): string {
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  return weekWords.week({
    first: formatDate(first),
    last: isOneMonth ? String(dateOf(last)) : formatDate(last),
  });
}
