import { readable } from '../../../crud/readable.ts';
import { timeProblem } from '../../../domain/check.ts';
import { isOnCrew } from '../../../domain/day/job.ts';
import { dayAfter, dayBefore, isDay } from '../../../domain/plain-date.ts';
import { moveFromForm } from '../../../domain/schedule/gestures.ts';
import { type Hint, hintsOf } from '../../../domain/schedule/hints.ts';
import { type Move, type MoveRefusal, movedJob, refusalOf } from '../../../domain/schedule/move.ts';
import { clockOf, lengthOf, readClockSpan } from '../../../domain/schedule/slots.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { moveWords } from '../../../words/schedule.ts';
import { timeSaid } from './schedule-said.ts';
import type { JobSlot, Row, ScheduleData } from './schedule-types.ts';

/** What the dialog holds. */
export interface MoveDraft {
  /** Text that is no day is not saved. */
  readonly day: string | null;
  readonly time: string;
  readonly crew: readonly string[];
  /** A name that no checkbox has. */
  readonly name: string;
}

interface ReadMove {
  /** Null while the day or the time cannot be read. */
  readonly move: Move | null;
  readonly refusal: MoveRefusal | null;
  /** About the time. */
  readonly problem: string | undefined;
  readonly hints: readonly Hint<Row>[];
  readonly isChanged: boolean;
}

interface Known {
  readonly data: ScheduleData;
  readonly known: readonly string[];
}

export function readMove(slot: JobSlot, draft: MoveDraft, { data, known }: Known): ReadMove {
  const { today, slots, index } = data;
  const { dates } = slots;
  const job = readable('workOrders', slot.row.view) as unknown as WorkOrder;
  // Off the schedule, a job also loses its time. One that was off it keeps the time in its notes.
  const text = draft.day === null && slot.day !== null ? '' : draft.time;
  const times = readTimes(slot, text);
  const unread = text.trim() === '' ? '' : slot.unread;
  const needsTime = draft.day !== null && times?.from === null && clockOf(job, dates) !== null;
  const problem = needsTime ? moveWords.needsTime : timeProblem(times ? '' : draft.time);
  const { day } = draft;
  const isChanged = draft.name.trim() !== '' || day !== slot.day || draft.time !== timeSaid(slot);
  if (!times || needsTime || (day !== null && !isDay(day)))
    return { move: null, refusal: null, problem, hints: [], isChanged };
  const move = moveFromForm(slot, { day, ...times, unread, crew: wantedCrew(draft, known) });
  const moved = slots.of({ ...slot.row, view: { ...slot.row.view, ...movedJob(job, move, dates) } });
  // A job of the day before may end on this day.
  const near = day === null ? [] : [dayBefore(day), day, dayAfter(day)];
  const others = near.flatMap((one) => index.byDay.get(one) ?? []).map((row) => slots.of(row));
  return {
    move,
    refusal: refusalOf(job, move, { today, dates }),
    problem,
    hints: hintsOf(moved, others, data),
    isChanged: isChanged || Object.keys(move).length > 0,
  };
}

/** Null for text that is no time. A time that could not be read before stays as it is. */
function readTimes(slot: JobSlot, text: string): Pick<JobSlot, 'from' | 'to'> | null {
  const { from, to } = slot;
  if (text === timeSaid(slot)) return { from, to };
  if (text.trim() === '') return { from: null, to: null };
  const span = readClockSpan(text);
  if (!span) return null;
  const length = lengthOf(span);
  return { from: span.from, to: length === null ? null : span.from + length };
}

/** A comma separates names, except in 'Lee, Ann' if Ann Lee is known. */
function wantedCrew({ crew, name }: MoveDraft, known: readonly string[]): readonly string[] {
  const meant = known.filter((one) => isOnCrew({ crew: [name] }, one));
  const typed = meant.length > 0 ? meant : name.split(',').map((one) => one.trim());
  return [...crew, ...typed.filter((one) => one !== '' && !isOnCrew({ crew }, one))];
}
