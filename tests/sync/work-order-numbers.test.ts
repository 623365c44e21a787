import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import type { Mutation } from '../../src/outbox/mutation.ts';
import { watchSave } from '../../src/records/commands.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import {
  aSyncedTab,
  editOf,
  latch,
  make,
  makeOf,
  openedTab,
  openOf,
  rowIn,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const ORDERS = /work-orders\/work-orders/;
const TAKEN = { work_order_number: ['work order with this work order number already exists.'] };
const taken = { kind: 'answer', status: 400, body: TAKEN } as const;

/** Ben (1), and nobody's work orders. */
const withBen = () => aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
const makeOrder = (tab: TestTab, fields: Fields = {}, watch = false) =>
  makeOf(tab, 'workOrders', { customer: '1', ...fields }, watch);
const numberOf = async (tab: TestTab, localId: string): Promise<unknown> =>
  (await rowIn(tab, 'workOrders', localId))?.view?.['work_order_number'];
/** The row that a server makes of a work order for Ben. */
function sentIn(mutation: Mutation | undefined): Record<string, unknown> {
  const values = Object.entries(mutation?.fields ?? {}).map(([field, { value }]) => [field, value] as const);
  const estimated_cost = { amount: '0.00', currency: 'USD' };
  return { ...Object.fromEntries(values), customer: 1, estimated_cost };
}
/** How often a work order was sent, refusals included. */
const postsOf = ({ sent }: TestTab): number => sent.filter((line) => /^POST .*work-orders/.test(line)).length;

describe('a generated work order number that is already taken', () => {
  // @spec D1.9
  it('[P13, P47] is made anew and sent without asking, once it has been looked for', async () => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, taken);
    const receipt = await makeOrder(tab, {}, true);
    const first = await numberOf(tab, receipt.localId);
    const log: string[] = [];
    const watched = watchSave(tab.records, receipt).then(({ outcome }) => log.push(outcome));
    await tab.until(async () => (await tab.outbox()).length === 0);
    await watched;
    expect(log).toEqual(['waiting']);
    const [row, ...more] = backend.rows('workOrders');
    expect(more).toEqual([]);
    expect(row?.['work_order_number']).toMatch(/^WO-\d+-\d+$/);
    expect(row?.['work_order_number']).not.toBe(first);
    expect(await numberOf(tab, receipt.localId)).toBe(row?.['work_order_number']);
  });

  it('[P47] is adopted where a browser repeated the POST on its own', async () => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, taken);
    const { localId } = await makeOrder(tab, { notes: 'Bring a hose' });
    await tab.until(async () => (await openOf(tab))[0] === 'workOrders create unknown');
    // The first of the two requests, whose answer nobody heard, made the row.
    backend.seed(sentIn((await tab.outbox())[0]), 'workOrders');
    await tab.drained();
    expect([await openOf(tab), backend.rows('workOrders').length, postsOf(tab)]).toEqual([[], 1, 1]);
    expect((await tab.rows('workOrders')).map((row) => row.localId)).toEqual([localId]);
  });

  it('[P40] is looked for as well when its new number fails inside the server once too often', async () => {
    const { backend, tab } = await withBen();
    const broken = { kind: 'html', status: 500 } as const;
    backend.plan('POST', ORDERS, broken, 5);
    backend.plan('POST', ORDERS, taken);
    backend.plan('POST', ORDERS, broken);
    await makeOrder(tab);
    await tab.until(() => postsOf(tab) === 5);
    tab.browser.setOnline(false);
    await tab.pass(3_600_000, 600_000);
    tab.browser.setOnline(true);
    await tab.until(async () => postsOf(tab) === 7 && (await openOf(tab))[0] === 'workOrders create unknown');
    // It failed after the commit.
    backend.seed(sentIn((await tab.outbox())[0]), 'workOrders');
    await tab.drained();
    expect([await openOf(tab), backend.rows('workOrders').length, postsOf(tab)]).toEqual([[], 1, 7]);
  });

  it("[U15] is not taken for somebody else's row that has the number", async () => {
    const { backend, tab } = await withBen();
    const { localId } = await makeOrder(tab);
    const number = await numberOf(tab, localId);
    backend.seed({ work_order_number: number, title: 'Other', customer: 1 }, 'workOrders');
    await tab.drained();
    expect([await openOf(tab), backend.rows('workOrders').length]).toEqual([[], 2]);
    expect(await numberOf(tab, localId)).not.toBe(number);
    expect(await tab.rows('workOrders')).toHaveLength(2);
  });

  it('[P46] is generated again three times at most, and three more times when a person sends it again', async () => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, taken, 8);
    const { localId, mutationId } = await makeOrder(tab);
    await tab.drained();
    expect(await openOf(tab)).toEqual(['workOrders create parked rejected']);
    expect((await tab.outbox())[0]?.refusal?.body).toEqual(TAKEN);
    expect((await tab.outbox())[0]?.setbacks?.renumbered).toBe(3);
    expect(postsOf(tab)).toBe(4);
    await decideParked(tab.records, mutationId ?? '', { what: 'retry' });
    await tab.drained();
    expect(postsOf(tab)).toBe(8);
    expect(await openOf(tab)).toEqual(['workOrders create parked rejected']);
    await editOf(tab, 'workOrders', localId, { title: 'Pump 2' });
    await tab.drained();
    expect(backend.rows('workOrders')).toMatchObject([{ title: 'Pump 2' }]);
  });

  it('[P13] is generated again in the record that waits here, with an edit that was made after it', async () => {
    const { backend, tab } = await withBen();
    const answer = latch();
    backend.plan('POST', ORDERS, { kind: 'hold', until: answer.opened });
    const first = await makeOrder(tab);
    await tab.until(() => backend.rows('workOrders').length === 1);
    // Somebody else's order has the number that our next one got.
    backend.plan('POST', ORDERS, taken);
    const { localId } = await makeOrder(tab, { title: 'Dryer' });
    await editOf(tab, 'workOrders', localId, { notes: 'Bring a hose' });
    answer.open();
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    const numbers = backend.rows('workOrders').map((row) => row['work_order_number']);
    expect(new Set(numbers).size).toBe(2);
    expect(backend.rows('workOrders')[1]).toMatchObject({ title: 'Dryer', notes: 'Bring a hose' });
    expect(numbers).toEqual([await numberOf(tab, first.localId), await numberOf(tab, localId)]);
  });
});

