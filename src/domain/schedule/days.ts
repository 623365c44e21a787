import { daysFrom, isDay, sundayOf, weekOf } from '../plain-date.ts';

/** In the order of their buttons. Stored in addresses. */
export const SCHEDULE_VIEWS = ['week', 'day', 'month', 'agenda'] as const;
export type ScheduleView = (typeof SCHEDULE_VIEWS)[number];

const WEEKS_OF_MONTH = 6;

/** Returns the days that a view draws. Weeks begin on Sunday. The agenda goes on without an end. */
export function daysOfView(view: Exclude<ScheduleView, 'agenda'>, day: string): readonly string[] {
  if (view === 'day') return [day];
  if (view === 'week') return weekOf(day);
  const first = sundayOf(`${monthOf(day)}-01`);
  return Array.from({ length: 7 * WEEKS_OF_MONTH }, (_, n) => daysFrom(first, n));
}

/** Returns 'YYYY-MM'. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Returns the day that the view shows after a step back (-1) or ahead (1). A month keeps the day if it has it. */
export function steppedDay(view: ScheduleView, day: string, step: -1 | 1): string {
  if (view === 'month') return inMonth(day, step);
  return daysFrom(day, view === 'day' ? step : 7 * step);
}

function inMonth(day: string, step: -1 | 1): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + step;
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
  const wanted = Number(day.slice(8));
  // No month is shorter than 28 days.
  const last = [31, 30, 29, 28].find((length) => length <= wanted && isDay(`${month}-${length}`));
  return `${month}-${String(last ?? wanted).padStart(2, '0')}`;
}

interface ShownDays {
  readonly view: ScheduleView;
  readonly day: string;
}

/** Reads an address. Text that is no view or no day counts as absent. */
export function readShownDays(
  given: { readonly view: string | null; readonly day: string | null },
  { today, first }: { readonly today: string; readonly first: ScheduleView },
): ShownDays {
  return {
    view: SCHEDULE_VIEWS.find((view) => view === given.view) ?? first,
    day: given.day !== null && isDay(given.day) ? given.day : today,
  };
}
