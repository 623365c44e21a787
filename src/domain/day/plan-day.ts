import { type DateForms, isDayOnly } from '../date-forms.ts';
import { readText } from '../read-wire.ts';
import { isOver } from '../resource-specs.ts';
import { scheduledDay } from '../schedule.ts';
import { WORK_ORDER_PRIORITIES, type WorkOrder } from '../work-order.ts';
import { readClockTime } from './clock-time.ts';
import { isOnCrew, readJob, stepTaken } from './job.ts';
import { localOffset } from './stamp.ts';

/** As the device holds it: a field that could not be read may be anything. */
type Planned = Pick<WorkOrder, 'status' | 'priority' | 'scheduled_date' | 'notes' | 'title'>;

/** The work of a day, as rows of a list. */
export interface DayPlan<Row> {
  /** Begun and not finished, whatever day it was meant for: the last begun first. Empty for any other day than today. */
  readonly running: readonly Row[];
  /** Open, and meant for a day before today: the longest overdue first. Empty for any other day than today. */
  readonly overdue: readonly Row[];
  /** Meant for the day: what has a time first, by time; then by priority; what is over last. */
  readonly due: readonly Row[];
  /** Open, and meant for no day: by priority. */
  readonly undated: readonly Row[];
  /** The number of work orders that the list of each day shows. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface DayQuestion {
  /** The day in question, and the device's own. */
  readonly day: string;
  readonly today: string;
  /** Days that are counted. */
  readonly days: readonly string[];
  /** Whose work: a name in the crew. Everybody's where it is null. */
  readonly who: string | null;
  readonly dates: DateForms;
}

/** The status of a job that a crew is at. */
const RUNNING: WorkOrder['status'] = 'in_progress';

/** So many work orders are looked at in a step: about a millisecond. */
const STEP = 500;

/** The plan of a day. Whoever draws the steps may do other things between any two. */
export function* planDay<Row extends { readonly view: Planned }>(
  rows: readonly Row[],
  { day, today, days, who, dates }: DayQuestion,
): Generator<void, DayPlan<Row>> {
  const running: Row[] = [];
  const overdue: Row[] = [];
  const due: Row[] = [];
  const undated: Row[] = [];
  const counts = new Map(days.map((counted) => [counted, 0]));
  const tally = (list: string): void => {
    if (counts.has(list)) counts.set(list, (counts.get(list) ?? 0) + 1);
  };
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) yield;
    const when = dayOf(row.view, dates);
    const isOpen = !isOver('workOrders', row.view.status);
    const isRunning = row.view.status === RUNNING;
    const isOfToday = isRunning || when === today || (isOpen && when !== null && when < today);
    const isTodays = isOfToday && (day === today || counts.has(today));
    const isOwnDays = when === null ? isOpen : when !== today && (when === day || counts.has(when));
    if (!(isTodays || isOwnDays) || !isTheirs(row.view, who)) continue;
    if (isTodays) tally(today);
    if (isOwnDays && when !== null) tally(when);
    if (isOwnDays && when === null) undated.push(row);
    if (day !== today && when === day) due.push(row);
    if (day !== today || !isOfToday) continue;
    if (isRunning) running.push(row);
    else if (when === today) due.push(row);
    else overdue.push(row);
  }
  const keyed = (list: Row[], key: (view: Planned) => string): Row[] =>
    list
      .map((row) => ({ row, key: key(row.view) }))
      .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
      .map(({ row }) => row);
  return {
    running: keyed(running, (view) => `${startedOrder(view)} ${orderOf(view, dates)}`),
    overdue: keyed(overdue, (view) => `${dayOf(view, dates)} ${orderOf(view, dates)}`),
    due: keyed(due, (view) => `${Number(isOver('workOrders', view.status))} ${orderOf(view, dates)}`),
    undated: keyed(undated, (view) => orderOf(view, dates)),
    counts,
  };
}

/** The hour that a work order begins at, 'HH:MM' on the device's clock: of its date, else of its notes. '' where it has none. */
export function startOf(
  { scheduled_date: scheduled, notes }: Pick<Planned, 'scheduled_date' | 'notes'>,
  dates: DateForms,
): string {
  if (typeof scheduled === 'string' && !isDayOnly(scheduled, dates)) {
    const at = new Date(scheduled);
    return `${two(at.getHours())}:${two(at.getMinutes())}`;
  }
  return readClockTime(readJob(readText(notes)).time)?.slice(0, 5) ?? '';
}

function dayOf({ scheduled_date: scheduled }: Planned, dates: DateForms): string | null {
  return typeof scheduled === 'string' && scheduled !== '' ? scheduledDay(scheduled, dates) : null;
}

function isTheirs({ notes }: Planned, who: string | null): boolean {
  return who === null || isOnCrew(readJob(readText(notes)), who);
}

/** The last one started first, and those last of which nobody knows. */
function startedOrder({ notes }: Planned): string {
  const at = stepTaken(readText(notes), 'started', localOffset)?.at;
  return at === undefined ? '~' : String(Number.MAX_SAFE_INTEGER - at).padStart(16, '0');
}

/** What has a time before what has none; then the most urgent first. */
function orderOf(view: Planned, dates: DateForms): string {
  const place = (WORK_ORDER_PRIORITIES as readonly string[]).indexOf(view.priority);
  return `${startOf(view, dates) || '~'} ${WORK_ORDER_PRIORITIES.length - place} ${view.title}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
