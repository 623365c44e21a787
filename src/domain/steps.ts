/** Work orders per step: some milliseconds on a slow phone, because each has notes to read. */
export const WORK_ORDERS_PER_STEP = 100;

/** Items merged per step. */
const STEP = 5000;

type Compare<T> = (a: T, b: T) => number;

/**
 * A stable sort in steps, so that the caller can do other work in between. Merging runs of similar length keeps every
 * step short, and takes hardly longer than a single sort.
 */
export class SortedRuns<T> {
  readonly #compare: Compare<T>;
  /** Each run is more than twice as long as the next. */
  readonly #runs: (readonly T[])[] = [];

  constructor(compare: Compare<T>) {
    this.#compare = compare;
  }

  /** Sorts the given array in place and keeps it. */
  *add(items: T[]): Generator<void, void> {
    let run: readonly T[] = items.sort(this.#compare);
    for (;;) {
      const before = this.#runs.at(-1);
      if (!before || before.length > 2 * run.length) break;
      this.#runs.pop();
      run = yield* mergeInSteps(before, run, this.#compare);
    }
    this.#runs.push(run);
  }

  /** Call it once, after the last `add`. */
  *all(): Generator<void, readonly T[]> {
    let all: readonly T[] = [];
    for (const run of this.#runs.splice(0).reverse()) {
      all = all.length === 0 ? run : yield* mergeInSteps(run, all, this.#compare);
    }
    return all;
  }
}

function* mergeInSteps<T>(
  a: readonly T[],
  b: readonly T[],
  compare: Compare<T>,
): Generator<void, readonly T[]> {
  const both: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [first, second] = [a[i] as T, b[j] as T];
    const isFirst = compare(first, second) <= 0;
    both.push(isFirst ? first : second);
    if (isFirst) i += 1;
    else j += 1;
    if (both.length % STEP === 0) yield;
  }
  return both.concat(a.slice(i), b.slice(j));
}

export function drawAll<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
