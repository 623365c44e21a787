import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  aSyncedTab,
  atRest,
  edit,
  firstRow,
  latch,
  listed,
  open,
  remove,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const LIST = /customers\/customers\/(\?|$)/;
const ITEM = /customers\/customers\/\d+\/$/;
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ first_name: `N${n}`, email: `n${n}@example.com` }));

const lists = (backend: FakeBackend): number => backend.count('GET', /customers\/customers\/$/);

/** A screen asks, and the collection is read once more. */
async function pulled(tab: TestTab): Promise<void> {
  await tab.pass(3000);
  const before = tab.backend.asked;
  await requestPull(tab.records, 'customers');
  await tab.until(() => tab.backend.asked > before);
  await tab.pass(1000);
}

describe('pulling a collection', () => {
  // @spec 3.23 D3.2
  it('[L1] takes a bare array for the whole of it', async () => {
    const backend = new FakeBackend();
    backend.options.paging = 'bare';
    for (const row of many(45)) backend.seed(row);
    const tab = new TestTab(backend);
    await tab.signIn();
    await atRest(tab);
    expect([await tab.records.db.relaxed.customers.count(), lists(backend)]).toEqual([45, 1]);
  });

  // @spec D3.3
  it('[L19] follows next on its own server, whatever host it names', async () => {
    const backend = new FakeBackend();
    backend.options.nextOrigin = 'http://inside-the-proxy:8000';
    for (const row of many(45)) backend.seed(row);
    const tab = new TestTab(backend);
    await tab.signIn();
    await atRest(tab);
    expect([await tab.records.db.relaxed.customers.count(), lists(backend)]).toEqual([45, 3]);
  });

  it('[L18] lists what it read in the order of the server, by time', async () => {
    const { tab } = await aSyncedTab(many(25));
    expect((await listed(tab)).map(([name]) => name)).toEqual(many(25).map((row) => row.first_name));
  });

  it('[L2, L25] a row that is made meanwhile shifts the pages: nothing is lost, nothing is removed', async () => {
    const { backend, tab } = await aSyncedTab(many(45));
    const addOne = () => void backend.seed({ first_name: 'Late', email: 'late@example.com' });
    backend.plan('GET', LIST, { kind: 'then', act: addOne });
    await pulled(tab);
    expect(backend.count('GET', ITEM)).toBe(0);
    expect(await tab.rows()).toHaveLength(45);
    await pulled(tab);
    expect(await tab.rows()).toHaveLength(46);
  });

  it.each([
    ['counts', 2],
    ['does not count', undefined],
  ])(
    '[L93] keeps what can be read of a row, and skips one without an id: a server that %s',
    async (_, count) => {
      const { backend, tab } = await aSyncedTab([{ first_name: 'Ann', city: 'Boise' }]);
      const [ann] = backend.customers;
      const readAt = (await tab.collection())?.pulledAt;
      const results = [{ ...ann, first_name: { odd: true }, city: 'Reno' }, { first_name: 'Without an id' }];
      backend.plan('GET', LIST, { kind: 'answer', status: 200, body: { count, next: null, results } });
      await pulled(tab);
      expect((await tab.rows()).map(({ view }) => [view?.['first_name'], view?.['city']])).toEqual([
        ['', 'Reno'],
      ]);
      expect((await tab.collection())?.pulledAt === readAt).toBe(count !== undefined);
    },
  );

  // @spec D3.4
  it('[L2, L25] a last page that vanished is no failure, and nothing is removed by that pull', async () => {
    const { backend, tab } = await aSyncedTab(many(41));
    backend.plan('GET', LIST, { kind: 'then', act: () => backend.remove(1) });
    backend.plan('GET', LIST, { kind: 'then', act: () => backend.remove(2) });
    await pulled(tab);
    expect((await tab.collection())?.error).toBeNull();
    expect([await tab.rows(), backend.count('GET', ITEM)]).toMatchObject([{ length: 41 }, 0]);
    await pulled(tab);
    expect(await tab.rows()).toHaveLength(39);
  });

  it('[L25] a next that leads in a circle ends', async () => {
    const { backend, tab } = await aSyncedTab(many(3));
    const body = { count: 3, next: '?page=1', results: [] };
    backend.plan('GET', LIST, { kind: 'answer', status: 200, body }, 2);
    await pulled(tab);
    expect(await tab.rows()).toHaveLength(3);
    expect(backend.count('GET', ITEM)).toBe(0);
  });

  it('[L4] writes only what differs', async () => {
    const { backend, tab } = await aSyncedTab(many(60));
    const before = (await tab.collection())?.generation;
    await pulled(tab);
    expect((await tab.collection())?.generation).toBe(before);
    firstRow(backend)['city'] = 'Reno';
    await pulled(tab);
    expect((await tab.collection())?.generation).toBe((before ?? 0) + 1);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Reno' });
  });

  it('[L4] of hundreds of rows shows each of them in the list', async () => {
    const backend = new FakeBackend();
    backend.options.pageSize = 500;
    for (const row of many(300)) backend.seed(row);
    const tab = new TestTab(backend);
    await tab.signIn();
    await atRest(tab);
    const shown = tab.records.collections.customers.getSnapshot();
    expect([shown.records.length, shown.complete]).toEqual([300, true]);
  });

  it('[L8] keeps what a server left out of a row, as it was known before', async () => {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', phone: '555-0001', city: 'Boise' }]);
    const { phone: _, ...short } = { ...firstRow(backend), city: 'Reno' } as Record<string, unknown>;
    backend.plan('GET', LIST, { kind: 'answer', status: 200, body: [short] });
    await pulled(tab);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ phone: '555-0001', city: 'Reno' });
  });
});

