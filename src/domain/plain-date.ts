/**
 * A day of the calendar, 'YYYY-MM-DD': never a moment, so that no time zone can move it. Other text occurs only in drafts,
 * and `checkDraft` refuses it.
 */
export type PlainDate = string | null;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** ISO 8601 after the day. Some servers write a blank for the T. */
const TIME = /^[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)? ?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

const MIDNIGHT = /^[T ]00:00(:00([.,]0+)?)? ?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

const MINUTE_MS = 60_000;

/** Reads the day of a date or date-time as written; null for anything else. */
export function readDay(value: unknown): PlainDate {
  if (typeof value !== 'string') return null;
  const day = value.slice(0, 10);
  return isDay(day) && (!hasTime(value) || TIME.test(value.slice(10))) ? day : null;
}

/** Reads a date or date-time in the form it came in; only the day of an invalid moment. */
export function readDayOrTime(value: unknown): PlainDate {
  const day = readDay(value);
  if (day === null || typeof value !== 'string') return null;
  return Number.isNaN(Date.parse(value)) ? day : value;
}

/** Tells if a value of `readDayOrTime` has a time. */
export function hasTime(value: string): boolean {
  return value.length > 10;
}

/** Returns the midnight that a server of moments writes for a day; '' for another moment. */
export function midnightOf(value: string): string {
  const time = value.slice(10);
  return MIDNIGHT.test(time) ? time : '';
}

/** Tells if the calendar has this day. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns the device's day at `at` (ms since 1970). */
export function dayAt(at: number): string {
  const local = new Date(at);
  const pad = (part: number, length = 2): string => String(part).padStart(length, '0');
  return `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
}

/** Adds days; a negative `count` goes back. */
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

export function sundayOf(day: string): string {
  return daysFrom(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Lists the days of a week, Sunday first. */
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

/**
 * A server's way to write a date that may be a day or a moment, as far as this device has seen. Some servers write a day as
 * midnight in UTC. To a server of moments, that is an hour like any other: 4 PM in California in winter.
 */
export interface DateForms {
  /** The first moment that was no midnight: new ones are written like it. While null, midnights are days. */
  readonly moment: string | null;
  /** The server also keeps days without a time. */
  readonly days: boolean;
}

export const NO_DATE_FORMS: DateForms = { moment: null, days: false };

/** Adds what a server's value shows; returns the same object if that is nothing new. */
export function withDateForm(forms: DateForms, value: unknown): DateForms {
  if (forms.days && forms.moment !== null) return forms;
  const date = readDayOrTime(value);
  if (date === null) return forms;
  if (!hasTime(date)) return forms.days ? forms : { ...forms, days: true };
  return forms.moment === null && midnightOf(date) === '' ? { ...forms, moment: date } : forms;
}

/** Tells if a date says a day and no time of it. */
export function isDayOnly(date: string, { moment }: Pick<DateForms, 'moment'>): boolean {
  return !hasTime(date) || (moment === null && midnightOf(date) !== '');
}

const ZONE = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** Writes a local time 'YYYY-MM-DD HH:mm:ss' with the offset that `like` has, or without one. */
export function timeLike(like: string, local: string): string {
  const written = local.replace(' ', 'T');
  const zone = ZONE.exec(like)?.[0];
  if (zone === undefined) return written;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const there = new Date(new Date(written).getTime() + offset).toISOString();
  return there.replace(/(\.\d+)?Z$/, zone);
}
