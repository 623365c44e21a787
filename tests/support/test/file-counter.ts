const restarts: (() => void)[] = [];

/** Counts 1, 2, 3, … within a test file, in whatever process and after whichever other files it runs. */
export function fileCounter(): () => number {
  let last = 0;
  restarts.push(() => {
    last = 0;
  });
  return () => (last += 1);
}

/** A new file begins. */
export function restartCounters(): void {
  for (const restart of restarts) restart();
}