describe('a pull that began before an answer', () => {
  const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };

  it('[L3] does not overwrite what was confirmed meanwhile', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const page = latch();
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    await requestPull(tab.records, 'customers');
    const before = lists(backend);
    await tab.until(() => lists(backend) > before);
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    page.open();
    await tab.pass(1000);
    expect(await rowOf(tab, 1)).toMatchObject({ server: { city: 'Reno' }, view: { city: 'Reno' } });
  });

  it('[L29] does not bring back what was deleted meanwhile', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const page = latch();
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    await requestPull(tab.records, 'customers');
    const before = lists(backend);
    await tab.until(() => lists(backend) > before);
    await remove(tab, 1);
    await tab.drained();
    const seen: number[] = [];
    const { customers } = tab.records.collections;
    customers.subscribe(() => seen.push(customers.getSnapshot().records.length));
    page.open();
    await tab.pass(10_000);
    expect(seen.filter((rows) => rows > 0)).toEqual([]);
    expect(await listed(tab)).toEqual([]);
  });
});

describe('a row that is missing from a complete, stable pull', () => {
  // @spec D3.4
  it('[L33] is read, and leaves the device when the server says that it is gone', async () => {
    const { backend, tab } = await aSyncedTab(many(12));
    backend.remove(3);
    await pulled(tab);
    expect(backend.count('GET', ITEM)).toBe(1);
    expect(await rowOf(tab, 3)).toBeUndefined();
    expect(await tab.rows()).toHaveLength(11);
  });

  it.each([
    { kind: 'html', status: 404 } as const,
    { kind: 'html', status: 500 } as const,
    { kind: 'dropBefore' } as const,
  ])('[L5, L33] stays where the API itself does not say so: $kind $status', async (fault) => {
    const { backend, tab } = await aSyncedTab(many(3));
    backend.remove(2);
    backend.plan('GET', ITEM, fault);
    await pulled(tab);
    expect(await rowOf(tab, 2)).toBeDefined();
  });

  it('[L5] stays when it is there after all', async () => {
    const { backend, tab } = await aSyncedTab(many(3));
    const rows = backend.customers.filter((row) => row.id !== 2);
    backend.plan('GET', LIST, { kind: 'answer', status: 200, body: { count: 2, next: null, results: rows } });
    await pulled(tab);
    expect(backend.count('GET', ITEM)).toBe(1);
    expect(await rowOf(tab, 2)).toBeDefined();
  });

  it('[L34] stays while a change of it waits, which asks a person in the end', async () => {
    const { backend, tab } = await aSyncedTab(many(3));
    tab.browser.setOnline(false);
    await edit(tab, 2, { city: 'Reno' });
    backend.remove(2);
    tab.browser.setOnline(true);
    await pulled(tab);
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'deletedOnServer']]);
    expect((await rowOf(tab, 2))?.view).toMatchObject({ city: 'Reno' });
  });

  it('[L35] leaves the device once a person has dropped what was refused of it', async () => {
    const { backend, tab } = await aSyncedTab(many(3));
    backend.plan('PATCH', ITEM, { kind: 'answer', status: 400, body: { city: ['No.'] } });
    await edit(tab, 2, { city: 'Reno' });
    await tab.until(async () => (await open(tab))[0]?.[2] === 'rejected');
    backend.remove(2);
    await pulled(tab);
    expect(await open(tab)).toEqual([['update', 'parked', 'deletedOnServer']]);
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'discard' });
    expect(await rowOf(tab, 2)).toBeUndefined();
  });

  it('[L36, X6] is checked again before a change feed is relied on, if the check had no result', async () => {
    const { backend, tab } = await anExtendedTab(['changes'], many(3));
    backend.remove(2);
    await tab.records.db.relaxed.meta.delete('feed');
    backend.plan('GET', ITEM, { kind: 'answer', status: 400 });
    await pulled(tab);
    expect(await rowOf(tab, 2)).toBeDefined();
    expect((await tab.collection())?.absence).toMatchObject({ missing: [2], step: 'recheck' });
    await tab.pass(120_000, 1000);
    expect(await rowOf(tab, 2)).toBeUndefined();
  });

  it('[L39] stays when more than a fifth are missing at once', async () => {
    const { backend, tab } = await aSyncedTab(many(60));
    for (let id = 1; id <= 13; id += 1) backend.remove(id);
    await pulled(tab);
    expect([await tab.rows(), backend.count('GET', ITEM)]).toMatchObject([{ length: 60 }, 0]);
  });

  it('[L39] ten of them may go, however few there are', async () => {
    const { backend, tab } = await aSyncedTab(many(12));
    for (let id = 1; id <= 10; id += 1) backend.remove(id);
    await pulled(tab);
    expect(await tab.rows()).toHaveLength(2);
  });
});

