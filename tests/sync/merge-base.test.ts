import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { TestLocks } from '../support/browser/test-locks.ts';
import { ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  aSyncedTab,
  atRest,
  changesSent,
  edit,
  editOf,
  firstRow,
  latch,
  make,
  makeOf,
  open,
  openedTab,
  openOf,
  remove,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const LIST = /customers\/customers\/(\?|$)/;
const ITEM = /customers\/customers\/1\/$/;
const POST = /customers\/customers\/$/;
const ben = { first_name: 'Ben', email: 'ben@example.com', address_line_1: '1 Main St', city: 'Boise' };
const CONFLICT = ['update', 'parked', 'conflict'];

/** Reads the customers anew, as when a person opens their list. */
async function poll(tab: TestTab): Promise<void> {
  const before = tab.backend.count('GET', LIST);
  await requestPull(tab.records, 'customers');
  await tab.until(() => tab.backend.count('GET', LIST) > before);
  await tab.pass(1000);
}

const firstId = async (tab: TestTab): Promise<string> => (await tab.outbox())[0]?.id ?? '';

describe('what others changed in the same group is not forgotten by a change', () => {
  it('[M12, M13] that waits for a person while it is read', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', ITEM, { kind: 'answer', status: 400, body: { detail: 'No.' } });
    await edit(tab, 1, { address_line_1: '2 High St' });
    await tab.drained();
    firstRow(backend)['city'] = 'Reno';
    await poll(tab);
    await decideParked(tab.records, await firstId(tab), { what: 'retry' });
    await tab.drained();
    expect(await open(tab)).toEqual([CONFLICT]);
    expect((await tab.outbox())[0]?.refusal?.conflict).toMatchObject({
      before: { city: 'Boise' },
      theirs: { city: 'Reno' },
    });
    expect(firstRow(backend)).toMatchObject({ address_line_1: '1 Main St', city: 'Reno' });
    await decideParked(tab.records, await firstId(tab), { what: 'retry' });
    await tab.drained();
    expect([await open(tab), firstRow(backend)]).toMatchObject([[], { address_line_1: '2 High St' }]);
  });

  it('[M12, M13] that waits behind another one while it is read', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', ITEM, { kind: 'answer', status: 503 }, 3);
    await edit(tab, 1, { phone: '555-0100' });
    await tab.until(() => tab.sent.some((sent) => sent.startsWith('PATCH')));
    await edit(tab, 1, { address_line_1: '2 High St' });
    await tab.pass(500);
    expect(await open(tab)).toEqual([
      ['update', 'queued'],
      ['update', 'queued'],
    ]);
    firstRow(backend)['city'] = 'Reno';
    await poll(tab);
    await tab.drained();
    expect(await open(tab)).toEqual([CONFLICT]);
    expect(firstRow(backend)).toMatchObject({ phone: '555-0100', address_line_1: '1 Main St' });
  });

  it('[M9] that waits behind another of the same group, whose answer shows it', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('PATCH', ITEM, { kind: 'hold', until: answer.opened });
    firstRow(backend)['city'] = 'Reno';
    await edit(tab, 1, { address_line_1: '2 High St' });
    await tab.until(() => backend.count('PATCH', ITEM) === 1);
    await edit(tab, 1, { address_line_1: '3 High St' });
    answer.open();
    await tab.drained();
    expect(await open(tab)).toEqual([CONFLICT]);
    expect(firstRow(backend)).toMatchObject({ address_line_1: '2 High St', city: 'Reno' });
  });

  it('[M12, M13] that a person adds to while it waits to be read', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('PATCH', ITEM, { kind: 'hold', until: answer.opened });
    await edit(tab, 1, { phone: '555-0100' });
    await tab.until(() => backend.count('PATCH', ITEM) === 1);
    await edit(tab, 1, { address_line_1: '2 High St' });
    firstRow(backend)['city'] = 'Reno';
    await poll(tab);
    const later = latch();
    backend.plan('GET', ITEM, { kind: 'hold', until: later.opened });
    const read = backend.count('GET', ITEM);
    answer.open();
    await tab.until(() => backend.count('GET', ITEM) > read);
    await edit(tab, 1, { first_name: 'Benno' });
    later.open();
    await tab.drained();
    expect(await open(tab)).toEqual([CONFLICT]);
    expect(firstRow(backend)).toMatchObject({ address_line_1: '1 Main St', city: 'Reno' });
  });
});

