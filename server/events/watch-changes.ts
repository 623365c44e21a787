import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeSignal } from '../config/config.ts';
import { errorCode } from '../config/error-code.ts';
import { APPLICATION_ROLE } from '../db/application-role.ts';
import type { Database } from '../db/database.ts';
import { ListenRefusedError } from '../db/database-errors.ts';
import { lastChanges } from '../repositories/change-counters.ts';
import type { ChangeEvents } from './change-events.ts';

interface Log {
  warn(context: object, words: string): void;
  error(context: object, words: string): void;
}

/**
 * Reports every change from now on. If the database delivers no notifications, polls and logs why. Returns a
 * function that stops it.
 */
export async function watchChanges(options: {
  readonly db: Database;
  readonly changes: ChangeEvents;
  readonly signal: ChangeSignal;
  readonly log: Log;
  readonly trialMs?: number;
}): Promise<() => Promise<void>> {
  const { db, changes, signal, log, trialMs } = options;
  if (signal.kind === 'notify') {
    try {
      return await listenToChanges(db, changes, trialMs);
    } catch (error) {
      if (!(error instanceof NoNotificationsError)) throw error;
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

/** The payload is a company's id. */
const CHANNEL = 'company_changes';
/** Much longer than a notification takes. */
const TRIAL_MS = 3_000;

class NoNotificationsError extends Error {
  override readonly name = 'NoNotificationsError';
}

/**
 * First sends a notification to itself. Throws a `NoNotificationsError` if that does not arrive: a transaction pooler
 * accepts LISTEN but delivers nothing.
 */
async function listenToChanges(
  db: Database,
  changes: ChangeEvents,
  trialMs = TRIAL_MS,
): Promise<() => Promise<void>> {
  // Not a company's id, so other servers ignore it.
  const trial = `trial ${randomUUID()}`;
  let trialIsHeard = (): void => undefined;
  const trialHeard = new Promise<true>((resolve) => {
    trialIsHeard = () => resolve(true);
  });
  const stop = await listen(db, (payload) => {
    if (payload === null) changes.allMayHaveChanged();
    else if (payload === trial) trialIsHeard();
    else changes.changed(Number(payload));
  });
  try {
    await notify(db, trial);
    const timer = new AbortController();
    const heard = await Promise.race([
      trialHeard,
      delay(trialMs, false, { signal: timer.signal }).catch(() => false),
    ]);
    timer.abort();
    if (!heard) {
      throw new NoNotificationsError(
        'The database accepts LISTEN but delivers no notifications, as behind a pooler in transaction mode ' +
          '(set LISTEN_URL to a direct connection)',
      );
    }
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(db: Database, heard: (payload: string | null) => void): Promise<() => Promise<void>> {
  try {
    return await db.listen(CHANNEL, heard);
  } catch (cause) {
    if (!(cause instanceof ListenRefusedError)) throw cause;
    throw new NoNotificationsError('The database refuses LISTEN', { cause });
  }
}

/** Uses the same role as a real change. */
async function notify(db: Database, payload: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.query("select set_config('role', $1, true)", [APPLICATION_ROLE]);
      await tx.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    });
  } catch (cause) {
    // An error with a SQLSTATE came from the database; otherwise it may be unreachable or busy.
    if (errorCode(cause) === undefined) throw cause;
    throw new NoNotificationsError('The database refuses pg_notify', { cause });
  }
}

interface Polling {
  readonly db: Database;
  readonly changes: ChangeEvents;
  readonly everyMs: number;
  /** Called with the first of several failures in a row. */
  readonly onFailed: (error: unknown) => void;
}

/** Polls only the companies that have listeners, in one statement. Returns a function that stops it. */
export function pollForChanges({ db, changes, everyMs, onFailed }: Polling): () => Promise<void> {
  let seen: ReadonlyMap<number, number> = new Map();
  let isFailing = false;
  let polling = Promise.resolve();
  let timer = setTimeout(again, everyMs);

  async function poll(): Promise<void> {
    const companies = changes.companies;
    const last = companies.length === 0 ? new Map<number, number>() : await lastChanges(db, companies);
    const before = seen;
    seen = new Map(companies.map((id) => [id, last.get(id) ?? 0]));
    // A change may fall between the start of a stream and the first poll, so the first poll always reports a change.
    for (const [id, change] of seen) if (before.get(id) !== change) changes.changed(id);
  }

  function again(): void {
    polling = poll()
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          if (!isFailing) onFailed(error);
          isFailing = true;
        },
      )
      .then(() => {
        timer = setTimeout(again, everyMs);
      });
  }

  return async () => {
    clearTimeout(timer);
    await polling;
    clearTimeout(timer);
  };
}
