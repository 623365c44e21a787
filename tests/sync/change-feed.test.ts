import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/api/sync-api.ts';
import { type RowOf, wantWholePull } from '../../src/db/meta-rows.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  anotherTab,
  edit,
  firstRow,
  latch,
  listed,
  make,
  makeOf,
  open,
  openOf,
  remove,
  rowOf,
} from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const LIST = /customers\/customers\/$/;
const FEED = /sync\/changes/;
const ITEM = /customers\/customers\/1\/$/;

async function followed(rows = 1, others: readonly Feature[] = ['if-match']) {
  const some = Array.from({ length: rows }, (_, n) => ({ first_name: `N${n}` }));
  const { backend, tab } = await anExtendedTab(['changes', ...others], some);
  await poll(tab);
  return { backend, tab, lists: backend.count('GET', LIST) };
}

/** A screen asks for a fresh pull. */
async function poll(tab: TestTab): Promise<void> {
  await tab.pass(3000);
  await requestPull(tab.records, 'customers');
  await tab.pass(1000);
}

describe('a server that announces a change feed', () => {
  it('[X6] is read once, and followed from then on', async () => {
    const { backend, tab, lists } = await followed();
    backend.seed({ first_name: 'New', email: 'new@example.com' });
    firstRow(backend)['city'] = 'Elko';
    await poll(tab);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['N0', 'New']);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Elko' });
    expect(backend.count('GET', LIST)).toBe(lists);
  });

  it('[X16] reports again what others changed in a create before its answer came', async () => {
    const { backend, tab } = await followed();
    const answer = latch();
    backend.plan('POST', LIST, { kind: 'hold', until: answer.opened });
    const { localId } = await make(tab);
    await tab.until(() => backend.customers.length === 2);
    Object.assign(backend.customers[1] ?? {}, { city: 'Elko', updated_at: '2027-01-01T00:00:00Z' });
    await poll(tab);
    answer.open();
    await tab.drained();
    await poll(tab);
    expect((await rowOf(tab, localId))?.view).toMatchObject({ city: 'Elko' });
  });

  it('[X6] brings many changes over many pages', async () => {
    const { backend, tab, lists } = await followed();
    for (let n = 1; n <= 35; n += 1) backend.seed({ first_name: `M${n}`, email: `m${n}@example.com` });
    await poll(tab);
    expect(await tab.rows()).toHaveLength(36);
    expect([backend.count('GET', LIST), backend.count('GET', FEED)]).toEqual([lists, expect.any(Number)]);
    expect((await tab.collection())?.pulledAt).toBeGreaterThan(tab.browser.clock.now() - 5000);
  });

  it('[X18] takes away what others deleted, without asking for it', async () => {
    const { backend, tab } = await followed(3);
    backend.remove(2);
    const asked = backend.asked;
    await poll(tab);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['N0', 'N2']);
    expect(backend.asked).toBe(asked + 1);
  });

  it('[X18] a deletion elsewhere is put before a person where something waits', async () => {
    const { backend, tab } = await followed();
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Elko' });
    backend.remove(1);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'deletedOnServer']]);
    await poll(tab);
    const [parked] = await tab.outbox();
    await decideParked(tab.records, parked?.id ?? '', { what: 'discard' });
    expect(await tab.rows()).toEqual([]);
  });

  it('[X25] is not enough once a person has taken away what the server said to be gone, and is not', async () => {
    const { backend, tab, lists } = await followed();
    backend.plan('GET', ITEM, { kind: 'answer', status: 404 });
    await tab.pass(60_000, 1000);
    await edit(tab, 1, { city: 'Elko' });
    backend.plan('PATCH', ITEM, { kind: 'answer', status: 404 });
    await tab.drained();
    const [parked] = await tab.outbox();
    expect(parked?.refusal?.reason).toBe('deletedOnServer');
    await decideParked(tab.records, parked?.id ?? '', { what: 'discard' });
    expect(await tab.rows()).toEqual([]);
    await poll(tab);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['N0']);
    expect(backend.count('GET', LIST)).toBe(lists + 1);
  });

  it('[X24] brings back what the server has, and whose deletion it wrongly answered with 404', async () => {
    const { backend, tab } = await followed();
    backend.plan('DELETE', ITEM, { kind: 'answer', status: 404, body: { detail: 'Not found.' } });
    await remove(tab, 1);
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    await poll(tab);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['N0']);
  });

  it('[X24] does not count as a read of a list that it cannot bring up to date', async () => {
    const { backend, tab } = await followed();
    backend.plan('GET', LIST, { kind: 'answer', status: 500 }, 1000);
    const { relaxed } = tab.records.db;
    await relaxed.transaction('rw', relaxed.meta, (tx) => wantWholePull(tx, 'customers'));
    const readAt = (await tab.collection())?.pulledAt;
    const followedAt = (await tab.collection('projects'))?.pulledAt ?? 0;
    await tab.pass(5000, 1000);
    await requestPull(tab.records, 'projects');
    await tab.pass(5000, 1000);
    expect((await tab.collection('projects'))?.pulledAt).toBeGreaterThan(followedAt);
    expect(await tab.collection()).toMatchObject({ pulledAt: readAt, complete: false });
  });

  it('[X6] is enough after a deletion whose answer was lost', async () => {
    const { backend, tab, lists } = await followed(2);
    backend.plan('DELETE', ITEM, { kind: 'dropAfter' });
    await remove(tab, 1);
    await tab.drained();
    await poll(tab);
    expect([backend.count('GET', LIST), await listed(tab)]).toEqual([lists, [['N1', 'synced']]]);
  });

  it('[X19, P37] started over after the clock was set back, reports earlier deletions', async () => {
    const { backend, tab } = await followed(3);
    const project = backend.seed({ title: 'Roof', customer: 1 }, 'projects');
    backend.seed({ title: 'Floor', customer: 1 }, 'projects');
    await poll(tab);
    backend.extensions.epoch = 2;
    backend.remove(Number(project['id']), 'projects');
    tab.browser.clock.putBack(120_000);
    await tab.pass(300_000, 1000);
    expect((await tab.rows('projects')).map(({ view }) => view?.['title'])).toEqual(['Floor']);
  });

  it('[X19] of another epoch starts over: nothing is lost, and deleted records go', async () => {
    const { backend, tab, lists } = await followed(3);
    backend.extensions.epoch = 2;
    backend.remove(3);
    tab.browser.setOnline(false);
    await make(tab);
    tab.browser.setOnline(true);
    await tab.drained();
    await poll(tab);
    await poll(tab);
    expect(backend.count('GET', LIST)).toBeGreaterThan(lists);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['N0', 'N1', 'Ann']);
    const again = backend.count('GET', LIST);
    backend.seed({ first_name: 'New', email: 'new@example.com' });
    await poll(tab);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['N0', 'N1', 'Ann', 'New']);
    expect(backend.count('GET', LIST)).toBe(again);
  });

  it('[X15] a page that was read twice, because its tab died, changes nothing', async () => {
    const { backend, tab } = await followed();
    backend.seed({ first_name: 'New', email: 'new@example.com' });
    backend.plan('GET', FEED, { kind: 'then', act: () => queueMicrotask(() => tab.crash()) });
    const before = backend.count('GET', FEED);
    await requestPull(tab.records, 'customers');
    await tab.until(() => backend.count('GET', FEED) > before);
    await tab.pass(0);
    const next = await anotherTab(tab);
    await poll(next);
    expect((await listed(next)).map(([name]) => name)).toEqual(['N0', 'New']);
  });

  it('[L7] that fails says so on the lists, and holds up no change', async () => {
    const { backend, tab } = await followed();
    backend.plan('GET', FEED, { kind: 'answer', status: 400, body: { detail: 'No feed today.' } }, 99);
    await edit(tab, 1, { city: 'Elko' });
    await tab.drained();
    await poll(tab);
    expect(firstRow(backend)['city']).toBe('Elko');
    expect((await tab.collection())?.error).toBe('No feed today.');
  });

  it.each<readonly [string, readonly Feature[]]>([
    ['without versions', []],
    ['with versions', ['if-match']],
  ])('[X17] %s, takes away what was deleted while a change of it was on its way', async (_, others) => {
    const { backend, tab, lists } = await followed(2, others);
    const answer = latch();
    backend.plan('PATCH', ITEM, { kind: 'hold', until: answer.opened });
    await edit(tab, 1, { city: 'Elko' });
    await tab.until(() => firstRow(backend)['city'] === 'Elko');
    backend.remove(1);
    await poll(tab);
    answer.open();
    await tab.drained();
    await poll(tab);
    expect(await listed(tab)).toEqual([['N1', 'synced']]);
    expect(backend.count('GET', LIST)).toBe(lists);
  });

  it('[X17] takes away what was made and deleted again before its answer came', async () => {
    const { backend, tab } = await followed(1, ['client-uid']);
    const answer = latch();
    backend.plan('POST', LIST, { kind: 'hold', until: answer.opened });
    await make(tab);
    await tab.until(() => backend.customers.length === 2);
    backend.remove(2);
    await poll(tab);
    answer.open();
    await tab.drained();
    await poll(tab);
    expect(await listed(tab)).toEqual([['N0', 'synced']]);
  });

  it('[X16] without versions, shows what others changed while a change of ours was being confirmed', async () => {
    const { backend, tab } = await followed(1, []);
    const [answer, page] = [latch(), latch()];
    backend.plan('PATCH', ITEM, { kind: 'hold', until: answer.opened });
    backend.plan('GET', FEED, { kind: 'hold', until: page.opened });
    await edit(tab, 1, { city: 'Elko' });
    await tab.until(() => firstRow(backend)['city'] === 'Elko');
    firstRow(backend)['phone'] = '+1-555-111-1111';
    await poll(tab);
    answer.open();
    await tab.drained();
    page.open();
    // A pull that took long is followed by a long cooldown.
    await tab.pass(300_000, 5000);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Elko', phone: '+1-555-111-1111' });
  });

  it('[X16] without versions, shows what changed once more between two of its pages', async () => {
    const { backend, tab } = await followed(1, []);
    firstRow(backend)['city'] = 'Elko';
    backend.extensions.observe();
    for (let n = 1; n <= 10; n += 1) backend.seed({ first_name: `M${n}`, email: `m${n}@example.com` });
    backend.plan('GET', FEED, {
      kind: 'then',
      act: () => {
        firstRow(backend)['city'] = 'Tahoe';
      },
    });
    await poll(tab);
    await poll(tab);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Tahoe' });
    expect(await tab.rows()).toHaveLength(11);
  });

  it('[L30, L32] begun while an answer to a create was on its way is not followed before that record was read', async () => {
    const { backend, tab } = await followed(1, ['if-match']);
    const answer = latch();
    backend.plan('POST', /work-orders\/$/, { kind: 'hold', until: answer.opened });
    await makeOf(tab, 'workOrders', { customer: '1' });
    await tab.until(() => backend.rows('workOrders').length === 1);
    backend.extensions.observe();
    Object.assign(backend.rows('workOrders')[0] ?? {}, {
      title: 'Theirs',
      description: 'Theirs',
      notes: 'Theirs',
    });
    backend.extensions.epoch += 1;
    await tab.pass(2000);
    await requestPull(tab.records, 'customers');
    await tab.pass(6000);
    expect(await tab.records.db.relaxed.meta.get('feed')).toMatchObject({
      cursor: expect.stringMatching(/^2\./),
    });
    expect(await openOf(tab)).toEqual(['workOrders create sending']);
    answer.open();
    await tab.drained();
    await tab.pass(300_000, 5000);
    expect((await tab.rows('workOrders')).map(({ view }) => view?.['title'])).toEqual(['Theirs']);
  });

  it.each([
    ['that another tab has moved on from', { cursor: 'another' }],
    ['that another tab has begun anew', { cursor: 'another', ready: false }],
  ])('[X15] does not put back a place in the feed %s', async (_, other) => {
    const { backend, tab } = await followed();
    const { meta } = tab.records.db.relaxed;
    const before = (await meta.get('feed')) as RowOf<'feed'>;
    const answer = latch();
    backend.plan('GET', FEED, { kind: 'hold', until: answer.opened });
    const asked = backend.count('GET', FEED);
    await requestPull(tab.records, 'customers');
    await tab.until(() => backend.count('GET', FEED) > asked);
    await meta.put({ ...before, ...other });
    answer.open();
    await tab.pass(200);
    expect(await meta.get('feed')).toEqual({ ...before, ...other });
  });
});
