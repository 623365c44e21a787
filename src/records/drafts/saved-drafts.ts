import { readRow, writeMeta } from '../../db/meta-rows.ts';
import { draftTable, type Tx } from '../../db/tables.ts';

/** A page that was frozen during a save may ask about its draft as long as its tab lives. */
const NOTED = 20;

/**
 * Removes a draft in the transaction of its save. Notes that, because a form that was filled at one go has no stored
 * draft yet: if its page dies before it learns of the save, the next page could not tell.
 */
export async function endDraft(tx: Tx, id: string): Promise<void> {
  const { ids = [] } = { ...(await readRow(tx, 'savedDrafts')) };
  await writeMeta(tx, { key: 'savedDrafts', ids: [...ids.filter((one) => one !== id), id].slice(-NOTED) });
  await draftTable(tx).delete(id);
}

export async function wasSaved(tx: Tx, id: string): Promise<boolean> {
  return (await readRow(tx, 'savedDrafts'))?.ids.includes(id) ?? false;
}
