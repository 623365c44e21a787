/**
 * A day of the calendar, 'YYYY-MM-DD': never a moment, so that no time zone can move it. Other text occurs only in drafts,
 * and `checkDraft` refuses it.
 */
export type PlainDate = string | null;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** What follows the day in a date-time: ISO 8601, with a blank for the T as some servers write it. */
const TIME = /^[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)? ?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

const MIDNIGHT = /^[T ]00:00(:00([.,]0+)?)? ?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

const MINUTE_MS = 60_000;

/** The day in a server's text. A date-time counts as the day that is written in it. Null for anything else. */
export function readDay(value: unknown): PlainDate {
  if (typeof value !== 'string') return null;
  const day = value.slice(0, 10);
  return isDay(day) && (!hasTime(value) || TIME.test(value.slice(10))) ? day : null;
}

/** Like `readDay`, but a date-time stays one: it is kept in the form it came in. Where it names no moment, the day stays. */
export function readDayOrTime(value: unknown): PlainDate {
  const day = readDay(value);
  if (day === null || typeof value !== 'string') return null;
  return Number.isNaN(Date.parse(value)) ? day : value;
}

/** Whether a value of `readDayOrTime` says a time of day as well. */
export function hasTime(value: string): boolean {
  return value.length > 10;
}

/** How a server that keeps moments writes a day: as its midnight. '' where a value is no such moment. */
export function midnightOf(value: string): string {
  const time = value.slice(10);
  return MIDNIGHT.test(time) ? time : '';
}

/** True for a day that the calendar has. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The day that a device's own calendar shows at `at` (ms since 1970). */
export function dayAt(at: number): string {
  const local = new Date(at);
  const pad = (part: number, length = 2): string => String(part).padStart(length, '0');
  return `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
}

/** The day that comes `count` days after a day of the calendar; before it where `count` is negative. */
export function daysFrom(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export function dayAfter(day: string): string {
  return daysFrom(day, 1);
}

export function dayBefore(day: string): string {
  return daysFrom(day, -1);
}

/** The Sunday that the week of a day begins with. */
export function sundayOf(day: string): string {
  return daysFrom(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** The days from Sunday to Saturday around a day of the calendar. */
export function weekOf(day: string): string[] {
  return Array.from({ length: 7 }, (_, n) => daysFrom(sundayOf(day), n));
}

/**
 * Milliseconds from `at` until the device's next midnight; a day with a change of the clock is not 24 h. Where
 * the clock was put back over midnight, that midnight is past and comes again: a minute, to ask once more.
 */
export function untilMidnight(at: number): number {
  const midnight = new Date(at);
  midnight.setHours(24, 0, 0, 0);
  const left = midnight.getTime() - at;
  return left > 0 ? left : MINUTE_MS;
}
