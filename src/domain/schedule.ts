import { type DateForms, isDayOnly } from './date-forms.ts';
import { dayAt } from './plain-date.ts';
import type { WorkOrder } from './work-order.ts';

const OVER: readonly string[] = ['completed', 'cancelled'];

/** So many work orders are looked at in a step: about a millisecond. */
const STEP = 500;

interface Upcoming {
  readonly today: string;
  readonly count: number;
  readonly dates: DateForms;
}

/**
 * The first `count` work orders that are to be done today or later, the next one first; within a day by time. Whoever
 * draws the steps may do other things between any two.
 */
export function* nextUp<Row extends { readonly view: Pick<WorkOrder, 'status' | 'scheduled_date'> }>(
  rows: readonly Row[],
  { today, count, dates }: Upcoming,
): Generator<void, readonly Row[]> {
  let coming: { row: Row; at: string }[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) {
      coming = firstOf(coming, count);
      yield;
    }
    const { scheduled_date: scheduled, status } = row.view;
    if (typeof scheduled !== 'string' || scheduled === '' || OVER.includes(status)) continue;
    const at = scheduledOrder(scheduled, dates);
    if (at.slice(0, 10) >= today) coming.push({ row, at });
  }
  return firstOf(coming, count).map(({ row }) => row);
}

/** Of equal ones, whichever came first. */
function firstOf<T extends { readonly at: string }>(coming: T[], count: number): T[] {
  return coming.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).slice(0, count);
}

/** The day of the device's calendar that a `scheduled_date` falls on. */
export function scheduledDay(scheduled: string, dates: DateForms): string {
  return isDayOnly(scheduled, dates) ? scheduled.slice(0, 10) : dayAt(Date.parse(scheduled));
}

/** A text to sort a `scheduled_date` by: the day first, then what is only meant for the day, then by the moment. */
export function scheduledOrder(scheduled: string, dates: DateForms): string {
  const day = scheduledDay(scheduled, dates);
  return isDayOnly(scheduled, dates) ? day : `${day} ${Date.parse(scheduled)}`;
}
