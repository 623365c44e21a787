import { atTestEnd } from '../test/test-end.ts';

/**
 * Keeps a transaction open on a table, as a page in the browser's page cache may. Uses a connection outside the app.
 * Returns a function that ends it.
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

/** Keeps a store's transaction open. Returns a function that lets it end. */
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
