import { type DateForms, isDayOnly } from '../date-forms.ts';
import { readText } from '../read-wire.ts';
import { isOver } from '../resource-specs.ts';
import { scheduledDay } from '../schedule.ts';
import { WORK_ORDER_PRIORITIES, type WorkOrder } from '../work-order.ts';
import { readClockTime } from './clock-time.ts';
import { isOnCrew, readJob } from './job.ts';

/** As the device holds it: a field that could not be read may be anything. */
type Planned = Pick<WorkOrder, 'status' | 'priority' | 'scheduled_date' | 'notes' | 'title'>;

/** The work of a day, as rows of a list. */
export interface DayPlan<Row> {
  /** Open, and meant for a day before today: the longest overdue first. Empty for any other day than today. */
  readonly overdue: readonly Row[];
  /** Meant for the day: what has a time first, by time; then by priority; what is over last. */
  readonly due: readonly Row[];
  /** Open, and meant for no day: by priority. */
  readonly undated: readonly Row[];
  /** How many open work orders each of the days in question has. */
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

/** So many work orders are looked at in a step: about a millisecond. */
const STEP = 500;

/** The plan of a day. Whoever draws the steps may do other things between any two. */
export function* planDay<Row extends { readonly view: Planned }>(
  rows: readonly Row[],
  { day, today, days, who, dates }: DayQuestion,
): Generator<void, DayPlan<Row>> {
  const overdue: Row[] = [];
  const due: Row[] = [];
  const undated: Row[] = [];
  const counts = new Map(days.map((counted) => [counted, 0]));
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) yield;
    const when = dayOf(row.view, dates);
    const isDone = isOver('workOrders', row.view.status);
    const isLate = when !== null && when < today && day === today;
    const isAskedFor = when === day || (!isDone && (when === null || isLate || counts.has(when)));
    if (!isAskedFor || !isTheirs(row.view, who)) continue;
    if (when === null) undated.push(row);
    else if (!isDone && counts.has(when)) counts.set(when, (counts.get(when) ?? 0) + 1);
    if (when === day) due.push(row);
    else if (isLate) overdue.push(row);
  }
  const keyed = (list: Row[], key: (view: Planned) => string): Row[] =>
    list
      .map((row) => ({ row, key: key(row.view) }))
      .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
      .map(({ row }) => row);
  return {
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

/** What has a time before what has none; then the most urgent first. */
function orderOf(view: Planned, dates: DateForms): string {
  const place = (WORK_ORDER_PRIORITIES as readonly string[]).indexOf(view.priority);
  return `${startOf(view, dates) || '~'} ${WORK_ORDER_PRIORITIES.length - place} ${view.title}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
