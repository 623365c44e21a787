import { expect, it } from 'vitest';
import type { Feature } from '../../src/api/sync-api.ts';
import type { RowOf } from '../../src/db/meta-rows.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { freeClosedWork } from '../../src/sync/engine/tasks.ts';
import { aDatabase, aRecord } from '../support/browser/test-database.ts';
import { aMutation } from '../support/records/mutations.ts';
import { aPhotoTab, take } from '../support/tab/photos.ts';
import { aSyncedTab, contextOf, edit, editOf, makeOf, rowIn } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const customer = { first_name: 'Ben', email: 'ben@example.com' };

async function withWork(features: readonly Feature[] = []) {
  const projects = [
    { title: 'Open', status: 'in_progress', customer: 1 },
    { title: 'Done', status: 'completed', customer: 1 },
    { title: 'Done, with a change', status: 'completed', customer: 1 },
    { title: 'Called off', status: 'cancelled', customer: 1 },
  ];
  const workOrders = [{ title: 'Done', status: 'completed', work_order_number: 'WO-1-1', customer: 1 }];
  const { backend, tab } = await aSyncedTab([customer], { projects, workOrders });
  for (const feature of features) backend.extensions.features.add(feature);
  // The engine asks what the server offers whenever it reaches for it.
  tab.browser.setOnline(false);
  await tab.pass(1000);
  tab.browser.setOnline(true);
  await tab.pass(10_000);
  const never = () => Promise.reject(new Error('nothing is sent'));
  const titles = async () => (await tab.rows('projects')).map(({ view }) => view?.['title']);
  return { backend, tab, titles, makeRoom: () => freeClosedWork(contextOf(tab, never)) };
}

it('[L10] closed work makes room, and nothing that waits or that is open', async () => {
  const { tab, titles, makeRoom } = await withWork();
  tab.browser.setOnline(false);
  await editOf(tab, 'projects', 4, { description: 'new' });
  await edit(tab, 1, { city: 'Reno' });
  await makeRoom();
  expect(await titles()).toEqual(['Open', 'Done, with a change']);
  expect(await tab.rows('workOrders')).toEqual([]);
  expect(await tab.rows('customers')).toHaveLength(1);
  expect(await tab.outbox()).toHaveLength(2);
  expect([(await tab.collection('projects'))?.complete, (await tab.collection())?.complete]).toEqual([
    false,
    true,
  ]);
});

it('[L10] closed work that something waiting refers to stays, by either of its ids', async () => {
  const db = await aDatabase();
  const status = { title: 'Done', status: 'completed' };
  for (const record of [
    aRecord({ localId: '7', server: status }),
    aRecord({ localId: 'made-here', serverId: 8, server: status }),
    aRecord({ localId: 'made-here-too', serverId: 9, server: status }),
    aRecord({ localId: '10', server: status }),
  ])
    await db.strict.projects.add(record);
  const deps = ['7', 'made-here', '9'];
  await db.strict.outbox.add(aMutation({ resource: 'workOrders', kind: 'create', localId: 'w', deps }));
  const { tab } = await aSyncedTab();
  await freeClosedWork({ ...contextOf(tab, () => Promise.reject(new Error('nothing is sent'))), db });
  const left = await db.relaxed.projects.toCollection().primaryKeys();
  expect(left).toEqual(['7', 'made-here', 'made-here-too']);
});

it('[L10, F15] closed work that is kept offline stays', async () => {
  const { tab, titles, makeRoom } = await withWork();
  const called = (await tab.rows('projects')).find(({ view }) => view?.['title'] === 'Called off');
  await tab.records.db.relaxed.settings.put({ key: `offline:projects/${called?.localId}`, at: 0 });
  await makeRoom();
  expect(await titles()).toEqual(['Open', 'Called off']);
});

it('[L10, Q21] a form that is not saved stays on a full device, with the record that it changes', async () => {
  const { tab, titles, makeRoom } = await withWork();
  const done = (await tab.rows('projects')).find(({ view }) => view?.['title'] === 'Done');
  const [initial, localId] = [done?.view ?? {}, done?.localId ?? ''];
  const fields = { ...initial, description: 'new' };
  const draft = { id: 'd', resource: 'projects', localId, initial, fields, startedAt: 1 } as const;
  await tab.records.db.strict.drafts.put({ ...draft, decides: false });
  await makeRoom();
  expect(await titles()).toEqual(['Open', 'Done']);
  expect(await tab.records.db.relaxed.drafts.count()).toBe(1);
});

