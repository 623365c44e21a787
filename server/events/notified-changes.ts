import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { APPLICATION_ROLE } from '../db/application-role.ts';
import type { Database } from '../db/database.ts';
import { ListenRefusedError } from '../db/database-errors.ts';
import type { ChangeEvents } from './change-events.ts';

/** The channel of the database on which changes are announced; the payload is the company's id. */
const CHANNEL = 'company_changes';
/** Much longer than a notification takes. */
const TRIAL_MS = 3_000;

/** The database does not deliver notifications; the message says what is missing. */
export class NotToldError extends Error {
  override readonly name = 'NotToldError';
}

/**
 * Subscribes `changes` to the database's notifications. Sends one first from a company's transaction to check that it
 * arrives: a transaction pooler accepts LISTEN without an error but delivers nothing. Fails with `NotToldError`.
 * Returns a function that stops it.
 */
export async function listenToChanges(
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
      throw new NotToldError(
        'The database takes LISTEN but does not tell of what is notified, as behind a pooler by transactions ' +
          '(LISTEN_URL names the way past one)',
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
    throw new NotToldError('The database refuses LISTEN', { cause });
  }
}

/** Under the role that makes changes, as a real change does. */
async function notify(db: Database, payload: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.query("select set_config('role', $1, true)", [APPLICATION_ROLE]);
      await tx.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    });
  } catch (cause) {
    // An error with a SQLSTATE came from the database; otherwise it may be unreachable or busy.
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new NotToldError('The database refuses pg_notify', { cause });
  }
}
