import { daysFrom, isDay, type PlainDate } from './plain-date.ts';

/** 'Dec 5', 'December 5th, 2026', 'dec. 5 26' */
const MONTH_FIRST = /^([a-z]{3,9})\.? ?(\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}|\d{2}))?$/;
/** '5 Dec', '5-Dec-26' */
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?(?:,?[ -](\d{4}|\d{2}))?$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
/** '12/5/2026', '12/5/26', '12/5', also with '-' or '.' */
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/;

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** A date without a year may be this many days ago. */
const LATELY = 60;
/** A two-digit year may be this many years ahead. */
const YEARS_AHEAD = 50;

/** Reads numbers month first. A day without a year is the first such day since `LATELY` days ago. */
export function parseDay(text: string, today: string): PlainDate {
  const parts = partsOf(text.trim().toLowerCase().replace(/\s+/g, ' '));
  if (!parts) return null;
  const { year, month, day } = parts;
  if (year !== undefined) return dayOf(wholeYear(year, today), month, day);
  const earliest = daysFrom(today, -LATELY);
  const first = Number(earliest.slice(0, 4));
  // The next leap day may be eight years away.
  const years = Array.from({ length: 10 }, (_, n) => first + n);
  return years.map((one) => dayOf(one, month, day)).find((one) => one !== null && one >= earliest) ?? null;
}

interface Parts {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: number;
}

function partsOf(typed: string): Parts | null {
  const named = MONTH_FIRST.exec(typed);
  if (named) return { year: named[3], month: monthOf(named[1]), day: Number(named[2]) };
  const dayFirst = DAY_FIRST.exec(typed);
  if (dayFirst) return { year: dayFirst[3], month: monthOf(dayFirst[2]), day: Number(dayFirst[1]) };
  const yearFirst = YEAR_FIRST.exec(typed);
  if (yearFirst) return { year: yearFirst[1], month: Number(yearFirst[2]), day: Number(yearFirst[3]) };
  const numbers = NUMBERS.exec(typed);
  if (numbers) return { year: numbers[4], month: Number(numbers[1]), day: Number(numbers[3]) };
  return null;
}

/** Returns 1 to 12; 0 for other words. */
function monthOf(name = ''): number {
  return MONTHS.findIndex((month) => month.startsWith(name)) + 1;
}

function wholeYear(year: string, today: string): number {
  if (year.length === 4) return Number(year);
  const now = Number(today.slice(0, 4));
  const near = now - (now % 100) + Number(year);
  return near > now + YEARS_AHEAD ? near - 100 : near;
}

function dayOf(year: number, month: number, day: number): PlainDate {
  const two = (part: number): string => String(part).padStart(2, '0');
  const written = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isDay(written) ? written : null;
}
