import { LOG, localOffset, readEntries } from '../day/entries.ts';
import { STEPS, stepTaken } from '../day/job.ts';
import { DRYING } from '../drying/drying-facts.ts';
import { readText } from '../field.ts';
import { toCents } from '../money.ts';
import { type DateForms, dayAt, daysBetween } from '../plain-date.ts';
import { isOver } from '../resource-specs.ts';
import { scheduledDay } from '../schedule.ts';
import { isQuiet } from './estimate-pushes.ts';
import type { Push, PushTime, WorkOrderRow } from './push.ts';
import { quietSince, statusSince } from './since.ts';

/** Judges a work order by itself. What its customer lacks is in `list-pushes.ts`. */
export function jobPush(row: WorkOrderRow, time: PushTime, dates: DateForms): Push | null {
  const { status } = row.view;
  if (status === 'in_progress') return quietJob(row, time);
  // As on Today and in the list, a status that only a newer server knows is open.
  return isOver('workOrders', status) ? null : overdueJob(row, time, dates);
}

function overdueJob(row: WorkOrderRow, { now }: PushTime, dates: DateForms): Push | null {
  const scheduled = readText(row.view.scheduled_date);
  const day = scheduled && scheduledDay(scheduled, dates);
  const today = dayAt(now);
  if (!day || day >= today) return null;
  const cents = toCents(row.view.estimated_cost);
  return { rule: 'overdue', kind: 'workOrders', row, day, days: daysBetween(day, today), cents };
}

/** In ms. Entries have no time zone, so that a phone elsewhere may be ahead. */
const AHEAD_MS = 24 * 60 * 60_000;

function quietJob(row: WorkOrderRow, time: PushTime): Push | null {
  const { now } = time;
  const begun = statusSince(row, time);
  if (begun.isExact && !isQuiet(begun.at, now)) return null;
  const written = lastWritten(readText(row.view.notes));
  // Nothing tells when an entry with a wrong date was made, only when the record changed.
  const isMisdated = written !== undefined && written.at > now + AHEAD_MS;
  const last = isMisdated ? undefined : written;
  const quiet = quietSince(row, time);
  const at = last?.at ?? quiet.at;
  if (!isQuiet(at, now)) return null;
  const day = dayAt(at);
  return {
    rule: 'quietJob',
    kind: 'workOrders',
    row,
    last: last?.what ?? null,
    day,
    quiet: isMisdated ? 'seen' : quiet.how,
    days: daysBetween(day, dayAt(now)),
    cents: toCents(row.view.estimated_cost),
  };
}

interface Written {
  readonly what: 'entry' | 'reading';
  readonly at: number;
}

/** Returns the latest stamp of a step, entry of the log, or entry of the drying log. */
function lastWritten(notes: string): Written | undefined {
  const written: Written[] = [];
  for (const step of STEPS) {
    const stamp = stepTaken(notes, step, localOffset);
    if (stamp) written.push({ what: 'entry', at: stamp.at });
  }
  for (const { at } of readEntries(notes, LOG, localOffset)) written.push({ what: 'entry', at });
  for (const { at } of readEntries(notes, DRYING, localOffset)) written.push({ what: 'reading', at });
  return written.sort((one, other) => one.at - other.at).at(-1);
}
