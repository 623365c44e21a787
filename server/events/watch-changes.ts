import type { ChangeSignal } from '../config/change-signal.ts';
import type { Database } from '../db/database.ts';
import type { ChangeEvents } from './change-events.ts';
import { pollForChanges } from './change-polling.ts';
import { listenToChanges, NotToldError } from './notified-changes.ts';

/** The part of the server's log that is used here. */
interface Log {
  warn(context: object, words: string): void;
  error(context: object, words: string): void;
}

/**
 * Tells `changes` of every change from now on. Where the database sends no notifications, it is polled instead, and the
 * log says why. Fails with `DatabaseUnavailableError`. Returns a function that stops it.
 */
export async function watchChanges(options: {
  readonly db: Database;
  readonly changes: ChangeEvents;
  readonly signal: ChangeSignal;
  readonly log: Log;
  /** How long the database may take to deliver the trial notification, in ms. */
  readonly trialMs?: number;
}): Promise<() => Promise<void>> {
  const { db, changes, signal, log, trialMs } = options;
  if (signal.kind === 'notify') {
    try {
      return await listenToChanges(db, changes, trialMs);
    } catch (error) {
      if (!(error instanceof NotToldError)) throw error;
      log.warn(
        { err: error.cause },
        `${error.message}: changes are polled every ${signal.pollMs / 1_000} s instead`,
      );
    }
  }
  return pollForChanges({
    db,
    changes,
    everyMs: signal.pollMs,
    onFailed: (err) => log.error({ err }, 'changes could not be polled'),
  });
}
