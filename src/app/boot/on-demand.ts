/** Loads what is wanted once, when it is first wanted, and again after a load that failed. */
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