describe('a change that waits behind another one', () => {
  /** The first change was answered with 503 until it was given up; the second waits behind it. */
  async function oneBehindAnother(mine: Fields, later: Fields) {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', ITEM, { kind: 'answer', status: 503 }, 3);
    await edit(tab, 1, mine);
    await tab.until(() => tab.sent.some((sent) => sent.startsWith('PATCH')));
    await edit(tab, 1, later);
    await tab.pass(500);
    expect(await open(tab)).toHaveLength(2);
    return { backend, tab };
  }

  it('[M20] is part of the question that the first one becomes', async () => {
    const { backend, tab } = await oneBehindAnother({ phone: '555-0100' }, { first_name: 'Benno' });
    Object.assign(firstRow(backend), { phone: '555-9999', first_name: 'Office' });
    await tab.drained();
    expect(await open(tab)).toEqual([CONFLICT]);
    expect((await tab.outbox())[0]?.refusal?.conflict?.fields).toEqual(['phone', 'first_name']);
  });

  it('[M12, M13] keeps what it was made over when it is taken into one that is refused', async () => {
    const { backend, tab } = await oneBehindAnother({ phone: '555-0100' }, { address_line_1: '2 High St' });
    firstRow(backend)['city'] = 'Reno';
    await poll(tab);
    backend.plan('PATCH', ITEM, { kind: 'answer', status: 400, body: { phone: ['No.'] } });
    await tab.until(async () => (await open(tab))[0]?.[2] === 'rejected');
    await edit(tab, 1, { phone: '555-0101' });
    await tab.drained();
    expect(await open(tab)).toEqual([CONFLICT]);
    expect(firstRow(backend)).toMatchObject({ address_line_1: '1 Main St', city: 'Reno' });
  });

  it.each([
    ['it is read', 0],
    ['its list is read', 5],
    ['its list is read, after a refusal', 5, 400],
  ])(
    '[M9] meets no stranger in the first one, whose answer was lost, when %s',
    async (_, unread, refused = 0) => {
      const { backend, tab } = await aSyncedTab([ben]);
      if (refused) {
        backend.plan('PATCH', ITEM, { kind: 'answer', status: refused, body: { detail: 'No.' } });
        await edit(tab, 1, { address_line_1: '2 High St' });
        await tab.drained();
        firstRow(backend)['phone'] = '555-0100';
        await poll(tab);
        await decideParked(tab.records, await firstId(tab), { what: 'retry' });
      } else await edit(tab, 1, { address_line_1: '2 High St' });
      backend.plan('PATCH', ITEM, { kind: 'dropAfter' });
      backend.plan('GET', ITEM, { kind: 'answer', status: 503 }, unread);
      await tab.until(() => backend.count('PATCH', ITEM) === 1);
      await edit(tab, 1, { city: 'Reno' });
      if (unread > 0) await poll(tab);
      await tab.drained();
      expect(await open(tab)).toEqual([]);
      expect(firstRow(backend)).toMatchObject({ address_line_1: '2 High St', city: 'Reno' });
    },
  );
});

