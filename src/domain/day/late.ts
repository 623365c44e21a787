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

interface LateAndNext<Row> {
  /** The number of late jobs of earlier days and of today. */
  readonly late: number;
  /** Today's first job that is not late, with those without a time last. If all are late, the first. */
  readonly next: Row | undefined;
}

export function lateAndNext<Row>(work: WorkAhead<Row>['today'], now: number): LateAndNext<Row> {
  let late = work.late;
  let next: (typeof work.timed)[number] | undefined;
  for (const job of work.timed) {
    if (isPast(job.start, now)) late += 1;
    else if (next === undefined || job.order < next.order) next = job;
  }
  return { late, next: next?.row ?? work.untimed ?? work.due[0] };
}

function isPast(start: string, now: number): boolean {
  return start !== '' && start < clockAt(now);
}
