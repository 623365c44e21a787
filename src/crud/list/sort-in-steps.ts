import { compareKeys, type SortKey } from './sort-key.ts';

/** So many rows are done in a step: about a millisecond. */
const STEP = 500;

interface Keyed<R> {
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
  const compare = (a: Keyed<R>, b: Keyed<R>): number => compareKeys(a.key, b.key, descending);
  let runs: (readonly Keyed<R>[])[] = [];
  for (let from = 0; from < rows.length; from += STEP) {
    const run = rows.slice(from, from + STEP).map((row) => ({ row, key: keyOf(row) }));
    runs.push(run.sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly Keyed<R>[])[] = [];
    for (let n = 0; n < runs.length; n += 2) {
      longer.push(yield* mergeInSteps(runs[n] ?? [], runs[n + 1] ?? [], compare));
    }
    runs = longer;
  }
  const sorted: R[] = [];
  for (const [n, { row }] of (runs[0] ?? []).entries()) {
    sorted.push(row);
    if (n % (20 * STEP) === 0) yield;
  }
  return sorted;
}

function* mergeInSteps<R>(
  a: readonly Keyed<R>[],
  b: readonly Keyed<R>[],
  compare: (a: Keyed<R>, b: Keyed<R>) => number,
): Generator<void, readonly Keyed<R>[]> {
  if (b.length === 0) return a;
  const both: Keyed<R>[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [mine, theirs] = [a[i], b[j]];
    if (mine && (!theirs || compare(mine, theirs) <= 0)) {
      both.push(mine);
      i += 1;
    } else if (theirs) {
      both.push(theirs);
      j += 1;
    }
    if (both.length % (10 * STEP) === 0) yield;
  }
  return both;
}
