import type { WorkHours } from '../../../domain/schedule/hints.ts';
import { dayLanes } from '../../../domain/schedule/lanes.ts';
import type { JobSlot, Plan, Row } from './schedule-types.ts';

const HOUR = 60;

/** Always drawn. */
const USUAL: WorkHours = { from: 6 * HOUR, to: 20 * HOUR };

const MIDNIGHT = 24 * HOUR;

/** Returns whole hours with every working hour and every job. A job that goes on after midnight ends there. */
export function drawnHours({ rows }: Plan, work: WorkHours): WorkHours {
  let { from, to } = USUAL;
  const widen = (first: number, last: number): void => {
    from = Math.min(from, Math.floor(first / HOUR) * HOUR);
    to = Math.min(MIDNIGHT, Math.max(to, Math.ceil(last / HOUR) * HOUR));
  };
  widen(work.from, work.to);
  for (const slot of rows.flatMap(({ cells }) => cells.flat()))
    if (slot.from !== null) widen(slot.from, slot.to ?? slot.from + HOUR);
  return { from, to };
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
