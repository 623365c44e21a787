import { onTestFinished } from 'vitest';
import { VERSION } from '../../src/db/app-database.ts';
import { Browser } from './driver/browser.ts';
import { DESKTOP } from './driver/engine.ts';
import { engine, expect, ONCE, test } from './support/app-test.ts';
import { create, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

/** A page of the origin without the app, because the app would keep its database open. */
const WITHOUT_APP = '/health';
/** Database versions as browsers count them: ten times Dexie's. */
const [BEFORE, NOW] = [60, VERSION * 10];

test(
  'data stored by the previous version, without unsent work, is read again, and the app goes on',
  ONCE,
  async ({ server }) => {
    const browser = await Browser.start(engine, server.url);
    onTestFinished(() => browser.close());
    const tab = await browser.newTab();
    await tab.resize(DESKTOP);
    await signIn(tab);
    await upToDate(tab);

    await tab.open(WITHOUT_APP);
    await tab.evaluate(storeAsBefore, BEFORE);
    await tab.until(
      () => tab.evaluate(() => document.documentElement.dataset['stored'] === 'before'),
      'to store',
    );
    expect(await tab.evaluate(() => document.documentElement.dataset['version'])).toBe(String(BEFORE));

    await tab.open('/customers');
    await tab.reads('200 customers');
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Nora', dialog);
    await tab.fill('Last Name', 'Vance', dialog);
    await tab.fill('Email', 'nora.vance@example.com', dialog);
    await create(tab, dialog);
    await tab.reads('Nora Vance');
    await upToDate(tab);

    await tab.open(WITHOUT_APP);
    await tab.evaluate(noteVersion);
    await tab.until(
      () => tab.evaluate((now) => document.documentElement.dataset['version'] === String(now), NOW),
      'for the version of today',
    );
  },
);

interface StoredBefore {
  readonly storeName: string;
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly {
    readonly name: string;
    readonly keyPath: string | string[];
    readonly options: IDBIndexParameters;
  }[];
  readonly rows: readonly unknown[];
}

/** Runs in a page. Rebuilds the account's database as the previous version would have made it, with all its rows. */
function storeAsBefore(version: number): void {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    });
  const indexesOf = (store: IDBObjectStore): IDBIndex[] =>
    [...store.indexNames]
      .map((name) => store.index(name))
      // The newest version added this index.
      .filter(({ name }) => name !== '[view.status+view.scheduled_date]');
  const store = async (): Promise<void> => {
    const all = await indexedDB.databases();
    const name = all.find((one) => one.name?.startsWith('restoration-crm-account-'))?.name ?? '';
    const db = await done(indexedDB.open(name));
    const stores: StoredBefore[] = [];
    for (const storeName of db.objectStoreNames) {
      const old = db.transaction(storeName).objectStore(storeName);
      const { keyPath, autoIncrement } = old;
      const indexes = indexesOf(old).map((index) => ({
        name: index.name,
        keyPath: index.keyPath,
        options: { unique: index.unique, multiEntry: index.multiEntry },
      }));
      stores.push({ storeName, keyPath, autoIncrement, indexes, rows: await done<unknown[]>(old.getAll()) });
    }
    db.close();
    await done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      for (const { storeName, keyPath, autoIncrement, indexes, rows } of stores) {
        const made = opening.result.createObjectStore(storeName, { keyPath, autoIncrement });
        for (const index of indexes) made.createIndex(index.name, index.keyPath, index.options);
        for (const row of rows) made.put(row);
      }
    };
    const before = await done(opening);
    document.documentElement.dataset['version'] = String(before.version);
    before.close();
    document.documentElement.dataset['stored'] = 'before';
  };
  store().catch((error: unknown) => {
    document.documentElement.dataset['stored'] = String(error);
  });
}

/** Runs in a page. */
function noteVersion(): void {
  indexedDB.databases().then(
    (all) => {
      const account = all.find(({ name }) => name?.startsWith('restoration-crm-account-'));
      document.documentElement.dataset['version'] = String(account?.version);
    },
    (error: unknown) => {
      document.documentElement.dataset['version'] = String(error);
    },
  );
}
