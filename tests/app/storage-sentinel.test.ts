import Dexie from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { anotherTab, aSyncedTab, make, openedTab } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const ben = { first_name: 'Ben', email: 'ben@example.com' };
const SIGN = /^database\|/;

describe('a database that the browser removes', () => {
  let backend: FakeBackend;
  let tab: TestTab;

  beforeEach(async () => {
    ({ backend, tab } = await aSyncedTab([ben]));
  });

  /** What stands beside the databases: how many changes wait. */
  const signs = () =>
    [...tab.browser.values].filter(([key]) => SIGN.test(key)).map(([, value]) => JSON.parse(value));
  const evicted = (of: TestTab) => of.records.db.relaxed.meta.get('evicted');

  /** The browser takes all databases of the origin, as it does where space runs short. */
  async function evict(): Promise<void> {
    tab.crash();
    for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
  }

  const start = (): Promise<TestTab> => openedTab(new TestTab(backend, tab.browser));

  it('is noticed at the next start, with the number of changes that were lost', async () => {
    tab.browser.setOnline(false);
    await make(tab);
    await make(tab, { email: 'second@example.com' });
    await tab.until(() => signs()[0]?.waiting === 2);
    await evict();
    const next = await start();
    expect(await evicted(next)).toMatchObject({ lost: 2, at: expect.any(Number) });
    expect(next.browser.errors).toEqual([]);
  });

  it('with nothing to send is noticed all the same', async () => {
    await evict();
    expect(await evicted(await start())).toMatchObject({ lost: 0 });
  });

  it('is noticed with the drafts and the rows of imports that were lost', async () => {
    const { relaxed, strict } = tab.records.db;
    const head = { id: 'i', waiting: 4000, total: 5000, done: 1000 };
    await strict.transaction('rw', strict.drafts, strict.imports, async (tx) => {
      await tx.table('drafts').put({ id: 'projects|new' });
      await tx.table('imports').put(head);
      await tx.table('imports').put({ ...head, id: 'undone', undo: { seen: 0 } });
    });
    expect(await relaxed.outbox.count()).toBe(0);
    await tab.until(() => signs()[0]?.rows === 4000);
    await evict();
    expect(await evicted(await start())).toMatchObject({ lost: 0, drafts: 1, rows: 4000 });
  });

  it('is told once: what is there afterwards is no loss', async () => {
    await evict();
    const next = await start();
    await next.records.db.strict.meta.delete('evicted');
    next.crash();
    const later = await start();
    expect(await evicted(later)).toBeUndefined();
    await later.until(() => signs().length === 1);
  });

  it('is told again by a start that died before it could say so, and by one tab of two', async () => {
    tab.browser.setOnline(false);
    await make(tab);
    await tab.until(() => signs()[0]?.waiting === 1);
    const [[key, sign] = ['', '']] = [...tab.browser.values].filter(([name]) => SIGN.test(name));
    await evict();
    const died = await start();
    died.crash();
    // The row was written, the sign not yet removed.
    tab.browser.values.set(key, sign);
    const next = await start();
    expect(await evicted(next)).toMatchObject({ lost: 1 });
    await next.records.db.strict.meta.delete('evicted');
    expect(await evicted(await anotherTab(next))).toBeUndefined();
  });

  it('and everything else with it cannot be told from a first start', async () => {
    await evict();
    tab.browser.values.clear();
    const next = new TestTab(backend, tab.browser);
    await next.signIn();
    expect(await evicted(next)).toBeUndefined();
  });

  it('after a log-out that kept changes is noticed when the same person signs in', async () => {
    tab.browser.setOnline(false);
    await make(tab);
    await tab.until(() => signs()[0]?.waiting === 1);
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    await tab.pass(1000);
    expect(signs()).toEqual([{ waiting: 1, drafts: 0, rows: 0, leaving: false }]);
    for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
    tab.browser.setOnline(true);
    await tab.signIn();
    expect(await evicted(tab)).toMatchObject({ lost: 1 });
  });
});

