import { dateFormat, MEDIUM_DATE } from '../../words/formats.ts';

// All formatters use UTC, because a formatter keeps the time zone in which it was created, but users travel.

const date = dateFormat({ month: 'short', day: 'numeric' });
const dateOfYear = dateFormat(MEDIUM_DATE);
const weekday = dateFormat({ weekday: 'short' });
const weekdayAndDate = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' });
const weekdayAndDateOfYear = dateFormat({ weekday: 'short', ...MEDIUM_DATE });
const longDay = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const longDayOfYear = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const time = dateFormat({ hour: 'numeric', minute: '2-digit' });
const dateAndTime = dateFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const full = dateFormat({ ...MEDIUM_DATE, hour: 'numeric', minute: '2-digit' });

/** 'Mar 5' */
export function formatDate(day: string): string {
  return date().format(startOf(day));
}

/** 'Mar 5, 2026' */
export function formatDateOfYear(day: string): string {
  return dateOfYear().format(startOf(day));
}

/** 'Thu' */
export function formatWeekday(day: string): string {
  return weekday().format(startOf(day));
}

/** 'Thu, Mar 5', with the year if the day is not in this year */
export function formatWeekdayAndDate(day: string, today: string): string {
  return (isSameYear(day, today) ? weekdayAndDate() : weekdayAndDateOfYear()).format(startOf(day));
}

/** 'Thursday, March 5', with the year if the day is not in the year of `today` */
export function formatLongDay(day: string, today = day): string {
  return (isSameYear(day, today) ? longDay() : longDayOfYear()).format(startOf(day));
}

/** 'Mar 2 – 8', or 'Mar 30 – Apr 5', with the year if no day is in the year of `today`, or the days are in two years */
export function formatWeek(first: string, last: string, today = first): string {
  const isNear = isSameYear(first, today) || isSameYear(last, today);
  return (isNear ? date() : dateOfYear()).formatRange(startOf(first), startOf(last));
}

/** '5:39 AM' today, 'Mar 5, 5:39 AM' this year, otherwise with the year. Takes ms since 1970. */
export function formatMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return time().format(asUtc(then));
  if (then.getFullYear() !== today.getFullYear()) return formatFull(at);
  return dateAndTime().format(asUtc(then));
}

/** 'Mar 5, 2026, 5:39 AM' */
export function formatFull(at: number): string {
  return full().format(asUtc(new Date(at)));
}

/** '9:05 AM' for '09:05', '1:00 PM – 3:00 PM' for '13:00-15:00' */
export function formatClock(clock: string): string {
  return clock
    .split('-')
    .map((point) => time().format(Date.parse(`2000-01-01T${point}:00Z`)))
    .join('\u2009–\u2009');
}

function isSameYear(day: string, other: string): boolean {
  return day.slice(0, 4) === other.slice(0, 4);
}

/** Midnight UTC, in ms. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** In ms, the device's local time as if its zone were UTC. */
function asUtc(then: Date): number {
  return then.getTime() - then.getTimezoneOffset() * 60_000;
}
