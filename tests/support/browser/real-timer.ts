/** A timer of the machine's own, for what no test's clock moves. */
export function realTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
