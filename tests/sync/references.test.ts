import { describe, expect, it } from 'vitest';
import { mirrorTable, tablesOf } from '../../src/db/tables.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { note } from '../../src/sync/pull/pull-state.ts';
import { checkOut } from '../../src/sync/push/push-transactions.ts';
import { waitingForReferences } from '../../src/sync/push/waiting-for-references.ts';
import {
  aSyncedTab,
  changesSent,
  contextOf,
  editOf,
  latch,
  make,
  makeOf,
  openOf,
  remove,
  rowIn,
  rowOf,
} from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const ben = { first_name: 'Ben', email: 'ben@example.com' };
const cat = { first_name: 'Cat', email: 'cat@example.com' };

/** A customer and one record of every kind that refers to it, made without a connection. */
async function chainMadeOffline(tab: TestTab) {
  tab.browser.setOnline(false);
  const customer = await make(tab);
  const made = [customer];
  for (const kind of ['projects', 'estimates', 'workOrders'] as const) {
    made.push(await makeOf(tab, kind, { customer: customer.localId }));
  }
  return made;
}

describe('a customer and what refers to it, made without a connection', () => {
  // @spec D2.36
  it.each([
    ['at once', []],
    ['although the answer to the customer is lost', [['POST', CUSTOMERS, 'dropAfter']]],
    [
      'although every first answer is lost',
      [
        ['POST', CUSTOMERS, 'dropAfter'],
        ['POST', /projects\/projects/, 'dropAfter'],
        ['POST', /estimates\/estimates/, 'dropAfter'],
        ['POST', /work-orders\/work-orders/, 'dropAfter'],
      ],
    ],
  ] as const)('[P12] arrive once each with the right references, %s', async (_, faults) => {
    const { backend, tab } = await aSyncedTab([ben]);
    for (const [method, path, kind] of faults) backend.plan(method, path, { kind });
    const [customer, project, estimate, workOrder] = await chainMadeOffline(tab);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    const id = (await rowOf(tab, customer?.localId ?? ''))?.serverId;
    expect(backend.customers.map((row) => row.id)).toEqual([1, id]);
    expect(backend.rows('projects')).toMatchObject([{ title: 'Roof', customer: id }]);
    expect(backend.rows('estimates')).toMatchObject([{ title: 'Offer', customer: id }]);
    expect(backend.rows('workOrders')).toMatchObject([{ title: 'Pump', customer: id }]);
    expect(changesSent(backend)).toHaveLength(4);
    const made = [['projects', project] as const, ['estimates', estimate] as const];
    for (const [kind, receipt] of [...made, ['workOrders', workOrder] as const]) {
      const row = await rowIn(tab, kind, receipt?.localId ?? '');
      expect(row).toMatchObject({ mark: 'synced', server: { customer: String(id) } });
    }
    expect(tab.browser.errors).toEqual([]);
  });

  it('[P12] a change of another field sends no reference at all', async () => {
    const { backend, tab } = await aSyncedTab([ben], { projects: [{ title: 'Roof', customer: 1 }] });
    await editOf(tab, 'projects', 2, { title: 'Roof 2' });
    await tab.drained();
    expect(backend.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ title: 'Roof 2' });
  });

  it('[P12] many that wait for one customer read it once a poll', async () => {
    const { tab } = await aSyncedTab();
    tab.browser.setOnline(false);
    const { localId } = await make(tab);
    for (let n = 0; n < 30; n += 1) await makeOf(tab, 'projects', { customer: localId });
    const open = await tab.outbox();
    const read: string[] = [];
    tab.records.db.relaxed.customers.hook('reading', (record) => {
      read.push(record.localId);
      return record;
    });
    const context = contextOf(tab, async () => ({ kind: 'notSent' }));
    expect((await waitingForReferences(context, open)).size).toBe(30);
    expect(read).toEqual([localId]);
  });
});

it('[P58] a change that refers to an unknown record waits, and nothing is written', async () => {
  const { tab } = await aSyncedTab();
  const context = contextOf(tab, async () => ({ kind: 'notSent' }));
  tab.browser.setOnline(false);
  await makeOf(tab, 'projects', { customer: '7' });
  await note(context, ['customers'], () => ({ complete: false }));
  let written = 0;
  const stop = tab.records.db.changes.onWritten([{ table: 'outbox' }], () => {
    written += 1;
  });
  const open = await tab.outbox();
  expect([...(await waitingForReferences(context, open)).keys()]).toEqual(open.map(({ id }) => id));
  await tab.pass(500);
  stop();
  expect([written, await openOf(tab)]).toEqual([0, ['projects create queued']]);
});

