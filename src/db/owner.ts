import type { Databases } from './app-database.ts';
import { type MetaRow, writeMeta } from './meta.ts';

/** The database on this device belongs to another account than the one that opens it. */
export class WrongOwnerError extends Error {
  override readonly name = 'WrongOwnerError';
}

/**
 * Notes on first use whose database this is, and makes sure of it ever after.
 * @throws WrongOwnerError when it is another account's
 */
export async function claimOwnership(db: Databases, account: string): Promise<void> {
  await db.strict.transaction('rw', db.strict.meta, async (tx) => {
    const owner = await tx.table<MetaRow, string>('meta').get('owner');
    if (!owner) await writeMeta(tx, { key: 'owner', account });
    else if (!('account' in owner) || owner.account !== account) throw new WrongOwnerError();
  });
}
