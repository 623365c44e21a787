import { calendarWords, MONTHS } from '../../words/calendar.ts';

// Not by the browser's formatter: lists show days with their first rows, and that takes a phone a tenth of a second to begin.

/** 'Mar 5' for '2026-03-05'. */
export function formatDate(day: string): string {
  return calendarWords.date({ month: monthOf(day).slice(0, 3), day: dateOf(day) });
}

/** 'Mar 5, 2026' for '2026-03-05'. */
export function formatDateOfYear(day: string): string {
  const parts = { month: monthOf(day).slice(0, 3), day: dateOf(day), year: Number(day.slice(0, 4)) };
  return calendarWords.dateOfYear(parts);
}

export function monthOf(day: string): string {
  return MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
}

export function dateOf(day: string): number {
  return Number(day.slice(8, 10));
}
