import { type DateForms, dayAfter, dayAt, daysFrom, isDay, isDayOnly, sundayOf } from './plain-date.ts';
import type { WorkOrder } from './work-order.ts';

const OVER: readonly string[] = ['completed', 'cancelled'];

/** Work orders in a step: about a millisecond. */
const STEP = 500;

interface Upcoming {
  readonly today: string;
  readonly count: number;
  readonly dates: DateForms;
}

/**
 * The first `count` work orders that are to be done today or later, the next one first; within a day by time. Whoever
 * draws the steps may do other things between any two.
 */
export function* nextUp<Row extends { readonly view: Pick<WorkOrder, 'status' | 'scheduled_date'> }>(
  rows: readonly Row[],
  { today, count, dates }: Upcoming,
): Generator<void, readonly Row[]> {
  let coming: { row: Row; at: string }[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) {
      coming = firstOf(coming, count);
      yield;
    }
    const { scheduled_date: scheduled, status } = row.view;
    if (typeof scheduled !== 'string' || scheduled === '' || OVER.includes(status)) continue;
    const at = scheduledOrder(scheduled, dates);
    if (at.slice(0, 10) >= today) coming.push({ row, at });
  }
  return firstOf(coming, count).map(({ row }) => row);
}

/** Stable. */
function firstOf<T extends { readonly at: string }>(coming: T[], count: number): T[] {
  return coming.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).slice(0, count);
}

/** Returns the day of a `scheduled_date` in the device's calendar. */
export function scheduledDay(scheduled: string, dates: DateForms): string {
  return isDayOnly(scheduled, dates) ? scheduled.slice(0, 10) : dayAt(Date.parse(scheduled));
}

/** Returns a sort key: by day, days without a time first, then by the moment. */
export function scheduledOrder(scheduled: string, dates: DateForms): string {
  const day = scheduledDay(scheduled, dates);
  return isDayOnly(scheduled, dates) ? day : `${day} ${Date.parse(scheduled)}`;
}

/** Values of a date filter in an address, beside 'FROM..TO', of which one may be blank. */
export const DATE_CHOICES = ['today', 'tomorrow', 'week', 'overdue', 'none'] as const;

/** Tells if a filter keeps a record. `isOver`: its work is over. */
type DateTest = (date: unknown, isOver: boolean) => boolean;

/** Either day may be ''. */
interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** Reads '2026-03-01..2026-03-31'; null for other text. */
export function readSpan(text: string): DaySpan | null {
  const [from = '', to, ...more] = text.split('..');
  if (to === undefined || more.length > 0 || from + to === '') return null;
  return [from, to].every((day) => day === '' || isDay(day)) ? { from, to } : null;
}

/**
 * What a choice means on a day of the device's calendar. A week begins on Sunday. Of what is no choice nothing is meant.
 */
export function dateTest(choice: string, today: string, dates: DateForms): DateTest {
  const dayOf = (date: unknown): string =>
    typeof date === 'string' && date !== '' ? scheduledDay(date, dates) : '';
  if (choice === 'none') return (date) => dayOf(date) === '';
  if (choice === 'overdue') {
    return (date, isOver) => {
      const day = dayOf(date);
      return day !== '' && day < today && !isOver;
    };
  }
  const span = spanOf(choice, today);
  if (!span) return () => false;
  const { from, to } = span;
  return (date) => {
    const day = dayOf(date);
    return day !== '' && day >= from && (to === '' || day <= to);
  };
}

function spanOf(choice: string, today: string): DaySpan | null {
  switch (choice) {
    case 'today':
      return { from: today, to: today };
    case 'tomorrow': {
      const day = dayAfter(today);
      return { from: day, to: day };
    }
    case 'week': {
      const from = sundayOf(today);
      return { from, to: daysFrom(from, 6) };
    }
    default:
      return readSpan(choice);
  }
}
