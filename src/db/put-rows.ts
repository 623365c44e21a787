import type { ResourceName } from '../domain/resource-spec.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { mirrorTable, type Tx } from './tables.ts';

/** So many rows are handed over in one task: the page draws and hears keys between them. */
const AT_ONCE = 150;

/**
 * Puts many rows as the server gave them. While some rows are on their way to the database the next are made ready. Dexie
 * takes fifty rows or more for 'anything may have changed' and looks at none of them.
 */
export async function putRows(tx: Tx, resource: ResourceName, rows: readonly MirrorRecord[]): Promise<void> {
  const table = mirrorTable(tx, resource);
  let before: PromiseLike<unknown> | undefined;
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const step = table.bulkPut(rows.slice(from, from + AT_ONCE));
    // What fails one fails them all, and is thrown by the first that is waited for.
    step.catch(() => undefined);
    await before;
    before = step;
  }
  await before;
}
