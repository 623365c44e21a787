import { isPlanned } from '../day/plan-day.ts';
import { daysBetween } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { type RowSettings, rowKeyOf, rowKeysOf } from './people.ts';
import { minutesOf } from './plan-days.ts';
import { DAY, type ScheduleRow, type Slot } from './slots.ts';

/** Minutes since midnight. */
export interface WorkHours {
  readonly from: number;
  readonly to: number;
}

export const USUAL_HOURS: WorkHours = { from: 8 * 60, to: 17 * 60 };

/** More jobs fill a day, whatever their length. */
const MOST_JOBS = 5;

/** Says what looks wrong. A hint never forbids a move. */
export type Hint<Row> =
  | { readonly kind: 'twoAtOnce'; readonly who: string; readonly other: Slot<Row> }
  | { readonly kind: 'fullDay'; readonly who: string; readonly jobs: number; readonly minutes: number }
  | { readonly kind: 'outsideHours' }
  | { readonly kind: 'past' };

export interface HintRules {
  readonly today: string;
  readonly hours: WorkHours;
  readonly settings: RowSettings;
}

/**
 * Returns hints for a job as it is, or as it would be after a move.
 * @param others the jobs of its day, and of the days beside it that overlap; the job itself may be among them
 */
export function hintsOf<Row extends ScheduleRow>(
  slot: Slot<Row>,
  others: readonly Slot<Row>[],
  { today, hours, settings }: HintRules,
): readonly Hint<Row>[] {
  const { day, from } = slot;
  if (isOver('workOrders', slot.row.view.status) || day === null) return [];
  const isOutside = from !== null && (from < hours.from || Math.max(from, slot.to ?? from) > hours.to);
  return [
    ...slot.crew.flatMap((who) => {
      const theirs = others.filter((other) => isOther(slot, other) && isIn(other, who, settings));
      const onDay = theirs.filter((other) => other.day === day);
      return [...clashes(slot, theirs, who), ...fullDay([slot, ...onDay], who, hours)];
    }),
    ...(isOutside ? [{ kind: 'outsideHours' } as const] : []),
    ...(day < today && slot.row.view.status !== 'in_progress' ? [{ kind: 'past' } as const] : []),
  ];
}

function isOther({ row }: Slot<ScheduleRow>, other: Slot<ScheduleRow>): boolean {
  return other.row.localId !== row.localId && isPlanned(other.row.view.status);
}

function isIn(slot: Slot<unknown>, who: string, settings: RowSettings): boolean {
  return rowKeysOf(slot, settings).includes(rowKeyOf(who, settings));
}

function clashes<Row extends ScheduleRow>(
  slot: Slot<Row>,
  theirs: readonly Slot<Row>[],
  who: string,
): Hint<Row>[] {
  return theirs
    .filter((other) => !isOver('workOrders', other.row.view.status) && isTwoAtOnce(slot, other))
    .map((other) => ({ kind: 'twoAtOnce', who, other }));
}

function fullDay<Row extends ScheduleRow>(
  jobs: readonly Slot<Row>[],
  who: string,
  hours: WorkHours,
): Hint<Row>[] {
  const minutes = minutesOf(jobs);
  const isFull = jobs.length > MOST_JOBS || minutes > hours.to - hours.from;
  return isFull ? [{ kind: 'fullDay', who, jobs: jobs.length, minutes }] : [];
}

/** Of a job without a known end, only the start counts: it may be short. */
function isTwoAtOnce(one: Slot<unknown>, other: Slot<unknown>): boolean {
  if (one.from === null || other.from === null || one.day === null || other.day === null) return false;
  const later = one.day === other.day ? 0 : daysBetween(one.day, other.day) * DAY;
  return one.from < endOf(other.from, other.to) + later && other.from + later < endOf(one.from, one.to);
}

function endOf(from: number, to: number | null): number {
  return to ?? from + 1;
}
