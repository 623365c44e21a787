import type { Slot } from './slots.ts';

/** A job on the day's hours. Overlapping jobs are side by side. */
export interface DrawnSlot<Row> {
  readonly slot: Slot<Row>;
  /** Minutes since midnight. */
  readonly from: number;
  readonly to: number;
  /** False if no end is given; then `to` is only drawn. */
  readonly isEndKnown: boolean;
  /** From 0. */
  readonly lane: number;
  /** Lanes of all jobs that it overlaps with. */
  readonly lanes: number;
}

export interface DayLanes<Row> {
  /** Jobs for the strip *Any time*, in their order. */
  readonly anyTime: readonly Slot<Row>[];
  readonly timed: readonly DrawnSlot<Row>[];
}

/** In minutes. A job without an end is drawn this long. */
const OPEN_LENGTH = 120;

/** Lays out the jobs of one person on one day. */
export function dayLanes<Row>(cell: readonly Slot<Row>[]): DayLanes<Row> {
  const timed = cell
    .flatMap((slot) => {
      const { from, to } = slot;
      return from === null ? [] : [{ slot, from, to: to ?? from + OPEN_LENGTH, isEndKnown: to !== null }];
    })
    .sort((one, other) => one.from - other.from);
  const drawn: DrawnSlot<Row>[] = [];
  let group: Omit<DrawnSlot<Row>, 'lanes'>[] = [];
  let ends: number[] = [];
  const closeGroup = (): void => {
    const lanes = ends.length;
    drawn.push(...group.map((one) => ({ ...one, lanes })));
    group = [];
    ends = [];
  };
  for (const one of timed) {
    if (ends.every((end) => end <= one.from)) closeGroup();
    const free = ends.findIndex((end) => end <= one.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = one.to;
    group.push({ ...one, lane });
  }
  closeGroup();
  return { anyTime: cell.filter(({ from }) => from === null), timed: drawn };
}
