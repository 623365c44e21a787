/** Loads once. After a failure, the next call loads again. */
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
