/** Longer than any request should take, shorter than the patience of a process manager. */
const DRAIN_MS = 8_000;

/** A terminal and npm may both pass on one Ctrl-C; a second one that is meant comes later. */
const SAME_KEYSTROKE_MS = 500;

/**
 * Calls `close` once when the process is asked to end, then ends it. A request that hangs, or a second
 * signal, ends it at once; what was committed is safe either way.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let since: number | undefined;
  const end = (signal: NodeJS.Signals): void => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_KEYSTROKE_MS) process.exit(1);
      return;
    }
    since = performance.now();
    process.stdout.write(`Restoration CRM is stopping (${signal}).\n`);
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
