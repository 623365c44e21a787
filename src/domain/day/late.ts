import { readText } from '../field.ts';
import { clockAt, type DateForms } from '../plain-date.ts';
import { clockMinutes, clockText, readClockSpan, timesOf } from '../schedule/slots.ts';
import { scheduledDay } from '../schedule.ts';
import { OPEN_WORK_ORDERS, type WorkOrder } from '../work-order.ts';
import { readJob } from './job.ts';
import type { WorkAhead } from './plan-ahead.ts';

interface When {
  readonly now: number;
  readonly today: string;
  readonly dates: DateForms;
}

/**
 * The job's day is over, even if its span ends after midnight, or today's time has passed: then `due` is that time, as
 * 'HH:MM'.
 */
export type Lateness = { readonly reason: 'day' } | { readonly reason: 'time'; readonly due: string };

/** Returns why a job that nobody has started is late; null if it is not. */
export function latenessOf(job: WorkOrder, { now, today, dates }: When): Lateness | null {
  const { scheduled_date: scheduled, status } = job;
  if (!scheduled || !(OPEN_WORK_ORDERS as readonly string[]).includes(status)) return null;
  const day = scheduledDay(scheduled, dates);
  if (day !== today) return day < today ? { reason: 'day' } : null;
  const due = dueOf(job, dates);
  return due !== null && isPast(due, now) ? { reason: 'time', due: clockText(due) } : null;
}

/**
 * Returns the minute of its day after which a job is late: the end of its span, else its time. More than a day for
 * a span that ends after midnight; null without a time.
 */
export function dueOf(job: Pick<WorkOrder, 'scheduled_date' | 'notes'>, dates: DateForms): number | null {
  const { from, to } = timesOf(job, readClockSpan(readJob(readText(job.notes)).time), dates);
  return to ?? from;
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
    if (isPast(job.due, now)) late += 1;
    else if (next === undefined || job.order < next.order) next = job;
  }
  return { late, next: next?.row ?? work.untimed ?? work.due[0] };
}

function isPast(due: number, now: number): boolean {
  return due < clockMinutes(clockAt(now));
}