describe('when a collection is read', () => {
  // @spec D2.3
  it('[L44] at launch, on a request, on becoming visible and after a drain', async () => {
    const { backend, tab } = await aSyncedTab(many(1));
    const reads = [lists(backend)];
    await requestPull(tab.records, 'customers');
    await tab.pass(3000);
    reads.push(lists(backend));
    tab.setVisible(false);
    await tab.pass(30_000);
    reads.push(lists(backend));
    tab.setVisible(true);
    await tab.pass(3000);
    reads.push(lists(backend));
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(3000);
    reads.push(lists(backend));
    expect(reads).toEqual([1, 2, 2, 3, 4]);
  });

  it('[L46, L14] by its first page every minute, and whole ever less while nothing changes', async () => {
    const { backend, tab } = await aSyncedTab(many(1));
    const before = lists(backend);
    await tab.pass(1_800_000, 10_000);
    const visible = lists(backend) - before;
    const markers = backend.urls.filter((url) => /customers\/\?page_size=20(&|$)/.test(url)).length;
    expect(visible - markers).toBeGreaterThanOrEqual(3);
    expect(visible - markers).toBeLessThanOrEqual(6);
    expect(markers).toBeLessThanOrEqual(33);
  });

  // @spec D2.20 D3.4
  it('[L7] one that fails changes nothing but the error that is shown', async () => {
    const { backend, tab } = await aSyncedTab(many(3));
    const before = [await tab.rows(), (await tab.collection())?.pulledAt];
    backend.plan('GET', LIST, { kind: 'html', status: 500 });
    await tab.pass(3000);
    await requestPull(tab.records, 'customers');
    await tab.until(async () => (await tab.collection())?.error !== null);
    expect((await tab.collection())?.error).toBe('Failed to fetch customers');
    expect([await tab.rows(), (await tab.collection())?.pulledAt]).toEqual(before);
    await pulled(tab);
    expect((await tab.collection())?.error).toBeNull();
  });
});
