import { type DateForms, daysFrom } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { scheduledDay, scheduledOrder } from '../schedule.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';
import { OPEN_WORK_ORDERS, type WorkOrder } from '../work-order.ts';
import { crewNames } from './job.ts';
import { dueOf } from './late.ts';
import { type NamesOfMine, ownName } from './own-name.ts';
import { isPlanned, isTheirs, orderOf } from './plan-day.ts';

/** Unreadable fields may hold anything. */
type Planned = Pick<WorkOrder, 'status' | 'priority' | 'scheduled_date' | 'notes' | 'title'>;

/** The dashboard's figures for work orders. *Open* means pending or assigned, as on the dashboard's cards. */
export interface WorkAhead<Row> {
  /** Not started, from today on, by day, time and priority: of today, the order of the screen Today. */
  readonly next: readonly Row[];
  readonly today: TodaysWork<Row>;
  /** Everybody's jobs of each day from today on, without cancelled ones. */
  readonly days: readonly { readonly day: string; readonly count: number }[];
}

/** The user's work orders, chosen as on the screen Today. */
interface TodaysWork<Row> {
  /** Null means everybody's work orders. */
  readonly who: string | null;
  /** Scheduled for today and not cancelled. */
  readonly total: number;
  readonly done: number;
  readonly running: number;
  /** In progress, but scheduled for another day, or for none. */
  readonly fromOtherDays: number;
  /** The first open ones of today, by time, then priority. */
  readonly due: readonly Row[];
  /** Today's open jobs that have a time. Which of them are late depends on the minute. */
  readonly timed: readonly TimedJob<Row>[];
  /** The first of today's open jobs without a time. */
  readonly untimed: Row | undefined;
  /** The first one of a later day. */
  readonly later: Row | undefined;
  /** Open ones of earlier days; unlike the list's filter 'Overdue', not those in progress. */
  readonly late: number;
  /** The oldest late ones. */
  readonly oldest: readonly Row[];
}

interface TimedJob<Row> {
  readonly row: Row;
  /** In minutes since midnight; late after it. */
  readonly due: number;
  /** A sort key: by time, then priority. */
  readonly order: string;
}

interface Ahead {
  readonly today: string;
  readonly dates: DateForms;
  readonly me: NamesOfMine;
  readonly count: number;
  /** The maximum length of `due`, and of `oldest`. */
  readonly countToday: number;
}

const DAYS_AHEAD = 14;

/** Reads all rows twice: first for the names on crews. */
export function* planAhead<Row extends { readonly view: Planned }>(
  rows: readonly Row[],
  { today, dates, me, count, countToday }: Ahead,
): Generator<void, WorkAhead<Row>> {
  const who = ownName(me, yield* crewNames(rows));
  const next = new FirstRows<Row>(count);
  const due = new FirstRows<Row>(countToday);
  const oldest = new FirstRows<Row>(countToday);
  const later = new FirstRows<Row>(1);
  const timed: TimedJob<Row>[] = [];
  const untimed = new FirstRows<Row>(1);
  const days = new Map(Array.from({ length: DAYS_AHEAD }, (_, n) => [daysFrom(today, n), 0]));
  let [total, done, running, fromOtherDays, late] = [0, 0, 0, 0, 0];
  for (const [n, row] of rows.entries()) {
    if (n % WORK_ORDERS_PER_STEP === WORK_ORDERS_PER_STEP - 1) yield;
    const { scheduled_date: scheduled, status } = row.view;
    const isDated = typeof scheduled === 'string' && scheduled !== '';
    const day = isDated ? scheduledDay(scheduled, dates) : '';
    if (status === 'in_progress' && day !== today && isTheirs(row.view, who)) fromOtherDays += 1;
    if (!isDated) continue;
    const counted = isPlanned(status) ? days.get(day) : undefined;
    if (counted !== undefined) days.set(day, counted + 1);
    if (day === today && isPlanned(status) && isTheirs(row.view, who)) {
      total += 1;
      if (status === 'completed') done += 1;
      if (status === 'in_progress') running += 1;
    }
    if (isOver('workOrders', status)) continue;
    if (day >= today && status !== 'in_progress') {
      const order = `${day} ${orderOf(row.view, dates)}`;
      next.add(row, order);
      if (day > today && isTheirs(row.view, who)) later.add(row, order);
    }
    if (!isOpen(status) || day > today || !isTheirs(row.view, who)) continue;
    if (day === today) {
      const order = orderOf(row.view, dates);
      const dueAt = dueOf(row.view, dates);
      due.add(row, order);
      if (dueAt === null) untimed.add(row, order);
      else timed.push({ row, due: dueAt, order });
      continue;
    }
    late += 1;
    oldest.add(row, scheduledOrder(scheduled, dates));
  }
  return {
    next: next.rows,
    today: {
      who,
      total,
      done,
      running,
      fromOtherDays,
      due: due.rows,
      timed,
      untimed: untimed.rows[0],
      later: later.rows[0],
      late,
      oldest: oldest.rows,
    },
    days: [...days].map(([day, number]) => ({ day, count: number })),
  };
}

function isOpen(status: string): boolean {
  return (OPEN_WORK_ORDERS as readonly string[]).includes(status);
}

/** Keeps the first rows by key. Equal keys keep their order. */
class FirstRows<Row> {
  readonly #count: number;
  #kept: { readonly row: Row; readonly key: string }[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  add(row: Row, key: string): void {
    this.#kept.push({ row, key });
    if (this.#kept.length >= this.#count + WORK_ORDERS_PER_STEP) this.#cut();
  }

  get rows(): readonly Row[] {
    this.#cut();
    return this.#kept.map(({ row }) => row);
  }

  #cut(): void {
    this.#kept.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    this.#kept.length = Math.min(this.#kept.length, this.#count);
  }
}
