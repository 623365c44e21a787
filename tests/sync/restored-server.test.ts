import { describe, expect, it } from 'vitest';
import type { RowOf } from '../../src/db/meta-rows.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { atRest, edit, firstRow, latch, open, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const LIST = /customers\/customers\/(\?|$)/;
const lists = (backend: FakeBackend): number => backend.count('GET', /customers\/customers\/$/);

const city = async (tab: TestTab): Promise<unknown> => (await rowOf(tab, 1))?.view?.['city'];

/** A screen asks, and what is then due is read. */
async function poll(tab: TestTab): Promise<void> {
  await tab.pass(3000);
  await requestPull(tab.records, 'customers');
  await tab.pass(2000);
}

async function feedIsFollowed(tab: TestTab): Promise<boolean> {
  const feed = (await tab.records.db.relaxed.meta.get('feed')) as RowOf<'feed'> | undefined;
  return feed?.ready === true;
}

/** The device knows the third state of a record, at version 4. */
async function atTheThird(...features: readonly ('changes' | 'if-match')[]) {
  const { backend, tab } = await anExtendedTab(features, [{ first_name: 'N0' }]);
  for (const name of ['One', 'Two', 'Three']) {
    firstRow(backend)['city'] = name;
    backend.extensions.observe();
    await poll(tab);
  }
  expect([await city(tab), (await rowOf(tab, 1))?.version]).toEqual(['Three', 4]);
  return { backend, tab };
}

describe('a server that was restored to an older state, where versions go back', () => {
  it('[L66] is believed once it has refused the cursor of its feed', async () => {
    const { backend, tab } = await atTheThird('changes', 'if-match');
    firstRow(backend)['city'] = 'Zero';
    backend.extensions.rewind('customers', 1, 1);
    await poll(tab);
    await tab.until(async () => (await city(tab)) === 'Zero');
    await tab.until(() => feedIsFollowed(tab));
    const before = lists(backend);
    firstRow(backend)['city'] = 'New';
    backend.extensions.observe();
    await poll(tab);
    expect([await city(tab), (await rowOf(tab, 1))?.version]).toEqual(['New', 2]);
    expect(lists(backend)).toBe(before);
  });

  it('[L66] is believed over what was confirmed before the pull began, and not over what was since', async () => {
    const { backend, tab } = await atTheThird('changes', 'if-match');
    await edit(tab, 1, { city: 'Mine' });
    await tab.drained();
    firstRow(backend)['city'] = 'Zero';
    backend.extensions.rewind('customers', 1, 1);
    // It is read anew; meanwhile another change is confirmed.
    const page = latch();
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    const before = lists(backend);
    await poll(tab);
    await tab.until(() => lists(backend) > before);
    await edit(tab, 1, { phone: '+1-555-000-1111' });
    await tab.drained();
    page.open();
    await tab.pass(500);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ phone: '+1-555-000-1111' });
    await tab.until(() => feedIsFollowed(tab));
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Zero', phone: '+1-555-000-1111' });
  });

  it('[L66] takes a change that waited over a later state as one over the older one', async () => {
    const { backend, tab } = await atTheThird('changes', 'if-match');
    tab.browser.setOnline(false);
    await edit(tab, 1, { phone: '+1-555-000-1111' });
    firstRow(backend)['city'] = 'Zero';
    backend.extensions.rewind('customers', 1, 1);
    tab.browser.setOnline(true);
    await tab.drained();
    await tab.until(() => feedIsFollowed(tab));
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)).toMatchObject({ city: 'Zero', phone: '+1-555-000-1111' });
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Zero', phone: '+1-555-000-1111' });
  });
});

describe('an older answer', () => {
  const stale = (backend: FakeBackend) => ({
    kind: 'answer' as const,
    status: 200,
    body: { count: 1, next: null, results: [{ ...firstRow(backend), city: 'Two', version: 3 }] },
  });

  it('[L13] of a replica that lags behind is not believed where nothing says that the server was restored', async () => {
    const { backend, tab } = await atTheThird('if-match');
    backend.plan('GET', LIST, stale(backend), 3);
    for (let n = 0; n < 3; n += 1) await poll(tab);
    expect(await city(tab)).toBe('Three');
  });

  it('[L67] of such a replica, after the feed has refused a cursor that was too old, is put right before the feed is followed', async () => {
    const { backend, tab } = await atTheThird('changes', 'if-match');
    backend.extensions.epoch += 1;
    backend.plan('GET', LIST, stale(backend));
    await poll(tab);
    await tab.until(async () => (await city(tab)) === 'Two');
    await tab.until(() => feedIsFollowed(tab));
    expect([await city(tab), (await rowOf(tab, 1))?.version]).toEqual(['Three', 4]);
    backend.plan('GET', LIST, stale(backend), 3);
    await tab.records.db.relaxed.meta.delete('feed');
    await poll(tab);
    await atRest(tab);
    expect(await city(tab)).toBe('Three');
  });
});
