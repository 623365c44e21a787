/** A time of day, or a span of it, as people and other programs write it. Stored as '13:00-15:00' or '09:00'. */

/** The stored form, which is read as it stands. */
const STORED = /^(?:[01]\d|2[0-3]):[0-5]\d(?:-(?:[01]\d|2[0-3]):[0-5]\d)?$/;

const DASHES = /[‐-―−~]/g;
/** Between the beginning and the end of a span. */
const BETWEEN = /\s*(?:-|(?<![a-z])(?:to|until|till|through|thru)(?![a-z]))\s*/;
/** '2', '2:30', '14.30', '14h30', '1400', with seconds that some programs write, and with what says the half of the day. */
const POINT =
  /^(?:(\d{1,2})(?:[:.h](\d{2})(?:[:.]\d{2})?)?|(\d{1,2})(\d{2}))\s*(a|am|p|pm|h|hrs?|hours)?(?: o['’]?clock)?$/;
const NAMED: Readonly<Record<string, number>> = { noon: 720, midday: 720, midnight: 0 };

const DAY = 1440;
const HALF_DAY = 720;

/** Minutes since midnight. */
interface Point {
  readonly at: number;
  /** `either`: the morning or the afternoon, nobody said which. `named`: somebody did, and may have meant both ends. */
  readonly half: 'either' | 'named' | 'fixed';
}

/**
 * The stored form of a time that a person typed: '14:00' for '2 PM', '13:00-15:00' for '1-3'. Null for what is none.
 * Without AM or PM, 7 to 12 is read as written and 1 to 6 in the afternoon; a leading zero or more than 12 means 24 hours.
 * An end that can be read in two ways is read as the one nearest to the other end. A span may go over midnight.
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
  // The other end has 24 hours, and so has this one where it would come later else: '6:00-14:00'.
  return from.at < (until.at || DAY) ? from.at : from.at % HALF_DAY;
}

/** Returns the reading at the shorter distance. */
function nearest({ at }: Point, distance: (at: number) => number): number {
  const other = (at + HALF_DAY) % DAY;
  return distance(other) < distance(at) ? other : at;
}

/** The minutes from one time to the next occurrence of the other. */
function minutesFrom(start: number, end: number): number {
  return (end - start + DAY) % DAY || DAY;
}

function written(at: number): string {
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
