import { atTestEnd } from '../test/test-end.ts';

/**
 * Keeps a transaction open on a table, over a connection that knows nothing of the app, as a page may do that the browser
 * keeps. The answer lets it go.
 */
export async function holdTable(database: string, table: string): Promise<() => void> {
  const connection = await open(database);
  const release = holdOver(connection.transaction(table, 'readwrite').objectStore(table));
  atTestEnd(() => {
    release();
    connection.close();
  });
  return release;
}

/** Keeps the transaction of a store open. The answer lets it end. */
function holdOver(store: IDBObjectStore): () => void {
  let held = true;
  const goOn = (): void => {
    if (held) store.get('nothing').onsuccess = goOn;
  };
  goOn();
  return () => {
    held = false;
  };
}

function open(database: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database cannot be opened.'));
  });
}