it('[L87] what made room is back when there is room again', async () => {
  const { tab, titles, makeRoom } = await withWork();
  await makeRoom();
  expect(await titles()).toEqual(['Open']);
  await requestSync(tab.records);
  await tab.until(async () => (await tab.collection('projects'))?.complete === true);
  expect(await titles()).toHaveLength(4);
});

it('[L87, X26] what made room is back although a feed is followed, which does not tell of it again', async () => {
  const { backend, tab, titles, makeRoom } = await withWork(['changes']);
  await tab.until(
    async () =>
      ((await tab.records.db.relaxed.meta.get('feed')) as RowOf<'feed'> | undefined)?.ready === true,
  );
  await makeRoom();
  await tab.pass(5000);
  await requestSync(tab.records);
  await tab.until(async () => (await tab.collection('projects'))?.complete === true);
  expect(await titles()).toHaveLength(4);
  expect(backend.count('GET', /sync\/changes/)).toBeGreaterThan(0);
});

it('[P59, P18] a device that is full while an answer is stored keeps the change, says so, and continues when asked', async () => {
  const { backend, tab } = await withWork();
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  const { customers } = tab.records.db.relaxed;
  const refuse = () => {
    throw full;
  };
  customers.hook('updating', refuse);
  await edit(tab, 1, { city: 'Reno' });
  await tab.until(async () => (await tab.engine())?.reasons.includes('storageFull') === true);
  expect((await tab.outbox()).map(({ state }) => state)).toEqual(['sending']);
  expect((await rowIn(tab, 'customers', 1))?.view).toMatchObject({ city: 'Reno' });
  customers.hook('updating').unsubscribe(refuse);
  const before = backend.requests.length;
  await requestSync(tab.records);
  await tab.drained();
  expect(backend.requests[before]).toMatchObject({ method: 'GET', path: '/api/v1/auth/user/' });
  expect([backend.customers[0]?.['city'], await tab.outbox()]).toEqual(['Reno', []]);
  // What made room comes back with the next pull.
  await tab.until(async () => (await tab.rows('projects')).length === 4);
});

/** No row can be changed, as on a full device. Returns how to make room. */
function fill({ records }: TestTab): () => void {
  const { customers } = records.db.relaxed;
  const refuse = (): never => {
    throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  };
  customers.hook('updating', refuse);
  return () => customers.hook('updating').unsubscribe(refuse);
}

it('[P59] a full device that lets go of a file goes on by itself', async () => {
  const { backend, tab } = await aPhotoTab();
  await makeOf(tab, 'customers', customer);
  await take(tab);
  await tab.drained();
  const makeRoom = fill(tab);
  tab.records.db.relaxed.fileBytes.hook('deleting', makeRoom);
  const [row] = await tab.rows('customers');
  await edit(tab, Number(row?.serverId), { city: 'Reno' });
  await tab.drained();
  expect([backend.customers[0]?.['city'], await tab.outbox()]).toEqual(['Reno', []]);
});

it('[P59] a full device is tried again after five minutes, in case a person made room', async () => {
  const { backend, tab } = await withWork();
  const makeRoom = fill(tab);
  await edit(tab, 1, { city: 'Reno' });
  await tab.until(async () => (await tab.engine())?.reasons.includes('storageFull') === true);
  makeRoom();
  await tab.pass(4 * 60_000, 1000);
  expect((await tab.engine())?.reasons).toEqual(['storageFull']);
  await tab.pass(90_000, 1000);
  expect((await tab.engine())?.reasons).toEqual([]);
  await tab.drained();
  expect([backend.customers[0]?.['city'], await tab.outbox()]).toEqual(['Reno', []]);
});

it('[P59] a device without room even for saying so says so as soon as it can, unasked', async () => {
  const { tab } = await withWork();
  const { customers, meta } = tab.records.db.relaxed;
  const refuse = () => {
    throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  };
  const refuseStatus = (_: object, key: string) => (key === 'engine' ? refuse() : undefined);
  customers.hook('updating', refuse);
  meta.hook('updating', refuseStatus);
  await edit(tab, 1, { city: 'Reno' });
  await tab.pass(5000);
  expect((await tab.engine())?.reasons).toEqual([]);
  meta.hook('updating').unsubscribe(refuseStatus);
  await tab.pass(3000);
  expect((await tab.engine())?.reasons).toEqual(['storageFull']);
  customers.hook('updating').unsubscribe(refuse);
});
