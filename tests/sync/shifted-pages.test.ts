import { describe, expect, it } from 'vitest';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { aSyncedTab, atRest, firstRow, latch, make, open, remove, rowOf } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const LIST = /customers\/customers\/(\?|$)/;
const ITEM = /customers\/customers\/\d+\/$/;
const lists = (backend: FakeBackend): number => backend.count('GET', /customers\/customers\/$/);
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...ann, first_name: `N${n}`, email: `n${n}@example.com` }));

/** A server whose lists say no count, 20 rows a page, newest first. */
function uncounted(rows: number, ...features: readonly string[]): FakeBackend {
  const backend = new FakeBackend();
  backend.options.counts = false;
  for (const feature of features) backend.extensions.features.add(feature);
  for (const row of many(rows)) backend.seed(row);
  backend.extensions.observe();
  return backend;
}

/** What comes after the next page has been asked for, and before the one behind it is. */
function afterFirstPage(backend: FakeBackend, act: () => void): void {
  backend.plan('GET', LIST, { kind: 'then', act });
}

async function signedIn(backend: FakeBackend): Promise<TestTab> {
  const tab = new TestTab(backend);
  await tab.signIn();
  return tab;
}

async function pulled(tab: TestTab): Promise<void> {
  await tab.pass(3000);
  await requestPull(tab.records, 'customers');
  await tab.pass(3000);
}

async function idsOn(tab: TestTab): Promise<number[]> {
  return (await tab.rows()).map(({ serverId }) => Number(serverId)).sort((a, b) => a - b);
}

const idsOf = (backend: FakeBackend): number[] => backend.customers.map(({ id }) => id).sort((a, b) => a - b);

/** A create whose answer was lost, over a list of which a row is deleted in each of the next pulls. */
async function lostWhileRowsMove(): Promise<{ backend: FakeBackend; tab: TestTab }> {
  const backend = uncounted(45);
  const tab = await signedIn(backend);
  await atRest(tab);
  backend.plan('POST', LIST, { kind: 'dropBefore' });
  await make(tab);
  await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
  let [left, top] = [4, 40];
  const removeOne = (): void => backend.remove(top--);
  while (left-- > 0) backend.plan('GET', /customers\/\?page_size/, { kind: 'then', act: removeOne });
  return { backend, tab };
}

describe('a list without a count that lost a row between two pages', () => {
  it('[X22, L27] shows all the rest in the end, where a feed takes the place of further pulls', async () => {
    const backend = uncounted(45, 'changes');
    afterFirstPage(backend, () => backend.remove(40));
    const tab = await signedIn(backend);
    await atRest(tab);
    await tab.pass(5 * 60_000, 5000);
    expect(await idsOn(tab)).toEqual(idsOf(backend));
    const before = lists(backend);
    await tab.pass(10 * 60_000, 10_000);
    expect(lists(backend)).toBe(before);
  });

  it('[X22, X23, L27] shows all the rest in the end, also where the next pull was not stable', async () => {
    const backend = uncounted(45, 'changes');
    backend.plan('GET', /page=2/, { kind: 'then', act: () => backend.remove(40) });
    const tab = await signedIn(backend);
    await tab.until(async () => (await tab.collection())?.complete === true);
    expect(await rowOf(tab, 5)).toBeUndefined();
    backend.plan('GET', /page=2/, { kind: 'answer', status: 404, body: { detail: 'Invalid page.' } });
    await tab.pass(15 * 60_000, 5000);
    expect(await idsOn(tab)).toEqual(idsOf(backend));
  });

  it('[L37, X6] a changed row that moved up unnoticed is stored when it is checked', async () => {
    const backend = uncounted(45, 'changes');
    const tab = await signedIn(backend);
    await atRest(tab);
    await tab.pass(60_000, 5000);
    // The feed begins anew, and stands behind this change.
    const moved = backend.customers[24];
    if (moved) moved['city'] = 'Reno';
    backend.extensions.epoch += 1;
    backend.extensions.observe();
    afterFirstPage(backend, () => backend.remove(40));
    await pulled(tab);
    await tab.until(async () => (await rowOf(tab, 25))?.view?.['city'] === 'Reno');
    await tab.pass(5 * 60_000, 5000);
    expect(await idsOn(tab)).toEqual(idsOf(backend));
  });

  it('[U4, L27] proves no create absent', async () => {
    const { backend, tab } = await lostWhileRowsMove();
    await tab.until(async () => ((await tab.outbox())[0]?.probe?.unstable ?? 0) > 0);
    expect((await tab.outbox())[0]?.probe).toMatchObject({ cleanChecks: 0 });
    await tab.drained();
    expect(backend.count('POST', LIST)).toBe(1);
    expect(backend.customers.filter(({ first_name }) => first_name === 'Ann')).toHaveLength(1);
  });

  it('[U4, L28] proves no create absent, also if the check of the row has no result', async () => {
    const { backend, tab } = await lostWhileRowsMove();
    backend.plan('GET', ITEM, { kind: 'dropBefore' }, 3);
    await tab.until(async () => ((await tab.outbox())[0]?.probe?.cleanChecks ?? 0) > 0);
    expect(backend.count('GET', ITEM)).toBeGreaterThan(0);
    await tab.drained();
    expect(backend.customers.filter(({ first_name }) => first_name === 'Ann')).toHaveLength(1);
  });
});

