import { isPlanned } from '../day/plan-day.ts';
import { dayAfter, dayBefore } from '../plain-date.ts';
import { WORK_ORDERS_PER_STEP } from '../steps.ts';
import type { DayIndex } from './index-days.ts';
import { People, type Person, type RowSettings, rowKeyOf, rowKeysOf } from './people.ts';
import { DAY, type ScheduleRow, type Slot, type Slots } from './slots.ts';

/** One row: a person, or null for the jobs of nobody. */
export interface PlanRow<Row> {
  readonly person: Person | null;
  /** One for each day. A job of two people is in both rows. */
  readonly cells: readonly (readonly Slot<Row>[])[];
}

/** Each job counts once. See `isCounted`. */
export interface DaySum {
  readonly jobs: number;
  /** Of the jobs whose start and end are known. */
  readonly minutes: number;
}

export interface DaysPlan<Row> {
  readonly days: readonly string[];
  /** The first is nobody's, unless one person is asked for. */
  readonly rows: readonly PlanRow<Row>[];
  readonly sums: readonly DaySum[];
  /** Jobs of the days before and after that overlap with each day, whatever the filter. */
  readonly beside: readonly (readonly Slot<Row>[])[];
  /** Jobs that no row shows, because all their people are hidden. */
  readonly hidden: number;
}

export interface SlotFilter {
  /** A name on the crew; null for everybody. */
  readonly who: string | null;
  /** Null for every status. */
  readonly status: string | null;
}

export type StatusFilter = Pick<SlotFilter, 'status'>;

/** Cancelled jobs are not counted, unless the filter asks for them: then nothing else is shown. */
export function isCounted({ view }: ScheduleRow, { status }: StatusFilter): boolean {
  return status === 'cancelled' || isPlanned(view.status);
}

export interface DaysQuestion extends SlotFilter {
  readonly days: readonly string[];
  /** People who have a row even without a job on these days: see `crewPeople`. */
  readonly people: readonly Person[];
  readonly settings: RowSettings;
}

const NOBODY = '';

/** Plans the rows of a week, or of one day. */
export function* planDays<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  slots: Slots<Row>,
  question: DaysQuestion,
): Generator<void, DaysPlan<Row>> {
  const { days, who } = question;
  const wanted = who === null ? null : rowKeyOf(who, question.settings);
  const settings = wanted === null ? question.settings : { ...question.settings, hidden: new Set<string>() };
  const people = new People(question.people, settings);
  const cells = new Map<string, Slot<Row>[][]>();
  const sums: DaySum[] = [];
  const beside: Slot<Row>[][] = [];
  let hidden = 0;
  for (const [at, day] of days.entries()) {
    const shown = yield* slotsOfDay(index, slots, day, question);
    sums.push(sumOf(shown, question));
    beside.push(yield* slotsBeside(index, slots, day));
    for (const slot of shown) {
      people.add(slot);
      const keys = rowKeysOf(slot, settings);
      const rows = keys.length === 0 ? [NOBODY] : keys.filter((key) => !settings.hidden.has(key));
      if (rows.length === 0) hidden += 1;
      for (const key of rows) {
        const row = cells.get(key) ?? days.map(() => []);
        row[at]?.push(slot);
        cells.set(key, row);
      }
    }
  }
  // A row that is asked for by name is never hidden.
  if (who !== null && wanted !== null && question.settings.hidden.has(wanted)) people.add({ crew: [who] });
  const none = days.map(() => []);
  const all = [null, ...people.rows].filter((person) => wanted === null || person?.key === wanted);
  return {
    days,
    rows: all.map((person) => ({ person, cells: cells.get(person?.key ?? NOBODY) ?? none })),
    sums,
    beside,
    hidden,
  };
}

/** Returns the plan with the rows and cells of the last one wherever nothing has changed, so that only the others are drawn. */
export function withKept<Row>(last: DaysPlan<Row> | undefined, plan: DaysPlan<Row>): DaysPlan<Row> {
  if (!last || !isSame(last.days, plan.days)) return plan;
  const before = new Map(last.rows.map((row) => [row.person?.key, row]));
  const rows = plan.rows.map((row) => {
    const old = before.get(row.person?.key);
    if (!old || old.person?.name !== row.person?.name) return row;
    const cells = row.cells.map((cell, at) => keptItems(old.cells[at], cell));
    return isSame(old.cells, cells) ? old : { person: old.person, cells };
  });
  const beside = plan.beside.map((list, at) => keptItems(last.beside[at], list));
  return {
    ...plan,
    days: last.days,
    rows: keptItems(last.rows, rows),
    beside: keptItems(last.beside, beside),
  };
}

/** Returns the earlier list if it has the same items. */
function keptItems<T>(last: readonly T[] | undefined, items: readonly T[]): readonly T[] {
  return last && isSame(last, items) ? last : items;
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** Returns the jobs of a day that pass the filter, in the order of Today. */
export function* slotsOfDay<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  slots: Slots<Row>,
  day: string,
  filter: SlotFilter & Pick<DaysQuestion, 'settings'>,
): Generator<void, Slot<Row>[]> {
  const found = (yield* allOfDay(index, slots, day)).filter((slot) => passes(slot, filter));
  yield;
  return found.sort((one, other) => (one.order < other.order ? -1 : Number(one.order > other.order)));
}

function* allOfDay<Row extends ScheduleRow>(
  { byDay }: DayIndex<Row>,
  slots: Slots<Row>,
  day: string,
): Generator<void, Slot<Row>[]> {
  const found: Slot<Row>[] = [];
  for (const [n, row] of (byDay.get(day) ?? []).entries()) {
    if (n % WORK_ORDERS_PER_STEP === WORK_ORDERS_PER_STEP - 1) yield;
    found.push(slots.of(row));
  }
  return found;
}

/** Returns the jobs that go on after the midnight before, and those that begin before one of this day ends. */
function* slotsBeside<Row extends ScheduleRow>(
  index: DayIndex<Row>,
  slots: Slots<Row>,
  day: string,
): Generator<void, Slot<Row>[]> {
  const before = (yield* allOfDay(index, slots, dayBefore(day))).filter((slot) => pastMidnight(slot) > 0);
  const own = yield* allOfDay(index, slots, day);
  const last = own.reduce((most, slot) => Math.max(most, pastMidnight(slot)), 0);
  const after = last === 0 ? [] : yield* allOfDay(index, slots, dayAfter(day));
  return [...before, ...after.filter(({ from }) => from !== null && from < last)];
}

/** Minutes after midnight; 0 or less for a job that ends before. */
function pastMidnight({ to }: Slot<unknown>): number {
  return (to ?? 0) - DAY;
}

export function passes(
  slot: Slot<ScheduleRow>,
  { who, status, settings }: SlotFilter & Pick<DaysQuestion, 'settings'>,
): boolean {
  if (status !== null && slot.row.view.status !== status) return false;
  return who === null || rowKeysOf(slot, settings).includes(rowKeyOf(who, settings));
}

function sumOf(slots: readonly Slot<ScheduleRow>[], filter: StatusFilter): DaySum {
  const planned = slots.filter(({ row }) => isCounted(row, filter));
  return { jobs: planned.length, minutes: minutesOf(planned) };
}

/** Adds up the known lengths. */
export function minutesOf(slots: readonly Pick<Slot<unknown>, 'from' | 'to'>[]): number {
  return slots.reduce((sum, { from, to }) => (from === null || to === null ? sum : sum + to - from), 0);
}
