import { describe, expect, it } from 'vitest';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  aSyncedTab,
  edit,
  editOf,
  latch,
  listed,
  make,
  makeOf,
  open,
  remove,
  rowIn,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const POST = /customers\/customers/;
const LIST = /customers\/customers\/(\?|$)/;
const PULLS = /customers\/customers|sync\/changes/;
const REFUSED = ['create', 'parked', 'rejected'];
const ALREADY = { email: ['customer with this email already exists.'] };
const ASKED = ['create', 'parked', 'mayExistTwice'];

/** The next POST is carried out `times` times, and what arrives is the refusal of the one after them. */
function repeatNext(backend: FakeBackend, status = 400, times = 1, kind: ResourceName = 'customers'): void {
  const path = new RegExp(specOf(kind).path);
  const real = backend.fetch;
  let left = true;
  backend.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!left || request.method !== 'POST' || !path.test(request.url)) return real(request);
    left = false;
    const sent = (await request.clone().json()) as Record<string, unknown>;
    for (let n = 0; n < times; n += 1) backend.seed(sent, kind);
    backend.plan('POST', path, { kind: 'answer', status, body: ALREADY });
    return real(request);
  };
}

async function poll(tab: TestTab): Promise<void> {
  await tab.pass(5000);
  await requestPull(tab.records, 'customers');
  await tab.pass(5000);
}

describe('a create that the browser repeated on its own, and whose second copy was refused', () => {
  it.each([
    [400, []],
    [409, []],
    [422, []],
    [400, ['changes']],
  ] as const)(
    '[U31] is known by its row, where the server refused with %d and offers %j',
    async (status, offered) => {
      const { backend, tab } = await anExtendedTab(offered);
      await poll(tab);
      repeatNext(backend, status);
      const { localId } = await make(tab);
      await tab.until(async () => (await open(tab)).length === 0);
      await poll(tab);
      expect(await listed(tab)).toEqual([['Ann', 'synced']]);
      expect([await rowOf(tab, localId), backend.customers.length]).toMatchObject([{ serverId: 1 }, 1]);
    },
  );

  it('[U9, P7] is refused in words until its row has been read', async () => {
    const { backend, tab } = await aSyncedTab();
    repeatNext(backend);
    backend.plan('GET', LIST, { kind: 'answer', status: 500 }, 9);
    await make(tab);
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    expect(await open(tab)).toEqual([REFUSED]);
    expect((await tab.outbox())[0]?.refusal).toMatchObject({ status: 400, body: ALREADY });
  });

  it('[U31] takes what was changed of it since as an update', async () => {
    const { backend, tab } = await aSyncedTab();
    repeatNext(backend);
    const { localId } = await make(tab);
    await tab.until(async () => (await open(tab)).length === 0);
    await edit(tab, localId, { email: 'other@example.com' });
    await tab.drained();
    expect(backend.customers).toMatchObject([{ id: 1, email: 'other@example.com' }]);
  });

  it('[U32, U20] is a question where several rows are just like it', async () => {
    const { backend, tab } = await aSyncedTab();
    repeatNext(backend, 409, 2);
    const { localId } = await make(tab);
    await tab.drained();
    await poll(tab);
    expect([await open(tab), (await tab.outbox())[0]?.refusal?.candidates]).toEqual([[ASKED], [2, 1]]);
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'keepOne', serverId: 2 });
    expect(await open(tab)).toEqual([]);
    expect([(await rowOf(tab, localId))?.serverId, await listed(tab)]).toEqual([
      2,
      [
        ['Ann', 'synced'],
        ['Ann', 'synced'],
      ],
    ]);
  });

  it('[U32, U20] is a question where no complete snapshot was held when it was sent', async () => {
    const backend = new FakeBackend();
    const tab = new TestTab(backend);
    backend.plan('GET', LIST, { kind: 'html', status: 500 }, 1);
    repeatNext(backend);
    await tab.signIn();
    await make(tab);
    await tab.drained();
    await poll(tab);
    expect([await open(tab), (await tab.outbox())[0]?.refusal?.candidates]).toEqual([[ASKED], [1]]);
  });

  it('[U31, U8] raises a duplicate alert for a further copy that comes later', async () => {
    const { backend, tab } = await aSyncedTab();
    repeatNext(backend);
    await make(tab);
    await tab.until(async () => (await open(tab)).length === 0);
    backend.seed(ann);
    await poll(tab);
    expect(
      (await tab.records.db.relaxed.watches.toArray()).map(({ possibleDuplicates }) => possibleDuplicates),
    ).toEqual([[2]]);
  });
});

