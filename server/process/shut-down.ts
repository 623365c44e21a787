import { setTimeout as after } from 'node:timers/promises';

/** Longer than any request should take, shorter than the patience of a process manager. */
const DRAIN_MS = 8_000;

/** A terminal and npm may both pass on one Ctrl-C; a second one that is meant comes later. */
const SAME_KEYSTROKE_MS = 500;

export interface Ending {
  /** For so long requests are still taken, so that a load balancer can learn to send no more; in ms. */
  readonly delayMs: number;
  /** Says that it is ending. */
  begin(): void;
  close(): Promise<void>;
}

/**
 * Calls `begin` once when the process is asked to end, `close` after the delay, then ends it. A request that hangs, or a
 * second signal, ends it at once; what was committed is safe either way.
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
