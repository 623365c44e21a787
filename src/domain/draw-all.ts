/** The result of work that is done in steps, with all of them done at once. */
export function drawAll<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
