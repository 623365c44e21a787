import type { Table } from 'dexie';
import { LoggedOutError } from '../db/owner.ts';
import { abort, isQuotaError, wasCutOff } from '../db/storage-watch.ts';
import type { Tx } from '../db/tables.ts';
import { delay } from '../domain/ports.ts';
import { BrokenLaneError } from '../outbox/mutation.ts';
import { saveFailureWords } from '../words/frame.ts';
import type { RecordServices } from './record-services.ts';

/** In seconds. */
const SAVE_LIMIT = 5;

/** The user may read `message`. */
export class NotSavedError extends Error {
  override readonly name: string = 'NotSavedError';
}

/** Forms show another message, which names the button to press: `notSavedWords`, and `use-resource-form.ts`. */
export class DeviceFullError extends NotSavedError {
  override readonly name = 'DeviceFullError';
  constructor(options?: ErrorOptions) {
    super(saveFailureWords.deviceFull, options);
  }
}

export class LoggedOutSaveError extends NotSavedError {
  override readonly name = 'LoggedOutSaveError';
  constructor(options?: ErrorOptions) {
    super(saveFailureWords.loggedOut, options);
  }
}

/**
 * Aborts if the storage does not respond within 5 s. Then nothing is saved, unless the transaction was already
 * committed.
 * @throws NotSavedError
 */
export function saveTransaction<T>(
  services: RecordServices,
  tables: readonly Table[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { strict } = services.db;
  return timedSave(services, (inTime) => strict.transaction('rw', [...tables], inTime), work);
}

/** Applies the same limit to a transaction that `begin` opens. */
export async function timedSave<T>(
  { clock, log, storageRoom, db }: Pick<RecordServices, 'clock' | 'log' | 'storageRoom' | 'db'>,
  begin: (work: (tx: Tx) => Promise<T>) => PromiseLike<T>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const settled = new AbortController();
  const run: { transaction?: IDBTransaction; late: boolean } = { late: false };
  async function limit(): Promise<void> {
    // Waits in steps, so that time does not count while the device sleeps.
    for (let n = 0; n < SAVE_LIMIT; n += 1) await delay(clock, 1000, settled.signal);
    if (settled.signal.aborted) return;
    run.late = true;
    if (!run.transaction || abort(run.transaction)) throw new NotSavedError(saveFailureWords.noAnswer);
  }
  const saved = db.pageDatabases.watch.repeating(() =>
    begin(async (tx) => {
      // If the database opened late, the user was already told of the failure.
      if (run.late) throw new NotSavedError(saveFailureWords.noAnswer);
      run.transaction = tx.idbtrans;
      return work(tx);
    }),
  );
  try {
    const result = await Promise.race([saved, limit().then(() => saved)]);
    storageRoom.set('left');
    return result;
  } catch (error) {
    if (error instanceof LoggedOutError) throw new LoggedOutSaveError({ cause: error });
    if (error instanceof BrokenLaneError) {
      log.error('a change was not saved', error);
      throw new NotSavedError(saveFailureWords.appFault, { cause: error });
    }
    if (isQuotaError(error)) storageRoom.set('none');
    if (isQuotaError(error)) throw new DeviceFullError({ cause: error });
    if (wasCutOff(error))
      throw new NotSavedError(run.late ? saveFailureWords.noAnswer : saveFailureWords.closed, {
        cause: error,
      });
    throw error;
  } finally {
    settled.abort();
  }
}

/** Calls `onNotSaved` on failure and returns undefined. */
export async function decide<T>(
  services: RecordServices,
  tables: readonly Table[],
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await saveTransaction(services, tables, work);
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    services.onNotSaved();
    return undefined;
  }
}
