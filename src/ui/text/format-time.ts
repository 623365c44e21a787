import { calendarWords } from '../../words/calendar.ts';
import { formatDate, formatDateOfYear } from './format-day.ts';

/**
 * A moment (ms since 1970) by the device's clock: '5:39 AM' today, 'Mar 5, 5:39 AM' on another day of the year, with the
 * year in another one.
 */
export function formatMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return formatTime(then);
  if (then.getFullYear() !== today.getFullYear()) return formatFull(at);
  return calendarWords.dateAndTime({ date: formatDate(dayOf(then)), time: formatTime(then) });
}

/** A moment with day and year, for a tooltip or a record of what happened: 'Mar 5, 2026, 5:39 AM'. */
export function formatFull(at: number): string {
  const then = new Date(at);
  return calendarWords.dateAndTime({ date: formatDateOfYear(dayOf(then)), time: formatTime(then) });
}

/** '5:39 AM', by the device's clock. */
export function formatTime(then: Date): string {
  const hours = then.getHours();
  const time = `${hours % 12 || 12}:${twoDigits(then.getMinutes())}`;
  return hours < 12 ? calendarWords.am({ time }) : calendarWords.pm({ time });
}

/** The day on which the device's clock has it: 'YYYY-MM-DD'. */
function dayOf(then: Date): string {
  return `${String(then.getFullYear()).padStart(4, '0')}-${twoDigits(then.getMonth() + 1)}-${twoDigits(then.getDate())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