describe('an unread notice of lost work', () => {
  const evicted = (of: TestTab) => of.records.db.relaxed.meta.get('evicted');
  const notice = { key: 'evicted', at: 1, lost: 12, drafts: 1, rows: 30 } as const;
  const marks = (of: TestTab) => [...of.browser.values].filter(([key]) => SIGN.test(key));

  async function told() {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.users.push({ id: 2, username: 'eve', password: 'secret', active: true });
    await tab.records.db.strict.meta.put(notice);
    return { backend, tab };
  }

  async function logOut(tab: TestTab): Promise<void> {
    const { name } = tab.records.db;
    tab.services.session.signOut();
    await tab.until(async () => !(await indexedDB.databases()).some((database) => database.name === name));
    await tab.pass(1000);
  }

  it('[A14] leaves the device with the data at a log-out, and is told at the next sign-in', async () => {
    const { tab } = await told();
    await logOut(tab);
    await tab.services.session.signIn('eve', 'secret');
    await openedTab(tab);
    expect(await evicted(tab)).toBeUndefined();
    await logOut(tab);
    await tab.signIn();
    expect(await evicted(tab)).toMatchObject({ lost: 12, drafts: 1, rows: 30 });
    await tab.records.db.strict.meta.delete('evicted');
    await logOut(tab);
    expect(marks(tab)).toEqual([]);
    await tab.signIn();
    expect(await evicted(tab)).toBeUndefined();
  });

  it('[A14] is told after a log-out whose page died right after the deletion', async () => {
    const { backend, tab } = await told();
    await logOut(tab);
    tab.crash();
    const next = new TestTab(backend, tab.browser);
    await next.signIn();
    expect(await evicted(next)).toMatchObject({ lost: 12 });
  });

  it('[A14] that says that nothing was lost leaves for good', async () => {
    const { tab } = await told();
    await tab.records.db.strict.meta.put({ ...notice, lost: 0, drafts: 0, rows: 0 });
    await logOut(tab);
    expect(marks(tab)).toEqual([]);
  });

  it('[A14] is told together with a second loss', async () => {
    const { backend, tab } = await told();
    tab.browser.setOnline(false);
    await make(tab);
    await tab.until(() => JSON.parse(marks(tab)[0]?.[1] ?? '{}').waiting === 13);
    tab.crash();
    for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
    const next = await openedTab(new TestTab(backend, tab.browser));
    expect(await evicted(next)).toMatchObject({ lost: 13, drafts: 1, rows: 30 });
  });
});

describe('a database that the app removes', () => {
  it('at a log-out is no loss', async () => {
    const { tab } = await aSyncedTab([ben]);
    const { name } = tab.records.db;
    tab.services.session.signOut();
    await tab.until(async () => !(await indexedDB.databases()).some((database) => database.name === name));
    await tab.pass(1000);
    expect([...tab.browser.values.keys()].filter((key) => SIGN.test(key))).toEqual([]);
    await tab.signIn();
    expect(await tab.records.db.relaxed.meta.get('evicted')).toBeUndefined();
  });

  it('is none either where the page died over it', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const key = [...tab.browser.values.keys()].find((one) => SIGN.test(one)) ?? '';
    tab.crash();
    // As between the deletion and the end of it.
    tab.browser.values.set(key, JSON.stringify({ waiting: 0, leaving: true }));
    for (const { name } of await indexedDB.databases()) if (name) await Dexie.delete(name);
    const next = await openedTab(new TestTab(backend, tab.browser));
    expect(await next.records.db.relaxed.meta.get('evicted')).toBeUndefined();
  });

  it('counts from what the disk has, not from what the sign said before', async () => {
    const { tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await make(tab);
    const waiting = () =>
      [...tab.browser.values].filter(([key]) => SIGN.test(key)).map(([, value]) => JSON.parse(value).waiting);
    await tab.until(() => waiting()[0] === 1);
    tab.browser.setOnline(true);
    await tab.drained();
    await tab.until(() => waiting()[0] === 0);
    expect(waiting()).toEqual([0]);
  });
});
