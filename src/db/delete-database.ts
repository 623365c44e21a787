import Dexie from 'dexie';
import { connectDatabase } from './app-database.ts';
import { moveOldSettings } from './kept-settings.ts';
import { leaveIfSettled } from './owner.ts';
import type { PageDatabases } from './page-databases.ts';

/**
 * Deletes an account's database, and says whether it did: not while anything in it waits for the server or for a person,
 * nor with a form that is not saved or an import that is not finished. Resolves when it is gone: later than usual where a
 * tab that is asleep still has it open.
 * @param account whose settings are to outlive it; undefined where that is nobody's
 */
export async function deleteIfSettled(
  pageDatabases: PageDatabases,
  name: string,
  account: string | undefined,
): Promise<boolean> {
  const db = connectDatabase(pageDatabases, name, 'strict');
  const end = pageDatabases.serve(db);
  try {
    if (!(await leaveIfSettled(db))) return false;
    // An earlier build kept them there, and no engine of this one may have run since.
    if (account !== undefined) await moveOldSettings({ pageDatabases, account }, db);
  } finally {
    end();
    db.close({ disableAutoOpen: true });
  }
  await new Dexie(name, { addons: [], indexedDB: pageDatabases.factory }).delete();
  return true;
}
