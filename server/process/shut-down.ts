import { setTimeout as after } from 'node:timers/promises';

/** Longer than any request should take, shorter than the timeout of a process manager. */
const DRAIN_MS = 8_000;

/** A terminal and npm may both forward one Ctrl-C. An intended second one comes later. */
const SAME_KEYSTROKE_MS = 500;

export interface Ending {
  /** How long requests are still accepted, so that a load balancer can notice the stop. */
  readonly delayMs: number;
  begin(): void;
  close(): Promise<void>;
}

/**
 * On the first stop signal, calls `begin`, calls `close` after the delay, and exits. Exits at once on a second signal,
 * and `DRAIN_MS` after the delay if a request hangs. Committed data is safe.
 */
export function closeOnSignal(ending: Ending): void {
  let since: number | undefined;
  const end = (signal: NodeJS.Signals): void => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_KEYSTROKE_MS) process.exit(1);
      return;
    }
    since = performance.now();
    process.stdout.write(`Restoration CRM is stopping (${signal}).\n`);
    ending.begin();
    setTimeout(() => process.exit(1), ending.delayMs + DRAIN_MS).unref();
    closed(ending).then(
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

async function closed(ending: Ending): Promise<void> {
  if (ending.delayMs > 0) await after(ending.delayMs);
  await ending.close();
}
