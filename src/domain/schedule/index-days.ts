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
  /** Open since an earlier day, but not in progress. */
  readonly overdue: readonly Row[];
  /** In progress since an earlier day. */
  readonly running: readonly Row[];
}

interface IndexedRows<Row> {
  readonly rows: readonly Row[];
  /** One for each row. */
  readonly days: readonly (string | null)[];
  readonly today: string;
  readonly index: DayIndex<Row> | null;
}

/** Builds the index again for each new list, but reads only the dates of new rows. */
export class DayIndexer<Row extends ScheduleRow> {
  readonly #dates: DateForms;
  #last: IndexedRows<Row> = { rows: [], days: [], today: '', index: null };
  /** By date as written: many jobs have the same, and reading one takes longer than all the rest. */
  readonly #dayOfDate = new Map<unknown, string | null>();

  constructor(dates: DateForms) {
    this.#dates = dates;
  }

  /** Returns the last index if it is of these rows. */
  known(rows: readonly Row[], today: string): DayIndex<Row> | null {
    return this.#last.rows === rows && this.#last.today === today ? this.#last.index : null;
  }

  *index(rows: readonly Row[], today: string): Generator<void, DayIndex<Row>> {
    const known = this.known(rows, today);
    if (known) return known;
    const byDay = new Map<string, Row[]>();
    const undated: Row[] = [];
    const overdue: Row[] = [];
    const running: Row[] = [];
    const days: (string | null)[] = [];
    // Where one row was added or removed, those after it have moved by one.
    const moved = this.#last.rows.length - rows.length;
    for (const [n, row] of rows.entries()) {
      if (n % STEP === STEP - 1) yield;
      const day = this.#lastDayOf(row, n) ?? this.#lastDayOf(row, n + moved) ?? this.#dayOf(row);
      days.push(day);
      if (day !== null) {
        const others = byDay.get(day);
        if (others) others.push(row);
        else byDay.set(day, [row]);
      }
      const isWaiting = day === null || day < today;
      if (!isWaiting || isOver('workOrders', row.view.status)) continue;
      if (day === null) undated.push(row);
      else (row.view.status === 'in_progress' ? running : overdue).push(row);
    }
    const index = { byDay, days: [...byDay.keys()].sort(), undated, overdue, running };
    this.#last = { rows, days, today, index };
    return index;
  }

  #dayOf({ view }: Row): string | null {
    const known = this.#dayOfDate.get(view.scheduled_date);
    if (known !== undefined) return known;
    const day = dayOf(view, this.#dates);
    this.#dayOfDate.set(view.scheduled_date, day);
    return day;
  }

  #lastDayOf(row: Row, place: number): string | null {
    const { rows, days } = this.#last;
    // Reading beside an array's ends takes longer than reading a date.
    if (place < 0 || place >= rows.length) return null;
    return rows[place] === row ? (days[place] ?? null) : null;
  }
}
