/** Waits until everything has run that does not wait for the clock: IndexedDB, promises, requests. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
