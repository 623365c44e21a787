import type { Page } from '@playwright/test';
import { offlineReady } from '../../tests/e2e/support/customers.ts';
import type { BookProcess } from './book-process.ts';

/** Installs the page without a framework, and fills its database with as many customers as the app has. */
export async function installPlainPage(page: Page, { plain }: BookProcess, customers: number): Promise<void> {
  await page.goto(plain);
  await offlineReady(page);
  await page.evaluate(async (count) => {
    const opened = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('plain', 1);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const response = await fetch(`/api/v1/customers/customers/?page_size=${count}`);
    const { results } = await response.json();
    const writing = opened.transaction('customers', 'readwrite');
    for (const row of results) writing.objectStore('customers').put(row);
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
  }, customers);
}
