import { daysFrom } from '../../../domain/plain-date.ts';
import { formatLongDay } from '../../../ui/text/format-date.ts';
import { dayWords } from '../../../words/jobs.ts';

/** 'Today', 'Yesterday', 'Tomorrow', 'Thursday, March 5', with the year if it is another */
export function dayName(day: string, today: string): string {
  if (day === today) return dayWords.today;
  if (day === daysFrom(today, -1)) return dayWords.yesterday;
  return day === daysFrom(today, 1) ? dayWords.tomorrow : formatLongDay(day, today);
}
