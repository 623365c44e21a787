import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { APPLICATION_ROLE } from '../db/application-role.ts';
import type { Database } from '../db/database.ts';
import { ListenRefusedError } from '../db/database-errors.ts';
import type { ChangeEvents } from './change-events.ts';

/** On which the database tells that a company's data has changed; the payload is the company's id. */
const CHANNEL = 'company_changes';
/** Much longer than it takes. */
const TRIAL_MS = 3_000;

/** The database does not tell of changes; the message says what it lacks. */
export class NotToldError extends Error {
  override readonly name = 'NotToldError';
}

/**
 * Has `changes` told by the database, which is tried first, from a company's transaction to here: a pooler between takes
 * a LISTEN without an error and tells nobody. Fails with `NotToldError`. Answers how to stop.
 */
export async function listenToChanges(
  db: Database,
  changes: ChangeEvents,
  trialMs = TRIAL_MS,
): Promise<() => Promise<void>> {
  // No company's id: other servers take no notice of it.
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

/** As a change does it: under the role that makes changes. */
async function notify(db: Database, payload: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.query("select set_config('role', $1, true)", [APPLICATION_ROLE]);
      await tx.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    });
  } catch (cause) {
    // What the database itself answers has a code. It may as well be away, or busy.
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new NotToldError('The database refuses pg_notify', { cause });
  }
}