describe('a refused work order is parked', () => {
  const parked = ['workOrders create parked rejected'];

  // @spec D1.9
  it('[P13] where a person typed the number', async () => {
    const { backend, tab } = await withBen();
    backend.seed({ work_order_number: 'WO-7', title: 'Other', customer: 1 }, 'workOrders');
    await makeOrder(tab, { work_order_number: 'WO-7' });
    await tab.drained();
    expect(await openOf(tab)).toEqual(parked);
    expect((await tab.outbox())[0]?.refusal?.body).toEqual(TAKEN);
  });

  it('[P13] where a person edited the number before it was sent', async () => {
    const { backend, tab } = await withBen();
    backend.seed({ work_order_number: 'WO-7', title: 'Other', customer: 1 }, 'workOrders');
    tab.browser.setOnline(false);
    const { localId } = await makeOrder(tab);
    await editOf(tab, 'workOrders', localId, { work_order_number: 'WO-7' });
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await openOf(tab)).toEqual(parked);
    expect(await numberOf(tab, localId)).toBe('WO-7');
  });

  it.each([
    ['another field is wrong as well', 400, { ...TAKEN, title: ['No.'] }],
    ['the answer names no field', 400, { detail: 'No.' }],
    ['the answer says nothing', 400, null],
    ['it is refused for another reason than its content', 403, TAKEN],
  ])('[P13] where %s', async (_, status, body) => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, { kind: 'answer', status, body });
    await makeOrder(tab);
    await tab.drained();
    expect(await openOf(tab)).toEqual(parked);
  });
});

