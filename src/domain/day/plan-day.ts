import { readText } from '../field.ts';
import { clockAt, type DateForms, isDayOnly } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { scheduledDay } from '../schedule.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';
import { WORK_ORDER_PRIORITIES, type WorkOrder } from '../work-order.ts';
import { readClockTime } from './clock-time.ts';
import { localOffset } from './entries.ts';
import { isOnCrew, readJob, stepTaken } from './job.ts';

/** Unreadable fields may hold anything. */
type Planned = Pick<WorkOrder, 'status' | 'priority' | 'scheduled_date' | 'notes' | 'title'>;

export interface DayPlan<Row> {
  /** Started and not finished, latest first. Only for today. */
  readonly running: readonly Row[];
  /** Longest overdue first. Only for today. */
  readonly overdue: readonly Row[];
  /** By time, then priority, finished work last. */
  readonly due: readonly Row[];
  /** Open without a date: by time in the notes, then priority. */
  readonly undated: readonly Row[];
  /** The jobs in `running` that are not scheduled for today. */
  readonly fromOtherDays: number;
  /** The cancelled jobs in `due`. */
  readonly cancelled: number;
  /** Jobs by scheduled day, without cancelled ones. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface DayQuestion {
  readonly day: string;
  readonly today: string;
  readonly days: readonly string[];
  /** A name in the crew; null for everybody. */
  readonly who: string | null;
  readonly dates: DateForms;
}

const RUNNING: WorkOrder['status'] = 'in_progress';

export function* planDay<Row extends { readonly view: Planned }>(
  rows: readonly Row[],
  { day, today, days, who, dates }: DayQuestion,
): Generator<void, DayPlan<Row>> {
  const running: Row[] = [];
  const overdue: Row[] = [];
  const due: Row[] = [];
  const undated: Row[] = [];
  const counts = new Map(days.map((counted) => [counted, 0]));
  let [fromOtherDays, cancelled] = [0, 0];
  for (const [n, row] of rows.entries()) {
    if (n % WORK_ORDERS_PER_STEP === WORK_ORDERS_PER_STEP - 1) yield;
    const when = dayOf(row.view, dates);
    const isOpen = !isOver('workOrders', row.view.status);
    const isRunning = row.view.status === RUNNING;
    const belongsToToday = isRunning || when === today || (isOpen && when !== null && when < today);
    const isShown = day === today ? belongsToToday : when === day;
    const isUndated = when === null && isOpen;
    const counted = when !== null && isPlanned(row.view.status) ? counts.get(when) : undefined;
    if (!(isShown || isUndated || counted !== undefined) || !isTheirs(row.view, who)) continue;
    if (when !== null && counted !== undefined) counts.set(when, counted + 1);
    if (isUndated) undated.push(row);
    if (!isShown) continue;
    if (day === today && isRunning) {
      running.push(row);
      if (when !== today) fromOtherDays += 1;
    } else if (when === day) {
      due.push(row);
      if (!isPlanned(row.view.status)) cancelled += 1;
    } else overdue.push(row);
  }
  return {
    running: yield* inOrder(running, (view) => `${startedOrder(view)} ${orderOf(view, dates)}`),
    overdue: yield* inOrder(overdue, (view) => `${dayOf(view, dates)} ${orderOf(view, dates)}`),
    due: yield* inOrder(
      due,
      (view) => `${Number(isOver('workOrders', view.status))} ${orderOf(view, dates)}`,
    ),
    undated: yield* inOrder(undated, (view) => orderOf(view, dates)),
    fromOtherDays,
    cancelled,
    counts,
  };
}

/** Wherever the jobs of a day are counted, cancelled ones are left out. */
export function isPlanned(status: WorkOrder['status']): boolean {
  return status !== 'cancelled';
}

function* inOrder<Row extends { readonly view: Planned }>(
  rows: readonly Row[],
  keyOf: (view: Planned) => string,
): Generator<void, Row[]> {
  const keyed: { readonly row: Row; readonly key: string }[] = [];
  for (const row of rows) {
    if (keyed.push({ row, key: keyOf(row.view) }) % WORK_ORDERS_PER_STEP === 0) yield;
  }
  keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  return keyed.map(({ row }) => row);
}

/** Returns 'HH:MM' on the device's clock from the date, else from the notes; '' without a time. */
export function startOf(
  { scheduled_date: scheduled, notes }: Pick<Planned, 'scheduled_date' | 'notes'>,
  dates: DateForms,
): string {
  if (typeof scheduled === 'string' && !isDayOnly(scheduled, dates)) return clockAt(Date.parse(scheduled));
  return readClockTime(readJob(readText(notes)).time)?.slice(0, 5) ?? '';
}

function dayOf({ scheduled_date: scheduled }: Planned, dates: DateForms): string | null {
  return typeof scheduled === 'string' && scheduled !== '' ? scheduledDay(scheduled, dates) : null;
}

export function isTheirs({ notes }: Pick<Planned, 'notes'>, who: string | null): boolean {
  return who === null || isOnCrew(readJob(readText(notes)), who);
}

/** Returns a sort key: latest first, unknown last. */
function startedOrder({ notes }: Planned): string {
  const at = stepTaken(readText(notes), 'started', localOffset)?.at;
  return at === undefined ? '~' : String(Number.MAX_SAFE_INTEGER - at).padStart(16, '0');
}

/** Returns a sort key: timed work first, then the most urgent. */
export function orderOf(view: Planned, dates: DateForms): string {
  return orderAt(startOf(view, dates), view);
}

/** @param start 'HH:MM'; '' without a time */
export function orderAt(start: string, { priority, title }: Pick<Planned, 'priority' | 'title'>): string {
  const place = (WORK_ORDER_PRIORITIES as readonly string[]).indexOf(priority);
  return `${start || '~'} ${WORK_ORDER_PRIORITIES.length - place} ${title}`;
}
