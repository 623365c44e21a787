import type { WorkHours } from '../../../domain/schedule/hints.ts';
import { dayLanes } from '../../../domain/schedule/lanes.ts';
import type { JobSlot, Plan, Row } from './schedule-types.ts';

const HOUR = 60;

/** Always drawn. */
const USUAL: WorkHours = { from: 6 * HOUR, to: 20 * HOUR };

const MIDNIGHT = 24 * HOUR;

/** Returns whole hours with every working hour and every job. */
export function drawnHours({ rows }: Plan, work: WorkHours): WorkHours {
  return rows.flatMap(({ cells }) => cells.flat()).reduce(withJob, widened(USUAL, work));
}

/** Returns the hours with those of a job, which keys may carry in from the tray. After midnight none are drawn. */
export function withJob(hours: WorkHours, { from, to }: Pick<JobSlot, 'from' | 'to'>): WorkHours {
  return from === null ? hours : widened(hours, { from, to: to ?? from + HOUR });
}

function widened({ from, to }: WorkHours, span: WorkHours): WorkHours {
  return {
    from: Math.min(from, Math.floor(span.from / HOUR) * HOUR),
    to: Math.min(MIDNIGHT, Math.max(to, Math.ceil(span.to / HOUR) * HOUR)),
  };
}

/** Lays out one person's jobs. A shorter job is drawn an hour long, so that its words fit. */
export function drawnLanes(cell: readonly JobSlot[]): ReturnType<typeof dayLanes<Row>> {
  const real = new Map(cell.map((slot) => [slot.row, slot]));
  const { anyTime, timed } = dayLanes(cell.map(atLeastAnHour));
  return { anyTime, timed: timed.map((one) => ({ ...one, slot: real.get(one.slot.row) ?? one.slot })) };
}

function atLeastAnHour(slot: JobSlot): JobSlot {
  const { from, to } = slot;
  return from === null || to === null ? slot : { ...slot, to: Math.max(to, from + HOUR) };
}
