import { describe, expect, it } from 'vitest';
import { resourceApi } from '../../src/api/resource-api.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { PageReader } from '../../src/sync/pull/page-reader.ts';
import { pullCollection } from '../../src/sync/pull/pull.ts';
import { pushMutation } from '../../src/sync/push/push.ts';
import { NotOwnerError, type SyncContext } from '../../src/sync/sync-context.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { aMutation } from '../support/records/mutations.ts';
import {
  anotherTab,
  aSyncedTab,
  contextOf,
  edit,
  firstRow,
  latch,
  listed,
  make,
  open,
  rowOf,
} from '../support/tab/scenario.ts';

const CUSTOMERS = /customers\/customers/;
const LIST = /customers\/customers\/(\?|$)/;
const REFRESH = /token\/refresh/;
const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };

const pagesOf = ({ send, clock, signal }: SyncContext): PageReader =>
  new PageReader({
    list: resourceApi(send, 'customers').list,
    atOnce: () => 1,
    small: false,
    clock,
    signal,
  });

describe('tokens that run out while changes go out', () => {
  // @spec 4.6
  it('[A2] are refreshed once, and every change arrives once', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Reno' });
    for (let n = 0; n < 8; n += 1) await make(tab, { email: `n${n}@example.com` });
    backend.plan('POST', CUSTOMERS, { kind: 'then', act: () => {} });
    backend.plan('POST', CUSTOMERS, { kind: 'then', act: () => backend.expireAccess() });
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.count('POST', REFRESH)).toBe(1);
    expect(backend.customers).toHaveLength(9);
    expect(await tab.outbox()).toEqual([]);
  });

  // @spec D1.15
  it('[A1] are refreshed once for all tabs', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const second = await anotherTab(tab);
    backend.expireAccess();
    await edit(second, 1, { city: 'Reno' });
    await make(tab);
    await tab.drained();
    expect(backend.count('POST', REFRESH)).toBe(1);
    expect(second.services.session.getSnapshot().status).toBe('signedIn');
  });

  // @spec 4.5 D2.26
  it('[A10] of a user who was deactivated end the session, and do not go round', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    for (const user of backend.users) user.active = false;
    const before = backend.requests.length;
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(120_000, 1000);
    expect(tab.services.session.getSnapshot().status).toBe('expired');
    expect(backend.count('POST', REFRESH)).toBe(1);
    expect(backend.requests.length - before).toBeLessThan(8);
    expect(await open(tab)).toEqual([['update', 'queued']]);
  });

  // @spec D1.17 D2.26
  it('[A3] and cannot be refreshed for want of a network leave the person signed in', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.expireAccess();
    backend.plan('POST', REFRESH, { kind: 'dropBefore' });
    backend.plan('POST', REFRESH, { kind: 'html', status: 503 });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('unreachable') === true);
    expect(tab.services.session.getSnapshot().status).toBe('signedIn');
    expect((await tab.outbox())[0]).toMatchObject({ state: 'queued', firstSentAt: null });
    await tab.drained();
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  // @spec D2.27 D2.30
  it('[A4, A11] and are refused lose nothing: mirror and outbox wait for the person', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.expireAccess();
    backend.revokeRefresh();
    await edit(tab, 1, { city: 'Reno' });
    await make(tab);
    await tab.until(() => tab.services.session.getSnapshot().status === 'expired');
    await tab.pass(5000);
    expect((await tab.engine())?.reasons).toEqual(['signedOut']);
    expect(await open(tab)).toEqual([
      ['update', 'queued'],
      ['create', 'queued'],
    ]);
    expect(await listed(tab)).toEqual([
      ['Ben', 'waiting'],
      ['Ann', 'waiting'],
    ]);
    const before = backend.requests.length;
    await tab.pass(300_000, 5000);
    expect(backend.requests).toHaveLength(before);
    await tab.signIn();
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
    expect(firstRow(backend)['city']).toBe('Reno');
    expect((await tab.engine())?.reasons).toEqual([]);
  });
});

describe('another account on the same device', () => {
  const eve = { id: 2, username: 'eve', password: 'secret', active: true };

  // @spec D2.33
  it('[A5] neither sends nor sees what the first one left', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.users.push(eve);
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('unreachable') === true);
    expect(await tab.outbox()).toHaveLength(1);
    const before = backend.requests.length;
    await tab.signIn('eve', 'secret');
    await tab.pass(60_000);
    const meanwhile = backend.requests.slice(before);
    expect(meanwhile.filter(({ method }) => method === 'PATCH')).toEqual([]);
    expect(await tab.outbox()).toEqual([]);
    await tab.signIn();
    await tab.drained();
    const sent = backend.requests.filter(({ method }) => method === 'PATCH').slice(-1);
    expect(sent.map(({ user }) => user)).toEqual(['demo']);
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it('[A12] gets no answer that was on its way to the first one', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.users.push(eve);
    const page = latch();
    backend.seed(ben);
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    await requestPull(tab.records, 'customers');
    await tab.pass(500);
    const first = tab.records.db;
    const rows = await first.relaxed.customers.count();
    const signIn = tab.signIn('eve', 'secret');
    await tab.pass(500);
    page.open();
    await signIn;
    await tab.pass(5000);
    expect(tab.records.db.name).not.toBe(first.name);
    expect(rows).toBe(0);
    expect(tab.browser.errors).toEqual([]);
    expect(await rowOf(tab, 1)).toBeDefined();
  });

  it.each([
    [
      'a page',
      (context: SyncContext) => pullCollection(context, { resource: 'customers', pages: pagesOf(context) }),
    ],
    [
      'a record',
      async (context: SyncContext, queued: Mutation) => pushMutation(context, queued, { stale: true }),
    ],
  ])('[A12] has nothing written for it: %s that arrives as it signs in', async (_, work) => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Reno' });
    const [queued] = await tab.outbox();
    const before = [await tab.rows(), await tab.outbox()];
    const row = { ...firstRow(backend), phone: '555-0009' };
    const send: SyncContext['send'] = async ({ path }) => jsonAnswer(200, LIST.test(path) ? [row] : row);
    const context = { ...contextOf(tab, send), isOwner: () => false };
    await expect(work(context, queued ?? aMutation())).rejects.toThrow(NotOwnerError);
    expect([await tab.rows(), await tab.outbox()]).toEqual(before);
  });

  it('[A5] in another tab closes the first one here', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.users.push(eve);
    const second = await anotherTab(tab);
    const mine = tab.records.db.name;
    await second.signIn('eve', 'secret');
    await tab.until(() => {
      const records = tab.services.records.getSnapshot();
      return records !== null && !(records instanceof Error) && records.db.name !== mine;
    });
    expect(tab.services.session.getSnapshot()).toMatchObject({ account: { username: 'eve' } });
  });
});

describe('a logout', () => {
  // @spec D2.32
  it('[Q23] keeps on the device what still waits, and sends it after the next sign-in', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await make(tab);
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    tab.browser.setOnline(true);
    await tab.pass(5000);
    expect(backend.count('POST', CUSTOMERS)).toBe(0);
    await tab.signIn();
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
  });
});
