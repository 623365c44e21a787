import { ACCOUNT_DATABASE_PREFIX } from '../../../src/domain/ids.ts';
import type { Tab } from '../driver/tab.ts';

/**
 * Waits until a transaction on all the account's tables completes, outside the app. A transaction that an earlier page
 * left open would block it forever.
 */
export async function transactionsEnd(tab: Tab, patienceMs?: number): Promise<void> {
  const done = `transactions-ended-${Date.now()}`;
  await tab.evaluate(
    (mark, prefix) => {
      // Not awaited here, because it may never end.
      void indexedDB.databases().then((databases) => {
        const { name = '' } = databases.find((database) => database.name?.startsWith(prefix)) ?? {};
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => {
          const database = opening.result;
          const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
          transaction.objectStore('meta').count();
          transaction.addEventListener('complete', () => {
            database.close();
            sessionStorage.setItem(mark, name);
          });
        });
      });
    },
    done,
    ACCOUNT_DATABASE_PREFIX,
  );
  await tab.until(
    () => tab.evaluate((mark) => sessionStorage.getItem(mark) !== null, done),
    'for a transaction over everything to end',
    patienceMs,
  );
}
