import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  anotherTab,
  changesSent,
  edit,
  firstRow,
  listed,
  make,
  makeOf,
  open,
  openOf,
  rowOf,
} from '../support/tab/scenario.ts';

const POST = /customers\/customers\/$/;

describe('creates on a server that announces client-uid', () => {
  it('[X1] carry the key of their record, and nothing but a stock header', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    const { localId } = await make(tab);
    await tab.drained();
    const [post] = backend.requests.filter(({ method, path }) => method === 'POST' && POST.test(path));
    expect(post).toMatchObject({ body: { client_uid: localId }, custom: [] });
  });

  it('[X2, X12] whose answer was lost are sent again at once, and made once', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropAfter' });
    const before = backend.count('GET', POST);
    await make(tab);
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    expect(await listed(tab)).toEqual([['Ann', 'synced']]);
    expect(changesSent(backend)).toEqual(['POST customers/', 'POST customers/']);
    expect(backend.count('GET', POST)).toBeLessThanOrEqual(before + 1);
    expect(await tab.records.db.relaxed.watches.toArray()).toEqual([]);
  });

  it('[X10] are confirmed by a pull that reads their row before their answer comes', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropAfter' }, 3);
    await make(tab);
    await tab.until(() => backend.customers.length === 1);
    await tab.drained();
    expect([backend.customers.length, await tab.rows()]).toMatchObject([1, [{ serverId: 1 }]]);
  });

  it('[P30] that were refused and then changed lose nothing when their row is there after all', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'answer', status: 400, body: { city: ['No.'] } });
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.until(async () => (await open(tab))[0]?.[2] === 'rejected');
    await tab.pass(3000);
    tab.browser.setOnline(false);
    await edit(tab, localId, { city: 'Reno' });
    // A proxy gave the refusal, and the request arrived all the same.
    backend.extensions.key('customers', backend.seed({ ...ann, city: 'Boise' }), localId);
    tab.browser.setOnline(true);
    await tab.drained();
    expect([await open(tab), backend.customers.map(({ city }) => city)]).toEqual([[], ['Reno']]);
    expect((await tab.rows()).map(({ localId: id, view }) => [id, view?.['city']])).toEqual([
      [localId, 'Reno'],
    ]);
  });

  it('[X2] keep what was changed behind them', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropAfter' });
    const { localId } = await make(tab);
    await tab.until(() => backend.customers.length === 1);
    await edit(tab, localId, { city: 'Reno' });
    await tab.drained();
    expect(backend.customers).toMatchObject([{ city: 'Reno' }]);
  });

  it.each([
    ['in the same field, and they were sent again', 1, 'city', 'Elko'],
    ['beside it, and they were sent again', 1, 'address_line_1', '2 Main St'],
    ['in the same field, and a pull met it', 9, 'city', 'Elko'],
    ['beside it, and a pull met it', 9, 'address_line_1', '2 Main St'],
    ['where it was blank, and they were sent again', 1, 'address_line_1', '2 Main St', ''],
  ])(
    '[M10, X2, X10] ask where somebody changed their row %s',
    async (_, lost, field, value, city = 'Boise') => {
      const { backend, tab } = await anExtendedTab(['client-uid']);
      backend.plan('POST', POST, { kind: 'dropAfter' }, lost);
      const { localId } = await make(tab, { address_line_1: '1 Main St', city });
      await tab.until(() => backend.customers.length === 1);
      Object.assign(firstRow(backend), { city: 'Reno' });
      await edit(tab, localId, { [field]: value });
      await tab.drained();
      expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
      expect(firstRow(backend)).toMatchObject({ address_line_1: '1 Main St', city: 'Reno' });
      await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'retry' });
      await tab.drained();
      expect([await open(tab), firstRow(backend)[field]]).toEqual([[], value]);
    },
  );

  it('[X2] that survived the death of their page are made once', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'hold', until: new Promise(() => {}) });
    await make(tab);
    await tab.until(async () => (await open(tab))[0]?.[1] === 'sending');
    await tab.until(() => backend.customers.length === 1);
    tab.crash();
    const next = await anotherTab(tab);
    await next.drained();
    expect(backend.customers).toHaveLength(1);
    expect(await listed(next)).toEqual([['Ann', 'synced']]);
  });

  it('[P13] whose number is taken get another one', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid'], [{ first_name: 'Ann' }]);
    const [customer] = backend.customers;
    backend.plan('POST', /work-orders/, {
      kind: 'answer',
      status: 400,
      body: { work_order_number: ['work order with this work order number already exists.'] },
    });
    await makeOf(tab, 'workOrders', { customer: String(customer?.id) });
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect(backend.rows('workOrders')).toHaveLength(1);
  });

  it('[X3, X43] that were made and deleted since wait for a person, and can be made again', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    const deleteIt = () => backend.remove(1);
    backend.plan('POST', POST, { kind: 'dropAfter' });
    backend.plan('GET', /auth\/user/, { kind: 'then', act: deleteIt });
    const { localId } = await make(tab);
    await tab.drained();
    expect(await open(tab)).toEqual([['create', 'parked', 'deletedOnServer']]);
    const [parked] = await tab.outbox();
    await decideParked(tab.records, parked?.id ?? '', { what: 'recreate' });
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    expect(await rowOf(tab, localId)).toMatchObject({ serverId: 2, mark: 'synced' });
  });

  it('[X4] are looked for where the server has forgotten what keys are', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropAfter' });
    await make(tab);
    await tab.until(() => backend.customers.length === 1);
    backend.extensions.features.clear();
    await tab.drained();
    expect(changesSent(backend)).toEqual(['POST customers/']);
    expect(backend.customers).toHaveLength(1);
    expect(await listed(tab)).toEqual([['Ann', 'synced']]);
  });

  it('[X4] are sent again without a key once that has proven them absent', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropBefore' });
    await make(tab);
    await tab.until(async () => (await tab.outbox())[0]?.firstSentAt !== null);
    backend.extensions.features.clear();
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    expect(await listed(tab)).toEqual([['Ann', 'synced']]);
  });
});

it('[X1] a server that announces nothing is sent nothing of its own', async () => {
  const { backend, tab } = await anExtendedTab([]);
  const { localId } = await make(tab);
  await tab.drained();
  await edit(tab, localId, { city: 'Reno' });
  await tab.drained();
  expect(backend.requests.filter(({ custom }) => custom.length > 0)).toEqual([]);
  expect(backend.requests.filter(({ path }) => path.includes('/sync/'))).toEqual([]);
  for (const { body } of backend.requests) expect(JSON.stringify(body) ?? '').not.toContain('client_uid');
});
