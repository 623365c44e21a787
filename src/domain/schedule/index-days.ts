import type { DateForms } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { dayOf, type ScheduleRow } from './slots.ts';

/** Notes are not read, so a step of this many rows takes about a millisecond. */
const STEP = 1000;

/** All work orders by day, in the order of the list. */
export interface DayIndex<Row> {
  readonly byDay: ReadonlyMap<string, readonly Row[]>;
  /** Days with work orders, the earliest first. */
  readonly days: readonly string[];
  /** Open without a day. */
  readonly undated: readonly Row[];
  /** Open since an earlier day. Those in progress are running, not overdue, as on Today. */
  readonly overdue: readonly Row[];
}

export function* indexDays<Row extends ScheduleRow>(
  rows: readonly Row[],
  { dates, today }: { readonly dates: DateForms; readonly today: string },
): Generator<void, DayIndex<Row>> {
  const byDay = new Map<string, Row[]>();
  const undated: Row[] = [];
  const overdue: Row[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) yield;
    const day = dayOf(row.view, dates);
    if (day !== null) {
      const others = byDay.get(day);
      if (others) others.push(row);
      else byDay.set(day, [row]);
    }
    const isLate = day === null || (day < today && row.view.status !== 'in_progress');
    if (isLate && !isOver('workOrders', row.view.status)) (day === null ? undated : overdue).push(row);
  }
  return { byDay, days: [...byDay.keys()].sort(), undated, overdue };
}
