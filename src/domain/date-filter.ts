import type { DateForms } from './date-forms.ts';
import { dayAfter, daysFrom, isDay, sundayOf } from './plain-date.ts';
import { scheduledDay } from './schedule.ts';

/** Dates that a list can be narrowed to, as its address has them; beside these 'FROM..TO', of which one may be blank. */
export const DATE_CHOICES = ['today', 'tomorrow', 'week', 'overdue', 'none'] as const;

/** Whether a record with this date is meant. `isOver`: its work is. */
export type DateTest = (date: unknown, isOver: boolean) => boolean;

/** A first and a last day, of which one may be ''. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** The days that an address names, '2026-03-01..2026-03-31'; null where it names none. */
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
