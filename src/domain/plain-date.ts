/**
 * 'YYYY-MM-DD'. A day is not a moment, so time zones cannot shift it. Other text occurs only in drafts, and
 * `checkDraft` refuses it.
 */
export type PlainDate = string | null;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** The rest of an ISO 8601 date after the day. Some servers write a space instead of the T. */
const TIME = /^[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)? ?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

const MIDNIGHT = /^[T ]00:00(:00([.,]0+)?)? ?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

const MINUTE_MS = 60_000;

/** Keeps the day as written, whatever its time zone. */
export function readDay(value: unknown): PlainDate {
  if (typeof value !== 'string') return null;
  const day = value.slice(0, 10);
  return isDay(day) && (!hasTime(value) || TIME.test(value.slice(10))) ? day : null;
}

/** Returns the value as written, but only the day of an invalid moment. */
export function readDayOrTime(value: unknown): PlainDate {
  const day = readDay(value);
  if (day === null || typeof value !== 'string') return null;
  return Number.isNaN(Date.parse(value)) ? day : value;
}

/** `value` must come from `readDayOrTime`. */
export function hasTime(value: string): boolean {
  return value.length > 10;
}

/** Returns the time if it is midnight, as some servers write for a day; else ''. */
export function midnightOf(value: string): string {
  const time = value.slice(10);
  return MIDNIGHT.test(time) ? time : '';
}

export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Returns the day on the device's calendar. */
export function dayAt(at: number): string {
  const local = new Date(at);
  const pad = (part: number, length = 2): string => String(part).padStart(length, '0');
  return `${pad(local.getFullYear(), 4)}-${pad(local.getMonth() + 1)}-${pad(local.getDate())}`;
}

/** Returns 'HH:MM' on the device's clock. */
export function clockAt(at: number): string {
  const local = new Date(at);
  return [local.getHours(), local.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

export function daysFrom(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Returns a negative number if `to` is the earlier day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * MINUTE_MS));
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

/** Sunday first. */
export function weekOf(day: string): string[] {
  return Array.from({ length: 7 }, (_, n) => daysFrom(sundayOf(day), n));
}

/**
 * Returns ms. A day with a clock change is not 24 h long. If the clock went back over midnight, returns a minute,
 * after which the caller asks again.
 */
export function untilMidnight(at: number): number {
  const midnight = new Date(at);
  midnight.setHours(24, 0, 0, 0);
  const left = midnight.getTime() - at;
  return left > 0 ? left : MINUTE_MS;
}

/**
 * How a server writes dates, as far as this device has seen. Some servers write a day as midnight UTC. If a server's
 * dates are moments, midnight UTC is a normal time: 4 PM in California in winter.
 */
export interface DateForms {
  /** The first moment that was not midnight; new moments copy its form. While null, midnights are days. */
  readonly moment: string | null;
  readonly days: boolean;
}

export const NO_DATE_FORMS: DateForms = { moment: null, days: false };

/** Returns the same object if the value shows nothing new. */
export function withDateForm(forms: DateForms, value: unknown): DateForms {
  if (forms.days && forms.moment !== null) return forms;
  const date = readDayOrTime(value);
  if (date === null) return forms;
  if (!hasTime(date)) return forms.days ? forms : { ...forms, days: true };
  return forms.moment === null && midnightOf(date) === '' ? { ...forms, moment: date } : forms;
}

export function isDayOnly(date: string, { moment }: Pick<DateForms, 'moment'>): boolean {
  return !hasTime(date) || (moment === null && midnightOf(date) !== '');
}

const ZONE = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** Converts a local 'YYYY-MM-DD HH:mm:ss' to the UTC offset of `like`, if it has one. */
export function timeLike(like: string, local: string): string {
  const written = local.replace(' ', 'T');
  const zone = ZONE.exec(like)?.[0];
  if (zone === undefined) return written;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const there = new Date(new Date(written).getTime() + offset).toISOString();
  return there.replace(/(\.\d+)?Z$/, zone);
}
