import { dayAt, hasTime, midnightOf } from './plain-date.ts';
import type { WorkOrder } from './work-order.ts';

const OVER: readonly string[] = ['completed', 'cancelled'];

/** The day of the device's calendar that a `scheduled_date` falls on; a midnight is the day that is written. */
export function scheduledDay(scheduled: string): string {
  return isDayOnly(scheduled) ? scheduled.slice(0, 10) : dayAt(Date.parse(scheduled));
}

function isDayOnly(scheduled: string): boolean {
  return !hasTime(scheduled) || midnightOf(scheduled) !== '';
}

/** The first `count` work orders that are to be done today or later, the next one first; within a day by time. */
export function nextUp<Row extends { readonly view: Pick<WorkOrder, 'status' | 'scheduled_date'> }>(
  rows: readonly Row[],
  today: string,
  count: number,
): readonly Row[] {
  const coming: { row: Row; at: string }[] = [];
  for (const row of rows) {
    const { scheduled_date: scheduled, status } = row.view;
    if (typeof scheduled !== 'string' || scheduled === '' || OVER.includes(status)) continue;
    const day = scheduledDay(scheduled);
    if (day < today) continue;
    // What has a time comes after what is only meant for the day, by its moment.
    coming.push({ row, at: day + (isDayOnly(scheduled) ? '' : Date.parse(scheduled)) });
  }
  coming.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  return coming.slice(0, count).map(({ row }) => row);
}