describe('a work order whose answer was lost', () => {
  it('[U15] is known by its number alone, whatever somebody else changed in it meanwhile', async () => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, { kind: 'dropAfter' });
    const { localId } = await makeOrder(tab);
    await tab.until(() => backend.rows('workOrders').length === 1);
    Object.assign(backend.rows('workOrders')[0] ?? {}, {
      title: 'Other',
      status: 'completed',
      notes: 'Done',
    });
    await tab.drained();
    expect([await openOf(tab), backend.rows('workOrders').length]).toEqual([[], 1]);
    expect((await tab.rows('workOrders')).map((row) => row.localId)).toEqual([localId]);
    expect(await rowIn(tab, 'workOrders', localId)).toMatchObject({
      view: { title: 'Other', notes: 'Done' },
    });
  });

  it('[P47] is looked for before a taken number is generated again', async () => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, { kind: 'dropBefore' });
    const { localId } = await makeOrder(tab);
    await tab.until(async () => (await tab.outbox())[0]?.probe?.cleanChecks === 1);
    const sent = (await tab.outbox())[0];
    // The first request commits after two pulls have proved it absent.
    const commit = (): void => {
      if (backend.rows('workOrders').length === 0) {
        backend.seed(sentIn(sent), 'workOrders');
      }
    };
    backend.plan('GET', /work-orders\/work-orders\/(\?page_size|$)/, { kind: 'then', act: commit });
    await tab.until(() => backend.count('POST', ORDERS) === 1);
    await tab.drained();
    expect([await openOf(tab), backend.count('POST', ORDERS)]).toEqual([[], 1]);
    expect(backend.rows('workOrders')).toHaveLength(1);
    expect(await rowIn(tab, 'workOrders', localId)).toMatchObject({ mark: 'synced' });
  });

  it('[P13] gets another number where a row that was there before has it', async () => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, { kind: 'dropBefore' });
    const { localId } = await makeOrder(tab);
    const number = await numberOf(tab, localId);
    backend.plan('POST', ORDERS, taken);
    await tab.drained();
    expect([await openOf(tab), backend.rows('workOrders').length]).toEqual([[], 1]);
    expect(backend.rows('workOrders')[0]?.['work_order_number']).not.toBe(number);
  });

  it('[U7] is not listed beside its own row', async () => {
    const { backend, tab } = await withBen();
    backend.plan('POST', ORDERS, { kind: 'dropAfter' });
    await makeOrder(tab);
    await tab.until(() => backend.rows('workOrders').length === 1);
    await requestPull(tab.records, 'workOrders');
    await tab.pass(5000);
    expect(await tab.rows('workOrders')).toHaveLength(1);
    await tab.drained();
    expect(await tab.rows('workOrders')).toHaveLength(1);
  });

  it('[P13, P47] of a page that died before it heard the refusal is looked for, then gets another number', async () => {
    const { backend, tab } = await withBen();
    const arrived = latch();
    backend.plan('POST', /customers\/customers/, { kind: 'hold', until: arrived.opened });
    const customer = await make(tab);
    const { localId } = await makeOrder(tab, { customer: customer.localId });
    const number = await numberOf(tab, localId);
    backend.seed({ work_order_number: number, title: 'Other', customer: 1 }, 'workOrders');
    await requestPull(tab.records, 'workOrders');
    await tab.until(async () => (await tab.rows('workOrders')).length === 2);
    backend.plan('POST', ORDERS, { kind: 'hold', until: new Promise(() => {}) });
    arrived.open();
    await tab.until(() => backend.count('POST', ORDERS) === 1);
    tab.crash();
    const next = await openedTab(new TestTab(backend, tab.browser));
    await next.drained();
    expect([await openOf(next), backend.rows('workOrders').length]).toEqual([[], 2]);
    const [other, ours] = backend.rows('workOrders');
    expect(other).toMatchObject({ work_order_number: number, title: 'Other' });
    expect(ours?.['work_order_number']).toBe(await numberOf(next, localId));
    expect(ours?.['work_order_number']).not.toBe(number);
  });
});
