import type { Page } from '@playwright/test';
import { accountOf } from './kept.ts';

/** Rows to be put into the signed-in account's database, by table. */
type Rows = Readonly<Record<string, readonly object[]>>;

// No function has a name inside `evaluate`: the loader of the gallery would mark it with a helper that pages lack.

/**
 * Puts rows into the account's database behind the app's back, for states that a server brings about only after
 * days. The page is to be loaded anew afterwards: it learns nothing of them.
 */
export async function plant(page: Page, rows: Rows): Promise<void> {
  await page.evaluate(
    async ({ name, wanted }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
      for (const [table, all] of Object.entries(wanted)) {
        await new Promise((resolve, reject) => {
          const tx = db.transaction(table, 'readwrite');
          tx.oncomplete = resolve;
          tx.onerror = () => reject(tx.error ?? new Error('IndexedDB'));
          for (const row of all) tx.objectStore(table).put(row);
        });
      }
      db.close();
    },
    { name: await databaseOf(page), wanted: rows },
  );
}

/** All rows of a table of the account's database. */
export async function planted(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    async ({ name, wanted }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
      const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const request = db.transaction(wanted).objectStore(wanted).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
      db.close();
      return rows;
    },
    { name: await databaseOf(page), wanted: table },
  );
}

/** Empties tables of the account's database. */
export async function clear(page: Page, tables: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ name, wanted }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
      for (const table of wanted) db.transaction(table, 'readwrite').objectStore(table).clear();
      db.close();
    },
    { name: await databaseOf(page), wanted: tables },
  );
}

async function databaseOf(page: Page): Promise<string> {
  const account = await accountOf(page);
  if (!account) throw new Error('Nobody is signed in');
  return account.databaseName;
}
