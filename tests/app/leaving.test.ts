import Dexie from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { OpeningProblem } from '../../src/app/account/opening.ts';
import { keepPhoto } from '../../src/records/photos.ts';
import { forgetTaking, noteTaking } from '../../src/records/taking.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { aPhoto } from '../support/tab/photos.ts';
import { anotherTab, aSyncedTab, latch, make } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const ben = { first_name: 'Ben', email: 'ben@example.com' };
const eve = { id: 2, username: 'eve', password: 'secret', active: true };

/** A tab that has the database open and is asleep: it does not close when it is asked to. */
function openAsleep(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database cannot be opened.'));
  });
}

/** Not Dexie's own way: that opens the database, and waits for as long as it is being deleted. */
async function isThere(name: string): Promise<boolean> {
  return (await indexedDB.databases()).some((database) => database.name === name);
}

describe('a logout', () => {
  let backend: FakeBackend;
  let tab: TestTab;
  let name: string;

  beforeEach(async () => {
    ({ backend, tab } = await aSyncedTab([ben]));
    backend.users.push(eve);
    ({ name } = tab.records.db);
  });

  const closed = (of = tab) => of.until(() => of.services.records.getSnapshot() === null);
  const deleted = () => tab.until(async () => !(await isThere(name)));

  // @spec D2.31
  it('[A7] with nothing left to send takes the data off the device', async () => {
    tab.services.session.signOut();
    await closed();
    await deleted();
    await tab.signIn();
    expect(tab.records.db.name).not.toBe(name);
    expect(tab.browser.errors).toEqual([]);
  });

  it('right after which the same person signs in again loses nothing', async () => {
    for (let n = 0; n < 5; n += 1) {
      tab.services.session.signOut();
      await tab.services.session.signIn('demo', 'restoration');
    }
    await tab.until(async () => {
      const records = tab.services.records.getSnapshot();
      return records !== null && !(records instanceof Error) && (await tab.rows()).length === 1;
    });
    await make(tab);
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
    expect(tab.browser.errors).toEqual([]);
  });

  it('whose page dies over it is brought to its end by the next start', async () => {
    const { accounts } = await accountsOf();
    tab.browser.values.clear();
    await accounts.update(tab.records.account, { leaving: true });
    tab.crash();
    const next = new TestTab(backend, tab.browser);
    await next.until(async () => !(await isThere(name)));
    expect(await accounts.get(tab.records.account)).toBeUndefined();
  });

  it('[A7] right after which the page closes is brought to its end by the next start', async () => {
    const { accounts } = await accountsOf();
    const { account } = tab.records;
    const other = latch();
    const writing = tab.browser.locks.for({}).request('tokens', () => other.opened);
    tab.services.session.signOut();
    await tab.pass(250);
    tab.crash();
    other.open();
    await writing;
    const next = new TestTab(backend, tab.browser);
    await next.until(async () => !(await isThere(name)));
    expect(await accounts.get(account)).toBeUndefined();
    expect([...tab.browser.values.keys()]).toEqual([]);
  });

  // @spec D2.31
  it('[A7] whose page dies over it takes nothing away that waits', async () => {
    const { accounts } = await accountsOf();
    tab.browser.setOnline(false);
    await make(tab);
    const { account } = tab.records;
    await accounts.update(account, { leaving: true });
    tab.browser.values.clear();
    tab.crash();
    const next = new TestTab(backend, tab.browser);
    await next.until(async () => (await accounts.get(account))?.leaving === false);
    tab.browser.setOnline(true);
    await next.signIn();
    await next.drained();
    expect(backend.customers).toHaveLength(2);
  });

  it('[F20] waits for a photo that another tab is keeping', async () => {
    const { accounts } = await accountsOf();
    const { account } = tab.records;
    const { records } = await anotherTab(tab);
    let keep = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      keep = resolve;
    });
    const kept = turn.then(() => keepPhoto(records, aPhoto())).then(() => forgetTaking(records, 'n'));
    records.photosUnderWay.add(kept);
    const taking = { page: 'other', resource: 'customers', localId: '1', source: 'gallery' } as const;
    await noteTaking(records, 'n', { ...taking, count: 1 });
    tab.services.session.signOut();
    await closed();
    await tab.until(async () => (await accounts.get(account))?.leaving === false);
    keep();
    await kept;
    await tab.signIn();
    expect(tab.records.db.name).toBe(name);
    expect((await tab.outbox()).map(({ resource }) => resource)).toEqual(['attachments']);
    expect(tab.browser.errors).toEqual([]);
  });

  it('leaves nothing of what a page from the cache opened in its place', async () => {
    tab.services.session.signOut();
    await closed();
    await deleted();
    const asleep = new Dexie(name);
    asleep.version(1).stores({ meta: 'key', outbox: '++seq' });
    await asleep.open();
    asleep.close();
    const next = new TestTab(backend, tab.browser);
    await next.until(async () => !(await isThere(name)));
    expect(tab.browser.errors).toEqual([]);
  });

  it('that a sleeping tab holds up keeps nobody else from signing in', async () => {
    const asleep = await openAsleep(name);
    tab.services.session.signOut();
    await closed();
    await tab.signIn('eve', 'secret');
    await make(tab);
    await tab.drained();
    expect(await isThere(name)).toBe(true);
    asleep.close();
    await deleted();
    expect(tab.browser.errors).toEqual([]);
  });

  it('that a sleeping tab holds up is told to the same person', async () => {
    const asleep = await openAsleep(name);
    tab.services.session.signOut();
    await closed();
    await tab.services.session.signIn('demo', 'restoration');
    await tab.until(() => tab.services.records.getSnapshot() instanceof OpeningProblem);
    expect(tab.services.records.getSnapshot()).toMatchObject({
      message: "This device's storage is not responding. Reload the page to try again.",
    });
    asleep.close();
    await tab.until(() => !(tab.services.records.getSnapshot() instanceof OpeningProblem));
    expect(tab.services.records.getSnapshot()).not.toBeNull();
  });

  it('in one tab closes the others, and shows none of them a problem', async () => {
    const second = await anotherTab(tab);
    const third = await anotherTab(tab);
    tab.services.session.signOut();
    await Promise.all([closed(), closed(second), closed(third)]);
    await deleted();
    expect([second, third].map((other) => other.services.records.getSnapshot())).toEqual([null, null]);
    expect(second.services.session.getSnapshot()).toEqual({ status: 'signedOut' });
  });
});

interface Row {
  readonly leaving: boolean;
}

/** The device's accounts, as its storage holds them. */
async function accountsOf() {
  const db = new Dexie('restoration-crm-accounts');
  await db.open();
  return { accounts: db.table<Row, string, Row>('accounts') };
}
