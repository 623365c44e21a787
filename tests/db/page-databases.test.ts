import { setTimeout as delay } from 'node:timers/promises';
import Dexie from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccounts } from '../../src/db/accounts.ts';
import { type Databases, openDatabases } from '../../src/db/app-database.ts';
import type { PageDatabases } from '../../src/db/page-databases.ts';
import type { AppDatabase } from '../../src/db/tables.ts';
import { observe } from '../../src/records/live-read.ts';
import { flush } from '../support/browser/flush.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';
import { ACCOUNT, aRecord } from '../support/browser/test-database.ts';
import { atTestEnd } from '../support/test/test-end.ts';

const clock = new ManualClock();
const errors: string[] = [];
const log = { debug: () => {}, info: () => {}, error: (message: string) => errors.push(message) };
let made = 0;
let page: PageDatabases;
let db: Databases;

beforeEach(async () => {
  errors.length = 0;
  made += 1;
  page = pageDatabases(clock, log);
  db = await openDatabases(page, { name: `page-${made}`, account: ACCOUNT, onClosed: () => {} });
  atTestEnd(() => db.close());
});

async function seconds(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    clock.advance(1000);
    await flush();
    // Dexie begins a live query by its own timer.
    await delay(2);
    await flush();
  }
}

/** Keeps one of the page's own transactions open. */
function holdOwn(): Promise<unknown> {
  return db.strict
    .transaction('rw', db.strict.meta, async (tx) => {
      await tx.table('meta').put({ key: 'syncRequested', at: 1 });
      for (;;) await tx.table('meta').get('nothing');
    })
    .catch((error: unknown) => error);
}

/** Suppresses all results of requests, as WebKit does for answers under way. Resolves after the first one. */
function silenceRequests(): Promise<void> {
  return new Promise((resolve) => {
    vi.spyOn(IDBRequest.prototype, 'dispatchEvent').mockImplementation(() => {
      resolve();
      return true;
    });
  });
}

