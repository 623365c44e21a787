import type { Page } from '@playwright/test';

/**
 * Does the minimum work of any first download, in a page without the app: fetches one response over an open connection
 * and stores it without an index in one transaction. Returns the time in ms.
 */
export async function rawMirror(page: Page, url: string): Promise<number> {
  return page.evaluate(async (path) => {
    const name = 'raw';
    const done = (request: IDBRequest): Promise<void> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      });
    await done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(name, { keyPath: 'id' });
    await done(opening);
    const db = opening.result;
    await (await fetch('/', { cache: 'no-store' })).text();

    const started = performance.now();
    const response = await fetch(path, { cache: 'no-store' });
    const { results } = await response.json();
    const writing = db.transaction(name, 'readwrite', { durability: 'relaxed' });
    const store = writing.objectStore(name);
    for (const row of results) store.put(row);
    await new Promise<void>((resolve, reject) => {
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
    });
    const took = performance.now() - started;
    db.close();
    return took;
  }, url);
}

/** Returns the time of the response alone, in ms. Nothing is parsed or stored. */
export async function rawFetch(page: Page, url: string): Promise<number> {
  return page.evaluate(async (path) => {
    await (await fetch('/', { cache: 'no-store' })).text();
    const started = performance.now();
    await (await fetch(path, { cache: 'no-store' })).arrayBuffer();
    return performance.now() - started;
  }, url);
}
