/** Starts a real timer, for work that no test clock controls. */
export function realTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
