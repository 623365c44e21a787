/** Loads again after a failure. */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let wanted: Promise<T> | null = null;
  return () => {
    wanted ??= load();
    wanted.catch(() => {
      wanted = null;
    });
    return wanted;
  };
}
