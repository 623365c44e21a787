import { WORK_ORDER_PRIORITIES } from '../work-order.ts';
import type { DayIndex } from './index-days.ts';
import type { RowSettings } from './people.ts';
import { isCounted, passes, type SlotFilter, slotsOfDay } from './plan-days.ts';
import type { ScheduleRow, Slot, Slots } from './slots.ts';

interface ListQuestion extends SlotFilter {
  readonly settings: RowSettings;
}

/** A day of the month. */
export interface MonthDay<Row> {
  readonly day: string;
  /** Without cancelled ones, unless the filter asks for them. */
  readonly count: number;
  readonly first: readonly Slot<Row>[];
  /** Jobs beside the first ones. */
  readonly more: number;
}

/** Jobs that a day of the month names. */
const FIRST = 3;

export function* planMonth<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  slots: Slots<Row>,
  question: ListQuestion & { readonly days: readonly string[] },
): Generator<void, readonly MonthDay<Row>[]> {
  const month: MonthDay<Row>[] = [];
  for (const day of question.days) {
    const shown = yield* slotsOfDay(index, slots, day, question);
    const planned = shown.filter(({ row }) => isCounted(row, question));
    const first = planned.slice(0, FIRST);
    month.push({ day, count: planned.length, first, more: planned.length - first.length });
  }
  return month;
}

export interface Agenda<Row> {
  /** Only days with jobs. */
  readonly days: readonly { readonly day: string; readonly slots: readonly Slot<Row>[] }[];
  /** The day from which it goes on; null at the end. */
  readonly next: string | null;
}

/**
 * Lists whole days.
 * @param question `atLeast`: ends after the day that makes the list this long
 */
export function* planAgenda<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  slots: Slots<Row>,
  question: ListQuestion & { readonly from: string; readonly atLeast: number },
): Generator<void, Agenda<Row>> {
  const days: { readonly day: string; readonly slots: readonly Slot<Row>[] }[] = [];
  let listed = 0;
  for (const day of index.days) {
    if (day < question.from) continue;
    if (listed >= question.atLeast) return { days, next: day };
    const shown = yield* slotsOfDay(index, slots, day, question);
    if (shown.length === 0) continue;
    listed += shown.length;
    days.push({ day, slots: shown });
  }
  return { days, next: null };
}

/** What waits for a day. All lists: the most urgent first, then in the order of the list. */
export interface Tray<Row> {
  /** Open without a day. */
  readonly undated: readonly Row[];
  /** Open since an earlier day. */
  readonly overdue: readonly Row[];
  /** In progress since an earlier day: the next visit has no day yet. */
  readonly running: readonly Row[];
}

/**
 * Reads notes only to find a person's jobs.
 * @param keep leaves out what a search does not find
 */
export function* planTray<Row extends ScheduleRow>(
  { undated, overdue, running }: Pick<DayIndex<Row>, 'undated' | 'overdue' | 'running'>,
  slots: Slots<Row>,
  question: ListQuestion & { readonly keep?: (row: Row) => boolean },
): Generator<void, Tray<Row>> {
  return {
    undated: yield* byPriority(undated, slots, question),
    overdue: yield* byPriority(overdue, slots, question),
    running: yield* byPriority(running, slots, question),
  };
}

const TRAY_STEP = 100;

/** Sorts into one list for each priority, because a tray may hold all records. */
function* byPriority<Row extends ScheduleRow>(
  rows: readonly Row[],
  slots: Slots<Row>,
  { keep = () => true, ...filter }: ListQuestion & { readonly keep?: (row: Row) => boolean },
): Generator<void, Row[]> {
  const unknown: Row[] = [];
  const lists = new Map<string, Row[]>(WORK_ORDER_PRIORITIES.map((priority) => [priority, []]));
  const isAll = filter.who === null && filter.status === null;
  for (const [n, row] of rows.entries()) {
    if (n % TRAY_STEP === TRAY_STEP - 1) yield;
    if (!keep(row) || !(isAll || passes(slots.of(row), filter))) continue;
    (lists.get(row.view.priority) ?? unknown).push(row);
  }
  return [...lists.values()].reverse().concat([unknown]).flat();
}
