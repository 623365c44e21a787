import { clockAt, type DateForms, isDayOnly, timeLike } from '../plain-date.ts';
import type { WorkOrder } from '../work-order.ts';

/** The time of a new date on a server that has no days, if no time was chosen. */
const MORNING = '08:00';

/**
 * Keeps the form: a day stays a day, a moment keeps its clock time and its offset.
 * @param clock 'HH:MM', the new time of a date that has one
 */
export function movedTo(
  scheduled: WorkOrder['scheduled_date'],
  day: string,
  dates: DateForms,
  clock?: string,
): string {
  if (!scheduled) return newDate(day, dates, clock);
  if (isDayOnly(scheduled, dates)) return day + scheduled.slice(10);
  return timeLike(scheduled, `${day} ${clock ?? clockAt(Date.parse(scheduled))}:00`);
}

/** A server that writes only moments would store a plain day as a moment, perhaps of the day before. */
function newDate(day: string, { moment, days }: DateForms, clock = MORNING): string {
  return days || moment === null ? day : timeLike(moment, `${day} ${clock}:00`);
}