describe('a row that is read while a change of it is under way', () => {
  /** Somebody changes the row after ours arrived, and before its answer does. */
  async function changedBehind(tab: TestTab, backend: FakeBackend) {
    const answer = latch();
    backend.plan('PATCH', ITEM, { kind: 'hold', until: answer.opened });
    await edit(tab, 1, { address_line_1: '2 High St' });
    await tab.until(() => backend.count('PATCH', ITEM) === 1);
    Object.assign(firstRow(backend), { city: 'Reno' });
    return answer;
  }

  it('[L30, L31, P11] is left to its answer, and counts as unread for what is changed after that', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    await tab.pass(40_000, 1000);
    const answer = await changedBehind(tab, backend);
    await poll(tab);
    answer.open();
    await tab.drained();
    await edit(tab, 1, { city: 'Elko' });
    await tab.drained();
    expect(await open(tab)).toEqual([CONFLICT]);
    expect(firstRow(backend)).toMatchObject({ address_line_1: '2 High St', city: 'Reno' });
  });

  it('[L31, P11] makes no others of its collection unread', async () => {
    const rows = Array.from({ length: 8 }, (_, n) => ({ ...ben, email: `n${n}@example.com` }));
    const { backend, tab } = await aSyncedTab(rows);
    await tab.pass(40_000, 1000);
    const answer = await changedBehind(tab, backend);
    tab.browser.setOnline(false);
    for (let n = 2; n <= 8; n += 1) await edit(tab, n, { city: 'Reno' });
    const read = backend.count('GET', /customers\/\d+\/$/);
    tab.browser.setOnline(true);
    await tab.until(async () => (await open(tab)).length === 1);
    expect(backend.count('GET', /customers\/\d+\/$/)).toBe(read);
    answer.open();
    await tab.drained();
    expect(backend.customers.map(({ city }) => city)).toEqual(rows.map(() => 'Reno'));
  });

  it('[L32, X6] is reported again by the feed, also if the server counts no versions', async () => {
    const { backend, tab } = await anExtendedTab(['changes'], [ben]);
    await tab.pass(120_000, 1000);
    const answer = await changedBehind(tab, backend);
    await requestPull(tab.records, 'customers');
    await tab.pass(2000);
    answer.open();
    await tab.drained();
    await tab.pass(120_000, 1000);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ address_line_1: '2 High St', city: 'Reno' });
  });

  it('[P28] is not put back by a late answer that is older than a newer copy', async () => {
    const backend = new FakeBackend();
    backend.seed(ben);
    const first = new TestTab(backend, undefined, new TestLocks().for({}));
    await first.signIn();
    await atRest(first);
    // Without locks the other tab leads as well, and takes the attempt of the first for dead in time.
    const second = await openedTab(new TestTab(backend, first.browser, new TestLocks().for({})));
    await second.pass(5000);
    const answer = await changedBehind(first, backend);
    backend.plan('GET', ITEM, { kind: 'answer', status: 500 }, 99);
    await first.until(async () => (await open(second))[0]?.[1] === 'queued');
    await poll(second);
    answer.open();
    await second.pass(500);
    expect((await rowOf(second, 1))?.server).toMatchObject({ address_line_1: '2 High St', city: 'Reno' });
  });
});

