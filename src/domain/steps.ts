/** Items merged in a step. */
const STEP = 5000;

type Compare<T> = (a: T, b: T) => number;

/**
 * A sort in steps, between any two of which its caller may do other things. What is added is sorted by itself, and two runs
 * that have become about as long are merged: no step takes long, and all of them together hardly longer than one sort. Equal
 * items stay in the order in which they came.
 */
export class SortedRuns<T> {
  readonly #compare: Compare<T>;
  /** Each more than twice as long as the next. */
  readonly #runs: (readonly T[])[] = [];

  constructor(compare: Compare<T>) {
    this.#compare = compare;
  }

  /** Adds items, which it takes over. */
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

  /** Returns all items in order, once every one was added. */
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

/** Does all steps at once and returns their result. */
export function drawAll<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
