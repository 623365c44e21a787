const restarts: (() => void)[] = [];

/** Returns a counter 1, 2, 3, … that restarts in each test file, whatever process the file runs in. */
export function fileCounter(): () => number {
  let last = 0;
  restarts.push(() => {
    last = 0;
  });
  return () => (last += 1);
}

/** Call this when a new test file begins. */
export function restartCounters(): void {
  for (const restart of restarts) restart();
}