const duplicates = async (tab: TestTab): Promise<unknown[]> =>
  (await tab.records.db.relaxed.watches.toArray()).flatMap((watch) => watch.possibleDuplicates);

describe('a create that was refused although its row was made, and changed before that row was read', () => {
  it('[U33, U34] raises a duplicate alert where it still waits to be sent again', async () => {
    const { backend, tab } = await aSyncedTab();
    repeatNext(backend, 400, 1, 'workOrders');
    backend.plan('GET', /work-orders/, { kind: 'answer', status: 500 }, 2);
    backend.plan('POST', POST, { kind: 'dropBefore' });
    const { localId } = await makeOf(tab, 'workOrders', { title: 'Dry the cellar' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    const { localId: customer } = await make(tab);
    await editOf(tab, 'workOrders', localId, { customer });
    await tab.until(async () => (await open(tab)).some(([, state]) => state === 'unknown'));
    await tab.pass(5000);
    await requestPull(tab.records, 'workOrders');
    await tab.pass(5000);
    expect((await tab.rows('workOrders')).map((row) => row.localId)).toEqual([localId]);
    await tab.drained();
    await requestPull(tab.records, 'workOrders');
    await tab.pass(20_000, 1000);
    expect([await tab.rows('workOrders'), await duplicates(tab)]).toMatchObject([[{}, {}], [1]]);
    expect((await rowIn(tab, 'workOrders', localId))?.serverId).not.toBe(1);
  });

  it('[U33, U34] raises a duplicate alert where it was sent again by then', async () => {
    const { backend, tab } = await aSyncedTab();
    repeatNext(backend);
    backend.plan('GET', LIST, { kind: 'answer', status: 500 }, 2);
    const { localId } = await make(tab, { email: 'one@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    const answer = latch();
    backend.plan('POST', POST, { kind: 'hold', until: answer.opened });
    await edit(tab, localId, { email: 'two@example.com' });
    await tab.until(() => backend.customers.length === 2);
    await poll(tab);
    expect([await open(tab), (await listed(tab)).length]).toEqual([[['create', 'sending']], 1]);
    answer.open();
    await tab.drained();
    await poll(tab);
    expect([await duplicates(tab), (await listed(tab)).length]).toEqual([[1], 2]);
    expect((await rowOf(tab, localId))?.serverId).toBe(2);
  });

  it.each([
    { where: 'of a plain server', features: [] },
    { where: 'beside a change feed', features: ['changes'] as const },
  ])('[U33] its row is listed once a person has given the create up, $where', async ({ features }) => {
    const { backend, tab } = await anExtendedTab(features);
    await poll(tab);
    repeatNext(backend);
    backend.plan('GET', PULLS, { kind: 'answer', status: 500 }, 1000);
    const { localId } = await make(tab, { email: 'one@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    const answer = latch();
    backend.plan('POST', POST, { kind: 'hold', until: answer.opened });
    await edit(tab, localId, { email: 'two@example.com' });
    await tab.until(() => backend.customers.length === 2);
    backend.forgetPlans();
    await poll(tab);
    expect([await open(tab), (await listed(tab)).length]).toEqual([[['create', 'sending']], 1]);
    await remove(tab, localId);
    answer.open();
    await tab.drained();
    await poll(tab);
    expect((await tab.rows()).map((row) => row.serverId)).toEqual([1]);
  });

  it('[U31] is not known by a row that may have been there before', async () => {
    const backend = new FakeBackend();
    const tab = new TestTab(backend);
    backend.seed({ ...ann, email: 'one@example.com' });
    backend.plan('GET', LIST, { kind: 'html', status: 500 }, 1);
    backend.plan('POST', POST, { kind: 'answer', status: 400, body: ALREADY });
    await tab.signIn();
    const { localId } = await make(tab, { email: 'one@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    await edit(tab, localId, { email: 'two@example.com' });
    await tab.drained();
    await poll(tab);
    expect(backend.customers.map(({ email }) => email)).toEqual(['one@example.com', 'two@example.com']);
  });
});

describe('of two equal creates of which one was confirmed', () => {
  it('[U31, U29] the row of the other is that one’s, and no second copy', async () => {
    const { backend, tab } = await aSyncedTab();
    await make(tab);
    await tab.drained();
    repeatNext(backend);
    await make(tab);
    await tab.until(async () => (await open(tab)).length === 0);
    await poll(tab);
    expect([await listed(tab), await duplicates(tab)]).toEqual([
      [
        ['Ann', 'synced'],
        ['Ann', 'synced'],
      ],
      [],
    ]);
    backend.seed(ann);
    await poll(tab);
    expect(await duplicates(tab)).toEqual([3, 3]);
  });
});

describe('a create that the server refused for what it says', () => {
  const refuse = { kind: 'answer', status: 400, body: { last_name: ['This field is required.'] } } as const;

  it('[U31] is not taken for a row that differs, nor for one that was there before', async () => {
    const { backend, tab } = await aSyncedTab([{ ...ann, email: 'old@example.com' }]);
    backend.plan('POST', POST, refuse);
    await make(tab, { email: 'OLD@example.com' });
    backend.seed({ ...ann, email: 'old@example.com', city: 'Reno' });
    await tab.drained();
    await poll(tab);
    expect(await open(tab)).toEqual([REFUSED]);
    expect(await listed(tab)).toHaveLength(3);
  });

  it('[U31] is not taken for a row that has no more than the number that the app made up', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    backend.plan('POST', /work-orders/, { kind: 'answer', status: 400, body: { title: ['No.'] } });
    await makeOf(tab, 'workOrders', { customer: '1' });
    await tab.drained();
    const number = (await tab.outbox())[0]?.fields['work_order_number']?.value;
    backend.seed({ title: 'Other', customer: 1, work_order_number: number }, 'workOrders');
    await requestPull(tab.records, 'workOrders');
    await tab.pass(5000);
    expect([await open(tab), await tab.rows('workOrders')]).toMatchObject([[REFUSED], [{}, {}]]);
  });

  it('[U31, U33, U34] is looked for as it was sent last, and a row like the attempt before raises a duplicate alert', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', POST, refuse, 2);
    const { localId } = await make(tab, { email: 'one@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    await edit(tab, localId, { email: 'two@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    expect(await open(tab)).toEqual([REFUSED]);
    backend.seed({ ...ann, email: 'one@example.com' });
    await poll(tab);
    expect([await open(tab), (await listed(tab)).length]).toEqual([[REFUSED], 2]);
    backend.seed({ ...ann, email: 'two@example.com' });
    await poll(tab);
    expect([await open(tab), (await listed(tab)).length]).toEqual([[], 2]);
    expect(await duplicates(tab)).toEqual([1]);
  });

  it('[U34] raises no alert to a record of this device that is equal to the attempt before', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', POST, refuse, 2);
    const { localId } = await make(tab, { email: 'one@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    await edit(tab, localId, { email: 'two@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    await make(tab, { email: 'one@example.com' });
    await tab.until(async () => (await open(tab)).length === 1);
    backend.seed({ ...ann, email: 'two@example.com' });
    await poll(tab);
    expect([await open(tab), (await listed(tab)).length]).toEqual([[], 2]);
    expect(await duplicates(tab)).toEqual([]);
  });
});
