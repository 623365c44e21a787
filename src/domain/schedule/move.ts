import { type CrewChange, changeCrew, readJob, writeJob } from '../day/job.ts';
import type { DateForms } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { WORK_ORDER_STATUSES, type WorkOrder } from '../work-order.ts';
import { movedTo } from './moved-date.ts';
import {
  type ClockSpan,
  clockOf,
  clockText,
  dayOf,
  lengthOf,
  readClockSpan,
  writeClockSpan,
} from './slots.ts';

/** What a drag, keys, a menu or the dialog change. What is absent stays. */
export interface Move {
  /** Null takes the job off the schedule. */
  readonly day?: string | null;
  /** Null removes the time in the notes. */
  readonly time?: MovedTime | null;
  readonly crew?: CrewChange;
}

/** Minutes since midnight. */
interface MovedTime {
  readonly from: number;
  /** Null for no end; absent keeps the length. */
  readonly to?: number | null;
}

/** Returns the changed fields. A date keeps its form; a day gets its time in the notes. */
export function movedJob(job: WorkOrder, move: Move, dates: DateForms): Partial<WorkOrder> {
  const change: Partial<WorkOrder> = move.crew ? changeCrew(job, move.crew) : {};
  const notes = change.notes ?? job.notes;
  const moved: Partial<WorkOrder> = {
    ...change,
    scheduled_date: move.day === null ? null : movedDate(job, move, dates),
    notes: move.day === null ? writeJob(notes, { time: '' }) : movedNotes(notes, job, move, dates),
  };
  const changed = Object.entries(moved).filter(([field, value]) => value !== job[field as keyof WorkOrder]);
  return Object.fromEntries(changed);
}

export function movedDate(
  job: WorkOrder,
  { day: wanted, time }: Move,
  dates: DateForms,
): WorkOrder['scheduled_date'] {
  const before = dayOf(job, dates);
  const day = wanted ?? before;
  if (day === null) return job.scheduled_date;
  const written = before === null ? readClockSpan(readJob(job.notes).time)?.from : undefined;
  const clock = time?.from ?? written;
  const isSame = day === before && (clock === undefined || clock === (clockOf(job, dates) ?? clock));
  if (isSame) return job.scheduled_date;
  const scheduled = before === null ? null : job.scheduled_date;
  return movedTo(scheduled, day, dates, clock === undefined ? clock : clockText(clock));
}

function movedNotes(notes: string, job: WorkOrder, { time }: Move, dates: DateForms): string {
  if (time === undefined) return notes;
  if (time === null) return writeJob(notes, { time: '' });
  const span = readClockSpan(readJob(notes).time);
  const isInDate = clockOf(job, dates) !== null;
  // A date with a time needs none in the notes, unless they say an end or would say another time.
  if (isInDate && !span && (time.to ?? null) === null) return notes;
  const to = time.to === undefined ? keptEnd(time.from, span) : time.to;
  return writeJob(notes, { time: writeClockSpan({ from: time.from, to }) });
}

function keptEnd(from: number, span: ClockSpan | null): number | null {
  const length = span && lengthOf(span);
  return length === null ? null : from + length;
}

export type MoveRefusal = 'over' | 'unknownStatus' | 'runningOff' | 'runningBack' | 'lastPerson' | 'hasTime';

/** Returns why a job cannot be moved at all, or null. */
export function fixedBecause({ status }: Pick<WorkOrder, 'status'>): MoveRefusal | null {
  if (isOver('workOrders', status)) return 'over';
  return (WORK_ORDER_STATUSES as readonly string[]).includes(status) ? null : 'unknownStatus';
}

/**
 * Returns why this move is refused, or null. A date that has a time keeps one, because the server decides the form. A running job keeps a
 * day, which is today or later, and a person.
 */
export function refusalOf(
  job: WorkOrder,
  { day, time, crew }: Move,
  { today, dates }: { readonly today: string; readonly dates: DateForms },
): MoveRefusal | null {
  const fixed = fixedBecause(job);
  if (fixed !== null) return fixed;
  if (time === null && day !== null && clockOf(job, dates) !== null) return 'hasTime';
  if (job.status !== 'in_progress') return null;
  if (day === null) return 'runningOff';
  if (day !== undefined && day < today && day !== dayOf(job, dates)) return 'runningBack';
  const left = crew && readJob({ ...job, ...changeCrew(job, crew) }.notes).crew;
  return left?.length === 0 && readJob(job.notes).crew.length > 0 ? 'lastPerson' : null;
}
