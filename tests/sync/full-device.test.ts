import { expect, it } from 'vitest';
import { requestSync } from '../../src/records/requests.ts';
import { freeClosedWork } from '../../src/sync/free-space.ts';
import { aSyncedTab, contextOf, edit, editOf, rowIn } from '../support/scenario.ts';

const customer = { first_name: 'Ben', email: 'ben@example.com' };

async function withWork() {
  const projects = [
    { title: 'Open', status: 'in_progress', customer: 1 },
    { title: 'Done', status: 'completed', customer: 1 },
    { title: 'Done, with a change', status: 'completed', customer: 1 },
    { title: 'Called off', status: 'cancelled', customer: 1 },
  ];
  const workOrders = [{ title: 'Done', status: 'completed', work_order_number: 'WO-1-1', customer: 1 }];
  const { backend, tab } = await aSyncedTab([customer], { projects, workOrders });
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

it('[L10] what made room is back when there is room again', async () => {
  const { tab, titles, makeRoom } = await withWork();
  await makeRoom();
  expect(await titles()).toEqual(['Open']);
  await requestSync(tab.records);
  await tab.until(async () => (await tab.collection('projects'))?.complete === true);
  expect(await titles()).toHaveLength(4);
});

it('[L10] a device that is full while an answer is written keeps the change, says so, and goes on when asked', async () => {
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
  await requestSync(tab.records);
  await tab.drained();
  expect([backend.customers[0]?.['city'], await tab.outbox()]).toEqual(['Reno', []]);
  expect(await tab.rows('projects')).toHaveLength(4);
});
