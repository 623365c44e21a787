import type { Page } from '@playwright/test';
import { databaseOf } from './kept.ts';

/** Rows of the signed-in account's database, by table. */
type Rows = Readonly<Record<string, readonly object[]>>;

/**
 * Puts rows into the account's database behind the app's back, for states that a server brings about only after
 * days. The page is to be loaded anew afterwards: it learns nothing of them.
 */
export async function plant(page: Page, rows: Rows): Promise<void> {
  for (const [table, all] of Object.entries(rows)) await inTable(page, table, { put: all });
}

/** All rows of a table of the account's database. */
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

/** Does `work` in one transaction; the answer is what the table holds then. */
async function inTable(page: Page, table: string, work: Work): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    // No function has a name in here: the loader of the gallery would mark it with a helper that pages lack.
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
