import type { MirrorRecord, Position } from '../outbox/mirror-record.ts';

/** Which of two records comes first in the list; 0 for a record and itself alone. */
export type Order = (a: Placed, b: Placed) => number;

type Placed = Pick<MirrorRecord, 'position' | 'localId'>;

/** 'first' lists the newest first, 'last' the oldest. */
export function orderOf(placement: 'first' | 'last'): Order {
  return placement === 'first' ? (a, b) => comparePositions(b, a) : comparePositions;
}

/** Where a record stands in the list, or would. */
export function placeIn(records: readonly Placed[], record: Placed, order: Order): number {
  let from = 0;
  let to = records.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = records[middle];
    if (other && order(other, record) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function comparePositions(a: Placed, b: Placed): number {
  return (
    a.position[0] - b.position[0] ||
    compareTies(a.position[1], b.position[1]) ||
    compareTies(a.localId, b.localId)
  );
}

/** Numbers before text. */
function compareTies(a: Position[1], b: Position[1]): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
