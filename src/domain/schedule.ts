import { type DateForms, dayAfter, dayAt, daysFrom, isDay, isDayOnly, sundayOf } from './plain-date.ts';

/** Returns a day of the device's calendar. */
export function scheduledDay(scheduled: string, dates: DateForms): string {
  return isDayOnly(scheduled, dates) ? scheduled.slice(0, 10) : dayAt(Date.parse(scheduled));
}

/** Returns a sort key: by day, then days without a time, then by moment. */
export function scheduledOrder(scheduled: string, dates: DateForms): string {
  const day = scheduledDay(scheduled, dates);
  return isDayOnly(scheduled, dates) ? day : `${day} ${Date.parse(scheduled)}`;
}

/** Filters in a URL, besides 'FROM..TO', where either day may be blank. */
export const DATE_CHOICES = ['today', 'tomorrow', 'week', 'overdue', 'none'] as const;

type DateTest = (date: unknown, isOver: boolean) => boolean;

interface DaySpan {
  readonly from: string;
  readonly to: string;
}

export function readSpan(text: string): DaySpan | null {
  const [from = '', to, ...more] = text.split('..');
  if (to === undefined || more.length > 0 || from + to === '') return null;
  return [from, to].every((day) => day === '' || isDay(day)) ? { from, to } : null;
}

/**
 * Weeks begin on Sunday. An unknown choice matches nothing. 'overdue' matches open records of earlier days. Four
 * places have other rules for a late work order: `day/plan-ahead.ts` (dashboard) and `schedule/index-days.ts` (tray)
 * leave out those in progress, `day/plan-day.ts` (day) lists them as running, and `day/late.ts` (dashboard and Today)
 * also marks today's past their time, or past the end of their span.
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
