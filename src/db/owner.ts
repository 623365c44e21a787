import Dexie, { type Transaction } from 'dexie';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import { type MetaRow, readRow, writeMeta } from './meta-rows.ts';
import { countUnfinished } from './tables.ts';

/** The database on this device belongs to another account than the one that opens it. */
export class WrongOwnerError extends Error {
  override readonly name = 'WrongOwnerError';
}

/** The account was logged out, here or in another tab, and its data is leaving the device. */
export class LoggedOutError extends Error {
  override readonly name = 'LoggedOutError';
}

/**
 * Notes on first use whose database this is, and makes sure of it ever after.
 * @throws WrongOwnerError when it is another account's
 */
export async function claimOwnership(db: Dexie, account: string): Promise<void> {
  // On nearly every start all of it stands there, and nobody waits for the disk.
  const stands = await db.transaction('r', 'meta', async (tx) => {
    const [owned, leaving] = await Promise.all([isOwnedBy(tx, account), tx.table('meta').get('leaving')]);
    return owned && !leaving;
  });
  if (stands) return;
  await db.transaction('rw', 'meta', async (tx) => {
    if (!(await isOwnedBy(tx, account))) await writeMeta(tx, { key: 'owner', account });
    await tx.table('meta').delete('leaving');
  });
}

/**
 * False where it is nobody's yet.
 * @throws WrongOwnerError when it is another account's
 */
async function isOwnedBy(tx: Transaction, account: string): Promise<boolean> {
  const owner = await tx.table<MetaRow, string>('meta').get('owner');
  if (!owner) return false;
  if (!('account' in owner) || owner.account !== account) throw new WrongOwnerError();
  return true;
}

/**
 * Closes the database to further saves if nothing in it waits for the server or for a person, no form was left with text
 * in it and no import is unfinished, and says whether it did. Then it may be deleted: a save in another tab can no longer
 * slip in between. A page that dies before the deletion leaves the mark, and the next start deletes the database unless the
 * account has signed in again.
 */
export async function leaveIfSettled(db: Dexie): Promise<boolean> {
  return db.transaction('rw', ['meta', 'outbox', 'watches', 'drafts', 'imports'], async (tx) => {
    if ((await tx.table('outbox').count()) > 0) return false;
    if ((await tx.table('drafts').count()) > 0) return false;
    if ((await countUnfinished(tx)) > 0) return false;
    const asked = tx
      .table<DuplicateWatch, string>('watches')
      .filter(({ possibleDuplicates }) => possibleDuplicates.length > 0);
    if ((await asked.count()) > 0) return false;
    if (((await readRow(tx, 'lostEntries'))?.entries.length ?? 0) > 0) return false;
    await writeMeta(tx, { key: 'leaving' });
    return true;
  });
}

/** @throws LoggedOutError when the database is about to be deleted */
export async function assertNotLeaving(tx: Transaction): Promise<void> {
  if (await tx.table<MetaRow, string>('meta').get('leaving')) throw new LoggedOutError();
}
