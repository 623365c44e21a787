import { addressLines } from '../address.ts';
import { isOver } from '../resource-specs.ts';
import { workOrderSpec } from '../work-order.ts';
import { type Person, type RowSettings, rowKeyOf } from './people.ts';
import { type DaysPlan, isCounted, type StatusFilter } from './plan-days.ts';
import type { ScheduleRow, Slot } from './slots.ts';

/** A sheet: what one person does on which day. */
export interface PrintedWeek {
  /** Null is the sheet of jobs that nobody has. */
  readonly person: Person | null;
  /** Only days with jobs. */
  readonly days: readonly { readonly day: string; readonly jobs: readonly PrintedJob[] }[];
}

interface PrintedJob extends Pick<Slot<unknown>, 'from' | 'to' | 'unread'> {
  readonly localId: string;
  readonly title: string;
  readonly number: string;
  readonly address: readonly string[];
  /** Null for open work. */
  readonly over: string | null;
  /** The others on the crew. */
  readonly with: readonly string[];
}

interface PrintQuestion extends StatusFilter {
  readonly settings: RowSettings;
}

/** Leaves out jobs that are not counted, and people without a job. */
export function printedWeeks<Row extends ScheduleRow>(
  { days, rows }: DaysPlan<Row>,
  question: PrintQuestion,
): readonly PrintedWeek[] {
  return rows
    .map(({ person, cells }) => ({
      person,
      days: days
        .flatMap((day, at) =>
          cells.slice(at, at + 1).map((cell) => ({ day, jobs: printedJobs(cell, person, question) })),
        )
        .filter(({ jobs }) => jobs.length > 0),
    }))
    .filter((sheet) => sheet.days.length > 0);
}

function printedJobs<Row extends ScheduleRow>(
  slots: readonly Slot<Row>[],
  person: Person | null,
  { settings, status }: PrintQuestion,
): PrintedJob[] {
  return slots
    .filter(({ row }) => isCounted(row, { status }))
    .map(({ row: { localId, view }, from, to, unread, crew }) => ({
      localId,
      title: workOrderSpec.title(view),
      number: view.work_order_number.trim(),
      address: addressLines(view),
      over: isOver('workOrders', view.status) ? view.status : null,
      from,
      to,
      unread,
      with: crew.filter((name) => rowKeyOf(name, settings) !== person?.key),
    }));
}
