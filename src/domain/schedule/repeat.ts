import { CHECKLIST } from '../day/checklist.ts';
import { LOG } from '../day/entries.ts';
import { readJob, withoutLaterSteps } from '../day/job.ts';
import { freeText, writeFreeText } from '../day/text-blocks.ts';
import { DRYING } from '../drying/drying-facts.ts';
import { readText } from '../field.ts';
import { type DateForms, dayAfter, sundayOf } from '../plain-date.ts';
import { type WorkOrder, workOrderSpec } from '../work-order.ts';
import { movedDate } from './move.ts';

/** How many days a job can be repeated on at once. */
export const MOST_REPEATS = 10;

/** Returns the days after `day`. */
export function repeatDays(
  day: string,
  { count, skipWeekend }: { readonly count: number; readonly skipWeekend: boolean },
): readonly string[] {
  const days: string[] = [];
  for (let next = dayAfter(day); days.length < Math.min(count, MOST_REPEATS); next = dayAfter(next)) {
    if (!(skipWeekend && isWeekend(next))) days.push(next);
  }
  return days;
}

function isWeekend(day: string): boolean {
  return day === sundayOf(day) || sundayOf(dayAfter(day)) === dayAfter(day);
}

/**
 * Returns new work orders, each with its own number. What was done, written or measured on the job stays with it, and
 * so does its cost: copies would count it again.
 */
export function repeatsOf(
  job: WorkOrder,
  days: readonly string[],
  { dates, now, random }: { readonly dates: DateForms; readonly now: number; readonly random: () => number },
): readonly WorkOrder[] {
  const notes = notesOfRepeat(readText(job.notes));
  return days.map((day, n) => {
    // Numbers made in the same millisecond might be equal.
    const blank = workOrderSpec.blank({ now: now + n, random: random() });
    return {
      ...job,
      work_order_number: blank.work_order_number,
      estimated_cost: blank.estimated_cost,
      status: readJob(notes).crew.length > 0 ? 'assigned' : 'pending',
      scheduled_date: movedDate(job, { day }, dates),
      notes,
    };
  });
}

const DONE = [CHECKLIST, LOG, DRYING];

/** Keeps all other lines. */
function notesOfRepeat(notes: string): string {
  return withoutLaterSteps({ status: 'pending', notes: writeFreeText('', DONE, freeText(notes, DONE)) });
}
