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
  /** From what the index was made. */
  readonly list: IndexedList<Row>;
}

interface IndexedList<Row> {
  readonly rows: readonly Row[];
  /** One for each row. */
  readonly days: readonly (string | null)[];
  readonly today: string;
}

/** Reads only the dates of new rows. Another row at one place changes only the lists that have it. */
export class DayIndexer<Row extends ScheduleRow> {
  readonly #dates: DateForms;
  #last: DayIndex<Row> | null = null;
  /** By date as written: many jobs have the same, and reading one takes longer than all the rest. */
  readonly #dayOfDate = new Map<unknown, string | null>();

  constructor(dates: DateForms) {
    this.#dates = dates;
  }

  /** Returns the index of these rows without reading them all, or null. */
  known(rows: readonly Row[], today: string): DayIndex<Row> | null {
    const last = this.#last?.list.today === today ? this.#last : null;
    if (!last || last.list.rows === rows) return last;
    const replaced = replacedIn(last.list.rows, rows);
    if (!replaced) return null;
    this.#last = atPlace(last, replaced, rows, this.#dates);
    return this.#last;
  }

  *index(rows: readonly Row[], today: string): Generator<void, DayIndex<Row>> {
    const known = this.known(rows, today);
    if (known) return known;
    const byDay = new Map<string, Row[]>();
    const waiting: Record<Waiting, Row[]> = { undated: [], overdue: [], running: [] };
    const days: (string | null)[] = [];
    // Where one row was added or removed, those after it have moved by one.
    const moved = (this.#last?.list.rows.length ?? 0) - rows.length;
    for (const [n, row] of rows.entries()) {
      if (n % STEP === STEP - 1) yield;
      const day = this.#lastDayOf(row, n) ?? this.#lastDayOf(row, n + moved) ?? this.#dayOf(row);
      days.push(day);
      if (day !== null) {
        const others = byDay.get(day);
        if (others) others.push(row);
        else byDay.set(day, [row]);
      }
      const list = waitingIn(row, day, today);
      if (list) waiting[list].push(row);
    }
    this.#last = { byDay, days: [...byDay.keys()].sort(), ...waiting, list: { rows, days, today } };
    return this.#last;
  }

  #dayOf({ view }: Row): string | null {
    const known = this.#dayOfDate.get(view.scheduled_date);
    if (known !== undefined) return known;
    const day = dayOf(view, this.#dates);
    this.#dayOfDate.set(view.scheduled_date, day);
    return day;
  }

  #lastDayOf(row: Row, place: number): string | null {
    const { rows, days } = this.#last?.list ?? { rows: [], days: [] };
    // Reading beside an array's ends takes longer than reading a date.
    if (place < 0 || place >= rows.length) return null;
    return rows[place] === row ? (days[place] ?? null) : null;
  }
}

/** Returns the index with another row in place of this one, or the same index if it has no such row. */
export function withRow<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  { old, fresh }: Omit<Replaced<Row>, 'place'>,
  dates: DateForms,
): DayIndex<Row> {
  const place = index.list.rows.indexOf(old);
  if (place < 0) return index;
  const rows = [...index.list.rows];
  rows[place] = fresh;
  return atPlace(index, { place, old, fresh }, rows, dates);
}

type Waiting = 'undated' | 'overdue' | 'running';

/** The list of the tray that has a job. */
function waitingIn({ view }: ScheduleRow, day: string | null, today: string): Waiting | null {
  const isWaiting = day === null || day < today;
  if (!isWaiting || isOver('workOrders', view.status)) return null;
  if (day === null) return 'undated';
  return view.status === 'in_progress' ? 'running' : 'overdue';
}

interface Replaced<Row> {
  readonly place: number;
  readonly old: Row;
  readonly fresh: Row;
}

/** Returns the only place at which the rows differ. Null if there are none or several, or if the length differs. */
function replacedIn<Row>(last: readonly Row[], rows: readonly Row[]): Replaced<Row> | null {
  const place = rows.findIndex((row, n) => row !== last[n]);
  const isOnly = last.length === rows.length && rows.every((row, n) => n === place || row === last[n]);
  return place >= 0 && isOnly ? { place, old: last[place] as Row, fresh: rows[place] as Row } : null;
}

/** @param rows with the other row at its place */
function atPlace<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  { place, old, fresh }: Replaced<Row>,
  rows: readonly Row[],
  dates: DateForms,
): DayIndex<Row> {
  const { list } = index;
  const days = [...list.days];
  const oldDay = days[place] ?? null;
  const day = dayOf(fresh.view, dates);
  days[place] = day;
  const changed = (
    rowsIn: readonly Row[],
    wasIn: boolean,
    isIn: (row: Row, day: string | null) => boolean,
  ): readonly Row[] => {
    const others = wasIn ? rowsIn.filter((row) => row !== old) : rowsIn;
    if (!isIn(fresh, day)) return others;
    let before = place - 1;
    // The list may have none of them.
    if (others.length === 0) before = -1;
    while (before >= 0 && !isIn(rows[before] as Row, days[before] ?? null)) before -= 1;
    const at = before < 0 ? 0 : others.indexOf(rows[before] as Row) + 1;
    return [...others.slice(0, at), fresh, ...others.slice(at)];
  };
  const byDay = new Map(index.byDay);
  for (const one of new Set([oldDay, day])) {
    if (one === null) continue;
    const rowsOn = changed(byDay.get(one) ?? [], one === oldDay, (_, other) => other === one);
    if (rowsOn.length > 0) byDay.set(one, rowsOn);
    else byDay.delete(one);
  }
  const wasWaiting = waitingIn(old, oldDay, list.today);
  const waiting = (name: Waiting): readonly Row[] =>
    changed(index[name], name === wasWaiting, (row, on) => waitingIn(row, on, list.today) === name);
  const isSameDays = byDay.size === index.byDay.size && (day === null || index.byDay.has(day));
  return {
    byDay,
    days: isSameDays ? index.days : [...byDay.keys()].sort(),
    undated: waiting('undated'),
    overdue: waiting('overdue'),
    running: waiting('running'),
    list: { ...list, rows, days },
  };
}
