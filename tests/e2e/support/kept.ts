import type { Page } from '@playwright/test';
import { z } from 'zod';

const account = z.object({ key: z.string(), username: z.string(), databaseName: z.string() });
const stores = z.object({ outbox: z.array(z.unknown()) });

/** Everything that the browser stores for the app, as text: databases by name, cache entries by URL. */
export interface Kept {
  readonly databases: Readonly<Record<string, string>>;
  readonly caches: Readonly<Record<string, string>>;
  readonly storage: Readonly<Record<string, string>>;
}

/** Reads all of IndexedDB, CacheStorage and localStorage. */
export function keptBy(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    const databases: Record<string, string> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answerOf(indexedDB.open(name));
      const stores: Record<string, unknown> = {};
      for (const store of db.objectStoreNames)
        stores[store] = await answerOf(db.transaction(store).objectStore(store).getAll());
      db.close();
      databases[name] = JSON.stringify(stores);
    }
    const entries: Record<string, string> = {};
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const request of await cache.keys())
        entries[request.url] = (await (await cache.match(request))?.text()) ?? '';
    }
    return { databases, caches: entries, storage: Object.fromEntries(Object.entries<string>(localStorage)) };
  });
}

/** Returns the names of all accounts' databases, in no particular order. */
export async function accountDatabases(page: Page): Promise<string[]> {
  const databases = await page.evaluate(() => indexedDB.databases());
  return databases.map(({ name = '' }) => name).filter((name) => name !== 'restoration-crm-accounts');
}

/** Returns the signed-in account, which the tabs share, or null. */
export async function accountOf(page: Page): Promise<z.infer<typeof account> | null> {
  const text = await page.evaluate(() => localStorage.getItem('account'));
  return text === null ? null : account.parse(JSON.parse(text));
}

/** Counts the changes in an account's outbox. Returns -1 if this device has no such database. */
export async function waitingIn(page: Page, database: string): Promise<number> {
  const text = (await keptBy(page)).databases[database];
  return text === undefined ? -1 : stores.parse(JSON.parse(text)).outbox.length;
}

/** Returns the name of the signed-in account's database. */
export async function databaseOf(page: Page): Promise<string> {
  return (await accountOf(page))?.databaseName ?? 'nobody is signed in';
}

/** Marks an account's database as about to be deleted, as a logout does first. */
export function markLeaving(page: Page, database: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'));
        opening.onsuccess = () => {
          const db = opening.result;
          const tx = db.transaction('meta', 'readwrite');
          tx.objectStore('meta').put({ key: 'leaving' });
          tx.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    database,
  );
}
