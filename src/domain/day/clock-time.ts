/** A time of day or a span. Stored as '13:00-15:00' or '09:00'. */

const STORED = /^(?:[01]\d|2[0-3]):[0-5]\d(?:-(?:[01]\d|2[0-3]):[0-5]\d)?$/;

const DASHES = /[‐-―−~]/g;
const BETWEEN = /\s*(?:-|(?<![a-z])(?:to|until|till|through|thru)(?![a-z]))\s*/;
/** '2', '2:30', '14.30', '14h30', '1400', also with seconds, AM, PM or hours. */
const POINT =
  /^(?:(\d{1,2})(?:[:.h](\d{2})(?:[:.]\d{2})?)?|(\d{1,2})(\d{2}))\s*(a|am|p|pm|h|hrs?|hours)?(?: o['’]?clock)?$/;
const NAMED: Readonly<Record<string, number>> = { noon: 720, midday: 720, midnight: 0 };

const DAY = 1440;
const HALF_DAY = 720;

/** Minutes since midnight. */
interface Point {
  readonly at: number;
  /** `either`: morning or afternoon is not given. `named`: AM or PM, perhaps for both ends of a span. */
  readonly half: 'either' | 'named' | 'fixed';
}

/**
 * Returns '14:00' for '2 PM' and '13:00-15:00' for '1-3'. Without AM or PM, 7 to 12 is read as written and 1
 * to 6 as afternoon. A leading zero or more than 12 means 24 hours. An ambiguous end takes the reading
 * nearest to the other end. A span may cross midnight.
 */
export function readClockTime(text: string): string | null {
  const typed = text
    .toLowerCase()
    .replace(DASHES, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^between (.+) and /, '$1-')
    .replace(/^(?:from|at|@) ?/, '')
    .replace(/\b([ap])\. ?m\b\.?/g, '$1m');
  if (STORED.test(typed)) return typed;
  const [from, until, ...more] = typed.split(BETWEEN).map(readPoint);
  if (!from || until === null || more.length > 0) return null;
  if (!until) return written(from.at);
  const start = startOf(from, until);
  const end = until.half === 'either' ? nearest(until, (at) => minutesFrom(start, at)) : until.at;
  return `${written(start)}-${written(end)}`;
}

function readPoint(text: string): Point | null {
  const named = NAMED[text.replace(/^12 /, '')];
  if (named !== undefined) return { at: named, half: 'fixed' };
  const [, plain, plainMinutes, joined, joinedMinutes, half = ''] = POINT.exec(text) ?? [];
  const digits = plain ?? joined ?? '';
  const minutes = Number(plainMinutes ?? joinedMinutes ?? 0);
  const hours = Number(digits);
  if (digits === '' || text === '0' || hours > 23 || minutes > 59) return null;
  const at = hours * 60 + minutes;
  switch (half.charAt(0)) {
    case 'a':
      return hours > 12 ? null : { at: at % HALF_DAY, half: 'named' };
    case 'p':
      return hours === 0 ? null : { at: (at % HALF_DAY) + HALF_DAY, half: 'named' };
    case 'h':
      return { at, half: 'fixed' };
    default:
      if (digits.startsWith('0') || hours > 12) return { at, half: 'fixed' };
      return { at: hours < 7 ? at + HALF_DAY : at, half: 'either' };
  }
}

function startOf(from: Point, until: Point): number {
  if (from.half !== 'either' || until.half === 'either') return from.at;
  if (until.half === 'named') return nearest(from, (at) => minutesFrom(at, until.at));
  // In '6:00-14:00', the start uses 24 hours like the end. As PM, it would be later than the end.
  return from.at < (until.at || DAY) ? from.at : from.at % HALF_DAY;
}

function nearest({ at }: Point, distance: (at: number) => number): number {
  const other = (at + HALF_DAY) % DAY;
  return distance(other) < distance(at) ? other : at;
}

function minutesFrom(start: number, end: number): number {
  return (end - start + DAY) % DAY || DAY;
}

function written(at: number): string {
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
