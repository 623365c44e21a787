import { clockAt, type DateForms } from '../plain-date.ts';
import { scheduledDay } from '../schedule.ts';
import { OPEN_WORK_ORDERS, type WorkOrder } from '../work-order.ts';
import type { WorkAhead } from './plan-ahead.ts';
import { startOf } from './plan-day.ts';

interface When {
  readonly now: number;
  readonly today: string;
  readonly dates: DateForms;
}

/** Returns why a job that nobody has started is late: its day is over, or its time today has passed. */
export function latenessOf(job: WorkOrder, { now, today, dates }: When): 'day' | 'time' | null {
  const { scheduled_date: scheduled, status } = job;
  if (!scheduled || !(OPEN_WORK_ORDERS as readonly string[]).includes(status)) return null;
  const day = scheduledDay(scheduled, dates);
  if (day !== today) return day < today ? 'day' : null;
  return isPast(startOf(job, dates), now) ? 'time' : null;
}

/** Counts late jobs of earlier days and of today. */
export function countLate({ late, starts }: WorkAhead<unknown>['today'], now: number): number {
  return late + starts.filter((start) => isPast(start, now)).length;
}

function isPast(start: string, now: number): boolean {
  return start !== '' && start < clockAt(now);
}
