import type { Fields } from '../domain/resource-spec.ts';
import type { MirrorRecord, Position } from '../outbox/mirror-record.ts';

/** A record that can be shown: one that is not deleted. */
export type ShownRecord = MirrorRecord & { readonly view: Fields };

/** Records in list order. */
export interface OrderedList {
  readonly records: readonly ShownRecord[];
  /** The search text of each record, in the same order; null until somebody wants them. */
  readonly texts: readonly string[] | null;
}

/** Which of two records comes first in the list; 0 for a record and itself alone. */
export type Order = (a: Placed, b: Placed) => number;

type Placed = Pick<MirrorRecord, 'position' | 'localId'>;

export const EMPTY_LIST: OrderedList = { records: [], texts: null };

/** 'first' lists the newest first, 'last' the oldest. */
export function orderOf(placement: 'first' | 'last'): Order {
  return placement === 'first' ? (a, b) => comparePositions(b, a) : comparePositions;
}

/** Where a record stands in the list, or would. */
export function placeIn(records: readonly ShownRecord[], record: Placed, order: Order): number {
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

/**
 * The second list put into the first, with texts if both have them. The places are looked for, and all between is copied at
 * once: as a rule there is far less to put in.
 */
export function merged(a: OrderedList, b: OrderedList, order: Order): OrderedList {
  if (a.records.length === 0) return b;
  if (b.records.length === 0) return a;
  const records: (readonly ShownRecord[])[] = [];
  const texts: (readonly string[])[] | null = a.texts && b.texts && [];
  const take = (list: OrderedList, from: number, to: number): void => {
    records.push(list.records.slice(from, to));
    texts?.push(list.texts?.slice(from, to) ?? []);
  };
  let [i, j] = [0, 0];
  for (let next = b.records[j]; next; next = b.records[j]) {
    const at = placeIn(a.records, next, order);
    take(a, i, at);
    const behind = a.records[at];
    const end = behind ? Math.max(j + 1, placeIn(b.records, behind, order)) : b.records.length;
    take(b, j, end);
    [i, j] = [at, end];
  }
  take(a, i, a.records.length);
  return { records: records.flat(), texts: texts && texts.flat() };
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
