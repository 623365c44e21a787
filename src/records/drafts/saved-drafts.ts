import { readRow, writeMeta } from '../../db/meta-rows.ts';
import { draftTable, type Tx } from '../../db/tables.ts';

/** A page that was frozen during a save may ask about it as long as its tab lives. */
const NOTED = 20;

const BETWEEN = '/';

/** Names one save of a form. Each has its own name, because the form may stay open and be saved again. */
export function saveOfDraft(draftId: string, save: string): string {
  return draftId + BETWEEN + save;
}

/**
 * Removes a draft in the transaction of its save, and notes the save. A form that was filled quickly has no stored
 * draft to remove: without the note, the next page could not know that the form was saved.
 */
export async function endDraft(tx: Tx, save: string): Promise<void> {
  const { ids = [] } = { ...(await readRow(tx, 'savedDrafts')) };
  await writeMeta(tx, {
    key: 'savedDrafts',
    ids: [...ids.filter((one) => one !== save), save].slice(-NOTED),
  });
  const [id = save] = save.split(BETWEEN);
  await draftTable(tx).delete(id);
}

export async function wasSaved(tx: Tx, save: string): Promise<boolean> {
  return (await readRow(tx, 'savedDrafts'))?.ids.includes(save) ?? false;
}