it('[X21] a list without a count is not relied on if a row was deleted here meanwhile', async () => {
  const backend = uncounted(45);
  const tab = await signedIn(backend);
  await atRest(tab);
  const page = latch();
  backend.plan('GET', /page=2/, { kind: 'hold', until: page.opened });
  const readAt = (await tab.collection())?.pulledAt;
  await requestPull(tab.records, 'customers');
  await tab.pass(2000);
  await remove(tab, 3);
  await tab.drained();
  const again = latch();
  backend.plan('GET', /customers\/\?page_size/, { kind: 'hold', until: again.opened });
  page.open();
  await tab.until(async () => (await tab.collection())?.pulledAt !== readAt);
  expect((await tab.collection())?.shifted).toBe(true);
  again.open();
  await tab.until(async () => (await tab.collection())?.shifted === false);
});

it('[L26] a list without a count that shows a row on two pages is read again before it is taken for whole', async () => {
  const backend = uncounted(45);
  afterFirstPage(backend, () => void backend.seed({ ...ann, email: 'late@example.com' }));
  const tab = await signedIn(backend);
  await tab.until(async () => ((await tab.collection())?.triedAt ?? 0) > 0);
  expect((await tab.collection())?.complete).toBe(false);
  await atRest(tab);
  expect(await idsOn(tab)).toEqual(idsOf(backend));
});

describe('a record that a list never shows', () => {
  it('[L38] does not keep every pull from being taken for whole, nor the feed from being followed', async () => {
    const { backend, tab } = await anExtendedTab(['changes'], many(3));
    const hidden = () => ({ count: 2, next: null, results: backend.customers.filter(({ id }) => id !== 2) });
    backend.plan('GET', LIST, { kind: 'answer', status: 200, body: hidden() }, 1000);
    await tab.records.db.relaxed.meta.delete('feed');
    await pulled(tab);
    await tab.pass(5 * 60_000, 5000);
    expect(await rowOf(tab, 2)).toBeDefined();
    const before = backend.count('GET', ITEM);
    firstRow(backend)['city'] = 'Reno';
    backend.extensions.observe();
    await pulled(tab);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Reno' });
    expect(backend.count('GET', ITEM)).toBe(before);
  });
});

describe('a pull whose rows and count do not agree', () => {
  it('[L2, L25] in which one was deleted and one was made, removes nothing and proves nothing', async () => {
    const { backend, tab } = await aSyncedTab(many(45));
    afterFirstPage(backend, () => {
      backend.remove(1);
      backend.seed({ ...ann, email: 'late@example.com' });
    });
    const readAt = (await tab.collection())?.pulledAt;
    await pulled(tab);
    expect([await rowOf(tab, 1), backend.count('GET', ITEM)]).toMatchObject([{ serverId: 1 }, 0]);
    expect((await tab.collection())?.pulledAt).toBe(readAt);
    await pulled(tab);
    await tab.pass(1000);
    expect(await idsOn(tab)).toEqual(idsOf(backend));
  });

  it('[L2, L25] whose last page vanished, without a count, removes nothing and counts as no newer than before', async () => {
    const backend = uncounted(41);
    const tab = await signedIn(backend);
    await atRest(tab);
    const readAt = (await tab.collection())?.pulledAt;
    backend.plan('GET', /page=2/, { kind: 'then', act: () => backend.remove(1) });
    await pulled(tab);
    expect(backend.count('GET', ITEM)).toBe(0);
    expect((await tab.collection())?.pulledAt).toBe(readAt);
    expect(await tab.rows()).toHaveLength(41);
  });

  it('[U18] is no complete snapshot, if it was the first: a create sent after it is not taken for what it left out', async () => {
    const backend = new FakeBackend();
    for (const row of many(41)) backend.seed(row);
    // The list loses the row that is equal to what will be made.
    const [last] = backend.customers;
    if (last) Object.assign(last, ann);
    backend.plan('GET', /page=3/, { kind: 'answer', status: 404, body: { detail: 'Invalid page.' } });
    const tab = await signedIn(backend);
    await tab.until(async () => ((await tab.collection())?.triedAt ?? 0) > 0);
    backend.plan('POST', LIST, { kind: 'dropBefore' });
    await make(tab);
    await tab.drained();
    expect(await open(tab)).toEqual([['create', 'parked', 'mayExistTwice']]);
  });
});
