import Dexie from 'dexie';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { Tx } from './app-database.ts';
import { tellRowsPut } from './changes-seen.ts';

/** So many rows are handed over in one task, at first twice as many: the page draws and hears keys between them. */
const AT_ONCE = 150;

/**
 * Puts many rows as the server gave them. Dexie's own `bulkPut` notes all keys of each row several times over, for whom they
 * may concern, and lists would read back what is known here: 28 % of a first reading (B3), 14 % of a later one (B4). While
 * some rows are on their way to the database the next are made ready.
 */
export async function putRows(tx: Tx, resource: ResourceName, rows: readonly MirrorRecord[]): Promise<void> {
  if (rows.length === 0) return;
  tellRowsPut(tx, resource, rows);
  const store = tx.idbtrans.objectStore(resource);
  let before: Promise<void> | undefined;
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const step = put(store, rows.slice(from, from + AT_ONCE));
    // What fails one fails them all, and is thrown by the first that is waited for.
    step.catch(() => undefined);
    await before;
    before = step;
  }
  await before;
}

/** A Dexie promise, since its transaction would end while another is waited for. */
function put(store: IDBObjectStore, rows: readonly MirrorRecord[]): Promise<void> {
  return new Dexie.Promise<void>((resolve, reject) => {
    for (const [index, row] of rows.entries()) {
      const request = store.put(row);
      request.addEventListener('error', (event) => {
        // As Dexie does: the transaction is its to end, for this reason.
        event.preventDefault();
        event.stopPropagation();
        reject(store.transaction.error ?? request.error);
      });
      if (index === rows.length - 1) request.addEventListener('success', () => resolve());
    }
  });
}