describe('creates on a server that announces client-uid, whose row somebody else has changed', () => {
  it('[M11, X2] ask before a changed row is deleted', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropAfter' });
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.until(() => backend.customers.length === 1);
    Object.assign(firstRow(backend), { city: 'Reno' });
    await remove(tab, localId);
    await tab.drained();
    expect(await open(tab)).toEqual([['delete', 'parked', 'conflict']]);
    expect(firstRow(backend)).toMatchObject({ city: 'Reno' });
    await decideParked(tab.records, await firstId(tab), { what: 'retry' });
    await tab.drained();
    expect([await open(tab), backend.customers]).toEqual([[], []]);
  });

  it('[M11] are deleted without asking if nobody changed the row', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropAfter' });
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.until(() => backend.customers.length === 1);
    await remove(tab, localId);
    await tab.drained();
    expect([await open(tab), backend.customers]).toEqual([[], []]);
  });

  it('[M10, L30, X2] leave a row that is read before their first answer to that answer', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    const answer = latch();
    backend.plan('POST', POST, { kind: 'hold', until: answer.opened });
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.until(() => backend.customers.length === 1);
    Object.assign(firstRow(backend), { city: 'Reno' });
    await edit(tab, localId, { city: 'Elko' });
    await poll(tab);
    answer.open();
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[CONFLICT], 'Reno']);
  });

  it.each([
    ['as it was sent: the change goes out', 'Boise', [], 'Reno'],
    ['as somebody else made it: a person is asked', 'Elko', [CONFLICT], 'Elko'],
  ])('[P30, P31] refused and then changed, find their row %s', async (_, there, waits, ends) => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'answer', status: 400, body: { city: ['No.'] } });
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.drained();
    tab.browser.setOnline(false);
    await edit(tab, localId, { city: 'Reno' });
    // A proxy gave the refusal, and the request arrived all the same.
    backend.extensions.key('customers', backend.seed({ ...ann, city: there }), localId);
    tab.browser.setOnline(true);
    await tab.drained();
    expect([await open(tab), backend.customers.map(({ city }) => city)]).toEqual([waits, [ends]]);
  });

  it('[M10, X2] refused, changed and sent again, ask before a changed row is overwritten', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'answer', status: 400, body: { city: ['No.'] } });
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.drained();
    backend.plan('POST', POST, { kind: 'dropAfter' });
    await edit(tab, localId, { city: 'Ely' });
    await tab.until(() => backend.customers.length === 1);
    await edit(tab, localId, { city: 'Elko' });
    Object.assign(firstRow(backend), { city: 'Reno' });
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[CONFLICT], 'Reno']);
  });

  it('[X2, X7] that are made again go out with the others, and once more after their token has expired', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid', 'batch'], [ben]);
    backend.plan('PATCH', ITEM, { kind: 'dropBefore' });
    await edit(tab, 1, { city: 'Elko' });
    await tab.until(() => tab.sent.some((sent) => sent.startsWith('PATCH')));
    backend.remove(1);
    await tab.drained();
    tab.browser.setOnline(false);
    await decideParked(tab.records, await firstId(tab), { what: 'recreate' });
    await make(tab, { email: 'other@example.com' });
    backend.expireAccess();
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
    expect(changesSent(backend).filter((sent) => sent === 'POST customers/')).toEqual([]);
  });

  it('[P30] refused, changed and deleted, are only deleted', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'answer', status: 400, body: { city: ['No.'] } });
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.drained();
    backend.extensions.key('customers', backend.seed({ ...ann, city: 'Boise' }), localId);
    const answer = latch();
    backend.plan('POST', POST, { kind: 'hold', until: answer.opened });
    await edit(tab, localId, { city: 'Reno' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'sending');
    await remove(tab, localId);
    answer.open();
    await tab.drained();
    expect([await open(tab), backend.customers]).toEqual([[], []]);
    expect(changesSent(backend).filter((sent) => sent.startsWith('PATCH'))).toEqual([]);
  });
});

describe('creates without a key, whose row somebody else has changed before this device knew it', () => {
  const ORDERS = /work-orders\/work-orders/;

  it.each([
    ['a change', (tab: TestTab, id: string) => editOf(tab, 'workOrders', id, { title: 'Mine' }), 'update'],
    ['a deletion', (tab: TestTab, id: string) => remove(tab, id, 'workOrders'), 'delete'],
  ])(
    '[M10, M11, U3] ask before %s that waits goes over that, where their number tells them',
    async (_, act, kind) => {
      const { backend, tab } = await aSyncedTab([ben]);
      backend.plan('POST', ORDERS, { kind: 'dropAfter' });
      const { localId } = await makeOf(tab, 'workOrders', { customer: '1', title: 'Pump' });
      await tab.until(async () => (await openOf(tab))[0] === 'workOrders create unknown');
      await act(tab, localId);
      Object.assign(backend.rows('workOrders')[0] ?? {}, { title: 'Office' });
      await tab.drained();
      expect(await openOf(tab)).toEqual([`workOrders ${kind} parked conflict`]);
      expect(backend.rows('workOrders').map(({ title }) => title)).toEqual(['Office']);
    },
  );

  it('[M10, U25] ask before a change that waits goes over that, where a person pointed at it', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', POST, { kind: 'dropAfter' });
    const { localId } = await make(tab, { city: 'Boise', address_line_1: '1 Main St' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    await edit(tab, localId, { city: 'Elko' });
    Object.assign(firstRow(backend), { address_line_1: '2 Main St', updated_at: '2027-01-01T00:00:00Z' });
    await tab.until(async () => (await open(tab))[0]?.[2] === 'mayExistTwice');
    await tab.pass(60_000, 1000);
    expect(
      await decideParked(tab.records, await firstId(tab), {
        what: 'keepOne',
        serverId: firstRow(backend).id,
      }),
    ).toBe(true);
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[CONFLICT], 'Boise']);
  });
});
