import { type DateForms, dayAfter } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { dayOf } from '../schedule/slots.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';
import type { WorkOrder } from '../work-order.ts';
import { isPlanned, isTheirs } from './plan-day.ts';

export interface NextJobs<Row> {
  /** In progress, or planned for today or tomorrow. */
  readonly next: readonly Row[];
  /** Open since an earlier day, the latest first. */
  readonly late: readonly Row[];
}

interface Question {
  readonly today: string;
  /** A name in the crew. */
  readonly who: string;
  readonly dates: DateForms;
}

/** Late jobs that nobody has closed for years may be many. */
const MOST_LATE = 50;

/** The jobs that a person may work on before there is a connection again. */
export function* nextJobs<
  Row extends { readonly view: Pick<WorkOrder, 'status' | 'scheduled_date' | 'notes'> },
>(rows: readonly Row[], { today, who, dates }: Question): Generator<void, NextJobs<Row>> {
  const days = [today, dayAfter(today)];
  const next: Row[] = [];
  const late: { readonly row: Row; readonly day: string }[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % WORK_ORDERS_PER_STEP === WORK_ORDERS_PER_STEP - 1) yield;
    const { status } = row.view;
    if (!isPlanned(status)) continue;
    const day = dayOf(row.view, dates);
    const isNext = status === 'in_progress' || (day !== null && days.includes(day));
    const isLate = day !== null && day < today && !isOver('workOrders', status);
    if (!(isNext || isLate) || !isTheirs(row.view, who)) continue;
    if (isNext) next.push(row);
    else if (day !== null) late.push({ row, day });
  }
  late.sort((one, other) => (one.day > other.day ? -1 : Number(one.day < other.day)));
  return { next, late: late.slice(0, MOST_LATE).map(({ row }) => row) };
}
