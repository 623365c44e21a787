import type { Dexie, Transaction } from 'dexie';
import type { DuplicateWatch } from '../outbox/match-create.ts';
import { type MetaRow, readRow, writeMeta } from './meta-rows.ts';

export class WrongOwnerError extends Error {
  override readonly name = 'WrongOwnerError';
}

export class LoggedOutError extends Error {
  override readonly name = 'LoggedOutError';
}

/** Returns the commit counter. Everything that the page reads later is at least as new. */
export async function claimOwnership(db: Dexie, account: string): Promise<number> {
  // Usually, the read avoids a write, which would wait for the disk.
  const { stands, commits } = await db.transaction('r', 'meta', async (tx) => {
    const [owned, leaving, counted] = await Promise.all([
      isOwnedBy(tx, account),
      tx.table('meta').get('leaving'),
      readRow(tx, 'changes'),
    ]);
    return { stands: owned && !leaving, commits: counted?.n ?? 0 };
  });
  if (stands) return commits;
  await db.transaction('rw', 'meta', async (tx) => {
    if (!(await isOwnedBy(tx, account))) await writeMeta(tx, { key: 'owner', account });
    await tx.table('meta').delete('leaving');
  });
  return commits;
}

/** @throws WrongOwnerError */
async function isOwnedBy(tx: Transaction, account: string): Promise<boolean> {
  const owner = await tx.table<MetaRow, string>('meta').get('owner');
  if (!owner) return false;
  if (!('account' in owner) || owner.account !== account) throw new WrongOwnerError();
  return true;
}

/**
 * Prevents further saves, so that the database may be deleted. Returns false if work or a question for the user is
 * left.
 * If the page dies first, the next start deletes the database, unless the account has signed in again.
 */
export async function leaveIfSettled(db: Dexie): Promise<boolean> {
  return db.transaction('rw', ['meta', 'outbox', 'watches', 'drafts', 'imports', 'files'], async (tx) => {
    if ((await tx.table('outbox').count()) > 0) return false;
    if ((await tx.table('drafts').count()) > 0) return false;
    // The server may have lost the bytes of confirmed rows, or have refused them since.
    if ((await tx.table('files').where('state').anyOf('here', 'refused').count()) > 0) return false;
    if ((await tx.table('imports').where('waiting').above(0).count()) > 0) return false;
    const asked = tx
      .table<DuplicateWatch, string>('watches')
      .filter(({ possibleDuplicates }) => possibleDuplicates.length > 0);
    if ((await asked.count()) > 0) return false;
    if (((await readRow(tx, 'lostEntries'))?.entries.length ?? 0) > 0) return false;
    // Photos on their way to the disk, or a notice about lost ones that nobody has read.
    if ((await tx.table('meta').where('key').startsWith('taking:').count()) > 0) return false;
    await writeMeta(tx, { key: 'leaving' });
    return true;
  });
}

export async function assertNotLeaving(tx: Transaction): Promise<void> {
  if (await tx.table<MetaRow, string>('meta').get('leaving')) throw new LoggedOutError();
}
