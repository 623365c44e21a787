const DAY_MS = 24 * 60 * 60_000;

/** Works now and once a day. Returns a function that stops this and waits for work in progress. */
export function daily(work: () => Promise<void>, onFailed: (error: unknown) => void): () => Promise<void> {
  let last = Promise.resolve();
  const run = (): void => {
    last = last.then(work).catch(onFailed);
  };
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
