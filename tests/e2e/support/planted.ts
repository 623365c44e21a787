import type { Page } from '@playwright/test';
import { databaseOf } from './kept.ts';

/** Rows of the signed-in account's database, by table. */
type Rows = Readonly<Record<string, readonly object[]>>;

/**
 * Puts rows directly into the account's database, for states that otherwise take days. Reload the page afterwards,
 * because the app does not notice them.
 */
export async function plant(page: Page, rows: Rows): Promise<void> {
  for (const [table, all] of Object.entries(rows)) await inTable(page, table, { put: all });
}

/** Returns all rows of a table of the account's database. */
export async function planted(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return inTable(page, table, {});
}

/** Empties tables of the account's database. */
export async function clear(page: Page, tables: readonly string[]): Promise<void> {
  for (const table of tables) await inTable(page, table, { empty: true });
}

interface Work {
  readonly empty?: boolean;
  readonly put?: readonly object[];
}

/** Does `work` in one transaction. Returns all rows of the table afterwards. */
async function inTable(page: Page, table: string, work: Work): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    // Functions here have no names: the gallery's loader would wrap named ones in a helper that pages do not have.
    async ([name, store, { empty = false, put = [] }]) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
      const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const tx = db.transaction(store, 'readwrite');
        if (empty) tx.objectStore(store).clear();
        for (const row of put) tx.objectStore(store).put(row);
        const reading = tx.objectStore(store).getAll();
        tx.oncomplete = () => resolve(reading.result);
        tx.onerror = () => reject(tx.error ?? new Error('IndexedDB'));
      });
      db.close();
      return rows;
    },
    [await databaseOf(page), table, work] as const,
  );
}
