import { dayAt, hasTime, midnightOf } from './plain-date.ts';
import type { WorkOrder } from './work-order.ts';

const OVER: readonly string[] = ['completed', 'cancelled'];

/** So many work orders are looked at in a step: about a millisecond. */
const STEP = 500;

/**
 * The first `count` work orders that are to be done today or later, the next one first; within a day by time. Whoever
 * draws the steps may do other things between any two.
 */
export function* nextUp<Row extends { readonly view: Pick<WorkOrder, 'status' | 'scheduled_date'> }>(
  rows: readonly Row[],
  today: string,
  count: number,
): Generator<void, readonly Row[]> {
  let coming: { row: Row; at: string }[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) {
      coming = firstOf(coming, count);
      yield;
    }
    const { scheduled_date: scheduled, status } = row.view;
    if (typeof scheduled !== 'string' || scheduled === '' || OVER.includes(status)) continue;
    const day = scheduledDay(scheduled);
    if (day < today) continue;
    // What has a time comes after what is only meant for the day, by its moment.
    coming.push({ row, at: day + (isDayOnly(scheduled) ? '' : Date.parse(scheduled)) });
  }
  return firstOf(coming, count).map(({ row }) => row);
}

/** Of equal ones, whichever came first. */
function firstOf<T extends { readonly at: string }>(coming: T[], count: number): T[] {
  return coming.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).slice(0, count);
}

/** The day of the device's calendar that a `scheduled_date` falls on; a midnight is the day that is written. */
export function scheduledDay(scheduled: string): string {
  return isDayOnly(scheduled) ? scheduled.slice(0, 10) : dayAt(Date.parse(scheduled));
}

/** Whether a `scheduled_date` says no time of day. */
function isDayOnly(scheduled: string): boolean {
  return !hasTime(scheduled) || midnightOf(scheduled) !== '';
}