describe('a change that refers to a record which no server has', () => {
  it('[P21, P23] waits for it, and nothing else does', async () => {
    const { backend, tab } = await aSyncedTab([ben], { projects: [{ title: 'Roof', customer: 1 }] });
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    const customer = await make(tab);
    await tab.pass(500);
    await makeOf(tab, 'projects', { customer: customer.localId });
    await editOf(tab, 'projects', 2, { customer: customer.localId });
    await makeOf(tab, 'estimates', { customer: '1' });
    await tab.until(() => backend.rows('estimates').length === 1);
    await tab.pass(5000);
    expect(await openOf(tab)).toEqual([
      'customers create sending',
      'projects create queued',
      'projects update queued',
    ]);
    answer.open();
    await tab.drained();
    const id = (await rowOf(tab, customer.localId))?.serverId;
    expect(backend.rows('projects').map((row) => row['customer'])).toEqual([id, id]);
  });

  it('[S14] ends by itself once the parked one is sent', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', CUSTOMERS, { kind: 'answer', status: 400, body: { email: ['No.'] } });
    const customer = await make(tab);
    await makeOf(tab, 'projects', { customer: customer.localId });
    await tab.pass(5000);
    expect(await openOf(tab)).toEqual(['customers create parked rejected', 'projects create queued']);
    expect((await tab.outbox())[1]?.deps).toEqual([customer.localId]);
    await decideParked(tab.records, customer.mutationId ?? '', { what: 'retry' });
    await tab.drained();
    const [row] = backend.customers;
    expect(backend.rows('projects')).toMatchObject([{ customer: row?.id }]);
  });

  // @spec D2.36
  it('[Q10, Q13] is edited and deleted freely before anything was sent', async () => {
    const { backend, tab } = await aSyncedTab();
    const [, project, estimate] = await chainMadeOffline(tab);
    await editOf(tab, 'projects', project?.localId ?? '', { title: 'Roof 2' });
    await remove(tab, estimate?.localId ?? '', 'estimates');
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.rows('projects')).toMatchObject([{ title: 'Roof 2' }]);
    expect(changesSent(backend)).toEqual(['POST customers/', 'POST projects/', 'POST work-orders/']);
    expect(await tab.rows('estimates')).toEqual([]);
  });

  it('[S2] is not sent without it where it vanishes between the poll and the check-out', async () => {
    const { tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await makeOf(tab, 'projects', { customer: '1' });
    const [create] = await tab.outbox();
    const { relaxed } = tab.records.db;
    await relaxed.transaction('rw', tablesOf(relaxed, 'customers'), (tx) =>
      mirrorTable(tx, 'customers').delete('1'),
    );
    const context = contextOf(tab, async () => ({ kind: 'notSent' }));
    expect(create && (await checkOut(context, create))).toBeNull();
    expect(await openOf(tab)).toEqual(['projects create queued']);
  });
});

describe('a change that refers to a customer who is gone for good', () => {
  const words = { customer: ['This customer was deleted.'] };

  it('[P44] because its create was discarded, is parked with words', async () => {
    const { backend, tab } = await aSyncedTab([cat]);
    backend.plan('POST', CUSTOMERS, { kind: 'answer', status: 400, body: { email: ['No.'] } });
    const customer = await make(tab);
    const project = await makeOf(tab, 'projects', { customer: customer.localId });
    await tab.pass(5000);
    await decideParked(tab.records, customer.mutationId ?? '', { what: 'discard' });
    await tab.drained();
    expect(await openOf(tab)).toEqual(['projects create parked rejected']);
    expect((await tab.outbox())[0]?.refusal?.body).toEqual(words);
    expect(await rowIn(tab, 'projects', project.localId)).toMatchObject({ mark: 'attention' });
    await editOf(tab, 'projects', project.localId, { customer: '1' });
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect(backend.rows('projects')).toMatchObject([{ title: 'Roof', customer: 1 }]);
  });

  it('[P44, P45] because somebody deleted it on the server, is parked with words', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [{ title: 'Roof', customer: 1 }] });
    backend.plan('PATCH', /projects/, { kind: 'html', status: 500 }, 1000);
    await editOf(tab, 'projects', 3, { customer: '2', title: 'Roof 2' });
    await tab.pass(3000);
    backend.remove(2);
    await requestPull(tab.records, 'customers');
    await tab.until(async () => (await openOf(tab))[0] === 'projects update parked rejected');
    expect((await tab.outbox())[0]?.refusal?.body).toEqual(words);
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'discard' });
    expect(await rowIn(tab, 'projects', 3)).toMatchObject({ view: { title: 'Roof', customer: '1' } });
  });

  it('[P44, P45] because another tab deleted it before it was ever sent, is parked with words', async () => {
    const { tab } = await aSyncedTab();
    tab.browser.setOnline(false);
    const customer = await make(tab);
    await remove(tab, customer.localId);
    await makeOf(tab, 'workOrders', { customer: customer.localId });
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await openOf(tab)).toEqual(['workOrders create parked rejected']);
    expect((await tab.outbox())[0]?.refusal?.body).toEqual(words);
  });

  it('[P58] is not said of one that this device has not read yet', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const { relaxed } = tab.records.db;
    tab.browser.setOnline(false);
    await relaxed.customers.clear();
    await relaxed.meta.delete('collection:customers');
    await makeOf(tab, 'projects', { customer: '1' });
    backend.plan('GET', /customers\/customers\/$/, { kind: 'answer', status: 400 }, 3);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect(backend.rows('projects')).toMatchObject([{ customer: 1 }]);
  });
});
