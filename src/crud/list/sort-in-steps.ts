import { SortedRuns } from '../../domain/sorted-runs.ts';
import { compareKeys, type SortKey } from './sort-key.ts';

/** So many rows are done in a step: about a millisecond. */
const STEP = 500;

interface RowWithKey<R> {
  readonly row: R;
  readonly key: SortKey;
}

export interface Sorting<R> {
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => SortKey;
  readonly descending: boolean;
}

/** The rows in order, equal ones as they came. Whoever draws the steps may do other things between any two. */
export function* sortInSteps<R>({ rows, keyOf, descending }: Sorting<R>): Generator<void, readonly R[]> {
  const runs = new SortedRuns<RowWithKey<R>>((a, b) => compareKeys(a.key, b.key, descending));
  for (let from = 0; from < rows.length; from += STEP) {
    yield* runs.add(rows.slice(from, from + STEP).map((row) => ({ row, key: keyOf(row) })));
    yield;
  }
  const sorted: R[] = [];
  for (const [n, { row }] of (yield* runs.all()).entries()) {
    sorted.push(row);
    if (n % (20 * STEP) === 0) yield;
  }
  return sorted;
}
