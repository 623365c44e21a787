import Dexie from 'dexie';
import { describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/domain/ids.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { updateRecord } from '../../src/records/commands.ts';
import { checkOut } from '../../src/sync/push/push-transactions.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { TestLocks } from '../support/browser/test-locks.ts';
import {
  anotherTab,
  aSyncedTab,
  contextOf,
  edit,
  firstRow,
  latch,
  make,
  open,
  openedTab,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const notSent = async () => ({ kind: 'notSent' }) as const;
const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };

describe('several tabs of one browser', () => {
  it('[T1, T22] all save, one sends', async () => {
    const { backend, tab } = await aSyncedTab();
    const second = await anotherTab(tab);
    const lists = backend.count('GET', CUSTOMERS);
    await second.pass(3000);
    expect(backend.count('GET', CUSTOMERS)).toBe(lists);
    await make(second);
    await make(tab, { email: 'other@example.com' });
    await tab.drained();
    expect(backend.count('POST', CUSTOMERS)).toBe(2);
    expect(await rowOf(second, 2)).toMatchObject({ mark: 'synced' });
    expect(tab.browser.errors).toEqual([]);
  });

  it('[T22] the next one leads when the leader dies', async () => {
    const { backend, tab } = await aSyncedTab();
    const second = await anotherTab(tab);
    tab.crash();
    await make(second);
    await second.drained();
    expect(backend.count('POST', CUSTOMERS)).toBe(1);
  });

  it('[T22] the next tab leads when the leader signs out by itself, and none does then', async () => {
    const { backend, tab } = await aSyncedTab();
    const second = await anotherTab(tab);
    tab.services.session.signOut();
    await second.until(() => second.services.records.getSnapshot() === null);
    const before = backend.requests.length;
    await second.pass(120_000, 1000);
    expect(backend.requests).toHaveLength(before);
  });

  // @spec D2.1
  it('[T1] show what another one saved, at once and without a connection', async () => {
    const { tab } = await aSyncedTab();
    const second = await anotherTab(tab);
    tab.browser.setOnline(false);
    await make(tab);
    await second.pass(250);
    const { records } = second.records.collections.customers.getSnapshot();
    expect(records.map(({ view }) => view['first_name'])).toEqual(['Ann']);
  });
});

describe('two tabs that both lead, where a browser has no locks', () => {
  /** Two tabs of one browser that share no locks. */
  async function twoLeaders(rows: readonly (typeof ben)[] = []) {
    const backend = new FakeBackend();
    for (const row of rows) backend.seed(row);
    const first = new TestTab(backend, undefined, new TestLocks().for({}));
    await first.signIn();
    await first.pass(5000);
    const second = await openedTab(new TestTab(backend, first.browser, new TestLocks().for({})));
    await second.pass(5000);
    return { backend, first, second };
  }

  it('[T2] send each change once', async () => {
    const { backend, first, second } = await twoLeaders([ben]);
    for (let n = 0; n < 6; n += 1) await make(n % 2 ? first : second, { email: `n${n}@example.com` });
    await edit(second, 1, { city: 'Reno' });
    await first.drained();
    expect(backend.customers).toHaveLength(7);
    expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
    expect(await first.outbox()).toEqual([]);
    expect(first.browser.errors).toEqual([]);
  });

  it('[P5, P25] take a late answer of an attempt that the other one gave up for what it is', async () => {
    const { backend, first, second } = await twoLeaders();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    const { localId } = await make(first);
    await first.until(async () => (await open(second))[0]?.[1] === 'unknown');
    answer.open();
    await first.pass(1000);
    expect(await first.outbox()).toEqual([]);
    expect(await rowOf(second, localId)).toMatchObject({ serverId: 1, mark: 'synced' });
    await first.pass(60_000, 1000);
    expect(backend.customers).toHaveLength(1);
  });

  it('[P28] take a late answer to an update as well', async () => {
    const { backend, first } = await twoLeaders([ben]);
    const answer = latch();
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await edit(first, 1, { city: 'Reno' });
    await first.pass(2000);
    answer.open();
    await first.drained();
    expect(firstRow(backend)['city']).toBe('Reno');
    expect(await rowOf(first, 1)).toMatchObject({ view: { city: 'Reno' }, mark: 'synced' });
    expect((await first.journal()).map(({ outcome }) => outcome)).toEqual(['confirmed']);
  });
});

it('[S9] a change whose 401 is heard of late is not sent once more when another tab has settled it', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  const answer = latch();
  backend.expireAccess();
  backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
  await edit(tab, 1, { city: 'Reno' });
  await tab.until(() => backend.count('PATCH', CUSTOMERS) === 1);
  // As a tab leaves it that stands in for this one, took the attempt for dead and began one of its own.
  const { outbox, meta } = tab.records.db.strict;
  await meta.put({ key: 'lease', tab: 'another', beat: 1, visible: true, standsIn: true });
  const attemptId = uuidv7(tab.browser.clock.now(), tab.browser.random);
  await outbox.toCollection().modify({ attemptId });
  answer.open();
  await tab.pass(5000);
  expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
});

describe('a check-out of what was read a moment ago', () => {
  it('[T2] takes nothing when a person has changed it since, and loses nothing', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await tab.pass(500);
    await edit(tab, 1, { city: 'Reno' });
    const [seen] = await tab.outbox();
    // The server has it already, by somebody else's hand: there is nothing to send of what was seen.
    await tab.records.db.relaxed.customers.update('1', { 'server.city': 'Reno' });
    await updateRecord(tab.records, 'customers', '1', {
      initial: { city: 'Reno' },
      draft: { city: 'Elko' },
      watch: false,
    });
    expect(await checkOut(contextOf(tab, notSent), seen as Mutation)).toBeNull();
    expect(await open(tab)).toEqual([['update', 'queued']]);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Elko' });
    expect(backend.count('PATCH', CUSTOMERS)).toBe(0);
  });

  it('[S2] takes each change once', async () => {
    const { tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await tab.pass(500);
    await edit(tab, 1, { city: 'Reno' });
    const [seen] = await tab.outbox();
    const both = await Promise.all([0, 1].map(() => checkOut(contextOf(tab, notSent), seen as Mutation)));
    expect(both.filter((checkedOut) => checkedOut !== null)).toHaveLength(1);
  });
});

it('[T3] a tab whose database is deleted elsewhere shows no empty list, and sends nothing more', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  const { name } = tab.records.db;
  await Dexie.delete(name);
  await tab.until(() => tab.services.records.getSnapshot() instanceof Error);
  const before = backend.requests.length;
  await tab.pass(120_000, 1000);
  expect(backend.requests).toHaveLength(before);
});