describe('a page that is left', () => {
  it('[T5] frees its tables for other pages at once, and its open transactions write nothing', async () => {
    const cutOff = holdOwn();
    await flush();
    page.sleep();
    const other = await openDatabases(pageDatabases(), {
      name: db.name,
      account: ACCOUNT,
      onClosed: () => {},
    });
    atTestEnd(() => other.close());
    await other.strict.customers.put(aRecord({ localId: '1' }));
    expect(await other.strict.meta.get('syncRequested')).toBeUndefined();
    expect(await cutOff).toMatchObject({ name: expect.stringMatching(/AbortError|DatabaseClosedError/) });
  });

  it('[T5] fails requests that the browser no longer answers', async () => {
    const { customers, journal } = db.strict;
    await customers.bulkPut(Array.from('12', (localId) => aRecord({ localId })));
    for (const work of [
      () => customers.get('1'),
      () => customers.bulkGet(['1', '2']),
      () => customers.toArray(),
      () => customers.orderBy('position').reverse().limit(1).toArray(),
      () => customers.filter(() => true).toArray(),
      () => customers.count(),
      () => customers.put(aRecord({ localId: '3' })),
      () => db.strict.transaction('rw', customers, journal, () => customers.delete('1')),
    ]) {
      const silenced = silenceRequests();
      const cutOff = work().then(
        () => 'done',
        (error: unknown) => error,
      );
      await silenced;
      page.sleep();
      expect(await cutOff).toMatchObject({ name: 'AbortError' });
      vi.restoreAllMocks();
      page.wake();
      await db.strict.open();
    }
    expect(await customers.toCollection().primaryKeys()).toEqual(['1', '2']);
  });

  it('lets another page upgrade or delete its databases', async () => {
    page.sleep();
    const deletion = new Promise<string>((resolve) => {
      const request = indexedDB.deleteDatabase(db.name);
      request.onsuccess = () => resolve('done');
      request.onblocked = () => resolve('blocked');
    });
    expect(await deletion).toBe('done');
  });

  it('opens nothing while it sleeps', async () => {
    page.sleep();
    await expect(db.relaxed.customers.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    expect(() => page.factory.open('another')).toThrow('The page is being left.');
  });

  it('[T16] works as before when it comes back', async () => {
    await db.strict.customers.put(aRecord({ localId: '1' }));
    page.sleep();
    page.wake();
    expect(await db.relaxed.customers.count()).toBe(1);
  });

  it('[T5, T16] aborts an opening, which can be repeated when the page comes back', async () => {
    const opening = openDatabases(page, { name: db.name, account: ACCOUNT, onClosed: () => {} });
    const accounts = createAccounts(page, () => 'unused').leaving();
    await Promise.resolve();
    page.sleep();
    await expect(opening).rejects.toMatchObject({ name: 'DatabaseClosedError' });
    await expect(accounts).rejects.toThrow(/closed|cancelled/i);
    page.wake();
    const again = await openDatabases(page, { name: db.name, account: ACCOUNT, onClosed: () => {} });
    atTestEnd(() => again.close());
    expect(await again.relaxed.customers.count()).toBe(0);
    expect(await createAccounts(page, () => 'unused').leaving()).toEqual([]);
  });

  it('[T3] closes for good a database that a newer build has upgraded', async () => {
    const told: string[] = [];
    const old = await openDatabases(page, {
      name: `upgraded-${made}`,
      account: ACCOUNT,
      onClosed: () => told.push('closed'),
    });
    page.sleep();
    const newer = new Dexie(old.name);
    newer.version(99).stores({ customers: 'localId, &serverId, position' });
    await newer.open();
    newer.close();
    page.wake();
    await flush();
    expect(told.length).toBeGreaterThan(0);
    expect(old.strict.isOpen()).toBe(false);
    await expect(old.strict.customers.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' });
  });
});

it('[T34] a page that is about to ask whether to leave stores no half of a write, and works on', async () => {
  const reading = db.relaxed.meta.count();
  const cutOff = holdOwn();
  await flush();
  page.watch.abortWrites();
  expect(await cutOff).toMatchObject({ name: 'AbortError' });
  expect(await reading).toBe(1);
  expect(await db.relaxed.meta.get('syncRequested')).toBeUndefined();
  await db.strict.meta.put({ key: 'syncRequested', at: 2 });
  expect(await db.relaxed.meta.get('syncRequested')).toMatchObject({ at: 2 });
});

describe('a storage that does not answer', () => {
  it('[T7] counts as silent after five seconds, until it answers', async () => {
    const release = await holdTable(db.name, 'meta');
    const count = db.relaxed.meta.count();
    await seconds(4);
    expect(page.watch.getSnapshot()).toBe('answers');
    await seconds(1);
    expect(page.watch.getSnapshot()).toBe('silent');
    release();
    expect(await count).toBe(1);
    await flush();
    expect(page.watch.getSnapshot()).toBe('answers');
  });

  it('is reported once for each change', async () => {
    const heard: string[] = [];
    page.watch.subscribe(() => heard.push(page.watch.getSnapshot()));
    const release = await holdTable(db.name, 'meta');
    const count = db.relaxed.meta.count();
    await seconds(8);
    release();
    await count;
    await flush();
    expect(heard).toEqual(['silent', 'answers']);
  });

  it('[T18] aborts a write after fifteen seconds, and stays silent until the same table answers', async () => {
    const release = await holdTable(db.name, 'meta');
    const put = db.strict.meta.put({ key: 'syncRequested', at: 1 }).catch((error: unknown) => error);
    await seconds(15);
    expect(await put).toMatchObject({ name: 'AbortError' });
    expect(errors).toEqual(['a transaction did not end']);
    await db.strict.journal.count();
    expect(page.watch.getSnapshot()).toBe('silent');
    release();
    await db.strict.meta.put({ key: 'syncRequested', at: 2 });
    expect(page.watch.getSnapshot()).toBe('answers');
    expect(await db.relaxed.meta.get('syncRequested')).toMatchObject({ at: 2 });
  });

  it('[T18] repeats an aborted read, and stays silent until it succeeds', async () => {
    const release = await holdTable(db.name, 'meta');
    const seen: number[] = [];
    const count = (relaxed: AppDatabase): Promise<number> => relaxed.meta.count();
    atTestEnd(observe(db, count, { next: (n) => seen.push(n), error: () => {} }));
    await seconds(40);
    expect(page.watch.getSnapshot()).toBe('silent');
    release();
    await seconds(3);
    expect(seen.at(-1)).toBe(1);
    expect(page.watch.getSnapshot()).toBe('answers');
  });

  it('works again after one of its own transactions never ended', async () => {
    void holdOwn();
    await flush();
    await seconds(15);
    await db.strict.meta.put({ key: 'syncRequested', at: 2 });
    expect(await db.relaxed.meta.get('syncRequested')).toMatchObject({ at: 2 });
  });
});

it('a database that does not open again counts as silent, and is retried until it opens', async () => {
  await db.strict.customers.put(aRecord({ localId: '1' }));
  page.sleep();
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new Error('the disk is broken');
  });
  page.wake();
  await seconds(2);
  expect(page.watch.getSnapshot()).toBe('silent');
  opening.mockRestore();
  await seconds(1);
  expect(page.watch.getSnapshot()).toBe('answers');
  expect(await db.relaxed.customers.count()).toBe(1);
});

it('a page that comes back forgets earlier silence', async () => {
  await holdTable(db.name, 'meta');
  const count = db.relaxed.meta.count().catch((error: unknown) => error);
  await seconds(6);
  expect(page.watch.getSnapshot()).toBe('silent');
  page.sleep();
  page.wake();
  expect(page.watch.getSnapshot()).toBe('answers');
  expect(await count).toBeInstanceOf(Error);
});

it('[T3] a page whose database was deleted while it slept does not recreate it empty, and reports it', async () => {
  const told: string[] = [];
  const gone = await openDatabases(page, {
    name: `gone-${made}`,
    account: ACCOUNT,
    onClosed: () => told.push('closed'),
  });
  page.sleep();
  await Dexie.delete(gone.name);
  page.wake();
  await flush();
  expect(told.length).toBeGreaterThan(0);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(gone.name);
  expect(errors).toEqual([]);
});

it('a connection closed by the browser is opened again', async () => {
  await db.strict.customers.put(aRecord({ localId: '1' }));
  forceCloseDatabase(db.relaxed.backendDB() as never);
  await seconds(1);
  expect(db.relaxed.isOpen()).toBe(true);
  expect(await db.relaxed.customers.count()).toBe(1);
});
