import type { Database } from '../db/database.ts';
import { lookForChanges } from './change-polling.ts';
import { listenToChanges, NotToldError } from './notified-changes.ts';
import type { Pokes } from './pokes.ts';

/** How a server learns of changes, its own and those of other servers on the same database. */
export interface ChangeSignal {
  /** By the database's LISTEN and NOTIFY, or by looking how far the companies' changes are numbered. */
  readonly kind: 'notify' | 'poll';
  /** How often it looks, in ms. */
  readonly pollMs: number;
}

/** The part of the server's log that is written to here. */
interface Log {
  warn(context: object, words: string): void;
  error(context: object, words: string): void;
}

export const DEFAULT_SIGNAL: ChangeSignal = { kind: 'notify', pollMs: 1_000 };

/**
 * Has `pokes` told of every change from now on. Where the database does not tell, it is looked at instead, and the log
 * says why. Fails with `DatabaseUnavailableError` where it does not answer. Answers how to stop.
 */
export async function hearOfChanges(options: {
  readonly db: Database;
  readonly pokes: Pokes;
  readonly signal: ChangeSignal;
  readonly log: Log;
  /** How long the database may take to tell of something in a trial, in ms. */
  readonly trialMs?: number;
}): Promise<() => Promise<void>> {
  const { db, pokes, signal, log, trialMs } = options;
  if (signal.kind === 'notify') {
    try {
      return await listenToChanges(db, pokes, trialMs);
    } catch (error) {
      if (!(error instanceof NotToldError)) throw error;
      log.warn(
        { err: error.cause },
        `${error.message}: changes are looked for every ${signal.pollMs / 1_000} s instead`,
      );
    }
  }
  return lookForChanges({
    db,
    pokes,
    everyMs: signal.pollMs,
    onFailed: (err) => log.error({ err }, 'changes could not be looked for'),
  });
}
