import { describe, expect, it } from 'vitest';
import { deleteRecord } from '../../src/records/commands.ts';
import { decideParked } from '../../src/records/parked.ts';
import {
  anotherTab,
  aSyncedTab,
  changesSent,
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

const PROJECTS = /projects\/projects/;
const ben = { first_name: 'Ben', email: 'ben@example.com' };
const cat = { first_name: 'Cat', email: 'cat@example.com' };
const roof = { title: 'Roof', customer: 1 };

describe('deleting a customer takes along what waits and refers to it', () => {
  it('[P14, P48] that was never sent: all of it vanishes, and nothing is sent', async () => {
    const { backend, tab } = await aSyncedTab();
    tab.browser.setOnline(false);
    const { localId } = await make(tab);
    await makeOf(tab, 'projects', { customer: localId });
    await makeOf(tab, 'estimates', { customer: localId });
    await makeOf(tab, 'workOrders', { customer: localId });
    await remove(tab, localId);
    expect(await openOf(tab)).toEqual([]);
    for (const kind of ['customers', 'projects', 'estimates', 'workOrders'] as const) {
      expect(await tab.rows(kind)).toEqual([]);
    }
    tab.browser.setOnline(true);
    await tab.pass(60_000, 1000);
    expect(changesSent(backend)).toEqual([]);
  });

  it('[P14] and no more of it than the person was asked about', async () => {
    const { tab } = await aSyncedTab();
    tab.browser.setOnline(false);
    const { localId } = await make(tab);
    await makeOf(tab, 'projects', { customer: localId });
    await makeOf(tab, 'estimates', { customer: localId });
    const before = await tab.outbox();
    await expect(deleteRecord(tab.records, 'customers', localId, { records: 1 })).rejects.toThrow(
      'Nothing was deleted',
    );
    expect(await tab.outbox()).toEqual(before);
    await deleteRecord(tab.records, 'customers', localId, { records: 2 });
    expect(await tab.outbox()).toEqual([]);
  });

  it('[P48] that is on its way: it is deleted when it has arrived, then the customer', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('POST', PROJECTS, { kind: 'hold', until: answer.opened });
    await makeOf(tab, 'projects', { customer: '1' });
    await tab.until(() => backend.rows('projects').length === 1);
    await remove(tab, 1);
    await tab.pass(5000);
    expect(await openOf(tab)).toEqual([
      'projects create sending',
      'projects delete queued',
      'customers delete queued',
    ]);
    answer.open();
    await tab.drained();
    expect(changesSent(backend)).toEqual(['POST projects/', 'DELETE projects/2/', 'DELETE customers/1/']);
    expect([await tab.rows(), await tab.rows('projects')]).toEqual([[], []]);
  });

  it('[P48] whose answer was lost: it is found, deleted, then the customer', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', PROJECTS, { kind: 'dropAfter' });
    await makeOf(tab, 'projects', { customer: '1' });
    await tab.until(async () => (await openOf(tab))[0] === 'projects create unknown');
    await remove(tab, 1);
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect([backend.customers, backend.rows('projects')]).toEqual([[], []]);
    expect(backend.count('DELETE', /customers/)).toBe(1);
  });

  it.each([
    ['that no server has', false],
    ['that a server has', true],
  ])('[P49] a reference that was changed to one %s becomes what it was, and is not sent', async (_, sent) => {
    const { backend, tab } = await aSyncedTab([ben], { projects: [roof] });
    if (!sent) tab.browser.setOnline(false);
    const { localId } = await make(tab);
    if (sent) await tab.drained();
    tab.browser.setOnline(false);
    await editOf(tab, 'projects', 2, { customer: localId });
    await remove(tab, localId);
    expect(await openOf(tab)).toEqual(sent ? ['customers delete queued'] : []);
    expect(await rowIn(tab, 'projects', 2)).toMatchObject({ view: { customer: '1' }, mark: 'synced' });
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.count('PATCH', PROJECTS)).toBe(0);
    expect(backend.customers.map(({ id }) => id)).toEqual([1]);
  });

  it('[P49] a reference becomes what it was, and what else was changed is sent', async () => {
    const { backend, tab } = await aSyncedTab([ben], { projects: [roof] });
    tab.browser.setOnline(false);
    const { localId } = await make(tab);
    await editOf(tab, 'projects', 2, { customer: localId, title: 'Roof 2' });
    await remove(tab, localId);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(changesSent(backend)).toEqual(['PATCH projects/2/']);
    expect(backend.rows('projects')).toMatchObject([{ title: 'Roof 2', customer: 1 }]);
  });

  it('[P49] a reference that is being changed to it is changed back before it is deleted', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [roof] });
    const answer = latch();
    backend.plan('PATCH', PROJECTS, { kind: 'hold', until: answer.opened });
    await editOf(tab, 'projects', 3, { customer: '2' });
    await tab.until(() => backend.count('PATCH', PROJECTS) === 1);
    await remove(tab, 2);
    answer.open();
    await tab.drained();
    expect(changesSent(backend)).toEqual(['PATCH projects/3/', 'PATCH projects/3/', 'DELETE customers/2/']);
    expect([await openOf(tab), backend.rows('projects')[0]?.['customer']]).toEqual([[], 1]);
  });

  it('[P14] not a record that has been changed to refer to another one since', async () => {
    const { backend, tab } = await aSyncedTab([ben, cat]);
    const answer = latch();
    backend.plan('POST', PROJECTS, { kind: 'hold', until: answer.opened });
    const { localId } = await makeOf(tab, 'projects', { customer: '1' });
    await tab.until(() => backend.rows('projects').length === 1);
    await editOf(tab, 'projects', localId, { customer: '2' });
    await remove(tab, 1);
    answer.open();
    await tab.drained();
    expect(changesSent(backend)).toEqual(['POST projects/', 'PATCH projects/3/', 'DELETE customers/1/']);
    expect(await rowIn(tab, 'projects', localId)).toMatchObject({ view: { customer: '2' }, mark: 'synced' });
  });

  it('[P48] that waits for a person', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', PROJECTS, { kind: 'answer', status: 400, body: { title: ['No.'] } });
    await makeOf(tab, 'projects', { customer: '1' });
    await tab.drained();
    expect(await openOf(tab)).toEqual(['projects create parked rejected']);
    await remove(tab, 1);
    expect(await openOf(tab)).toEqual(['customers delete queued']);
    await tab.drained();
    expect([backend.customers, await tab.rows('projects')]).toEqual([[], []]);
  });

  it('[P14] that is a possible duplicate: that stays a question, and holds the customer no longer', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', PROJECTS, { kind: 'dropBefore' });
    await makeOf(tab, 'projects', { customer: '1' });
    await tab.until(async () => (await openOf(tab))[0] === 'projects create unknown');
    const duplicate = { title: 'Roof', customer: 1, estimated_cost: 0 };
    backend.seed(duplicate, 'projects');
    backend.seed(duplicate, 'projects');
    await tab.drained();
    await remove(tab, 1);
    await tab.until(async () => (await openOf(tab)).includes('customers delete parked rejected'));
    expect(await openOf(tab)).toEqual([
      'projects create parked mayExistTwice',
      'projects delete queued',
      'customers delete parked rejected',
    ]);
  });

  it('[P14] that another tab made meanwhile, or leaves it with words', async () => {
    const { tab } = await aSyncedTab([cat]);
    const other = await anotherTab(tab);
    tab.browser.setOnline(false);
    const { localId } = await make(tab);
    await Promise.all([makeOf(other, 'projects', { customer: localId }), remove(tab, localId)]);
    tab.browser.setOnline(true);
    await tab.drained();
    const left = await openOf(tab);
    // Whichever tab was first: the project is gone with its customer, or a person learns that it lacks one.
    expect([[], ['projects create parked rejected']]).toContainEqual(left);
    expect(await rowOf(tab, localId)).toBeUndefined();
  });

  it('[P50] but nothing where the server keeps the customer for others: unsent work is sent', async () => {
    const { backend, tab } = await aSyncedTab([ben], { projects: [roof, roof, roof] });
    tab.browser.setOnline(false);
    const { localId } = await makeOf(tab, 'projects', { customer: '1', title: 'Cellar' });
    await remove(tab, 1);
    expect(await openOf(tab)).toEqual(['projects create queued', 'customers delete queued']);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await openOf(tab)).toEqual(['customers delete parked rejected']);
    expect(backend.rows('projects').map(({ title }) => title)).toEqual(['Roof', 'Roof', 'Roof', 'Cellar']);
    expect(await rowIn(tab, 'projects', localId)).toMatchObject({ view: { customer: '1' }, mark: 'synced' });
  });

  it.each([
    [
      'was changed to refer to another one here',
      (tab: TestTab) => editOf(tab, 'projects', 3, { customer: '2' }),
    ],
    ['is to be deleted here', (tab: TestTab) => remove(tab, 3, 'projects')],
  ])('[P50] all of it where the only other one %s', async (_, release) => {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [roof] });
    tab.browser.setOnline(false);
    await makeOf(tab, 'projects', { customer: '1', title: 'Cellar' });
    await release(tab);
    await remove(tab, 1);
    tab.browser.setOnline(true);
    await tab.drained();
    expect([await openOf(tab), backend.customers.map(({ id }) => id)]).toEqual([[], [2]]);
    expect(backend.count('POST', PROJECTS)).toBe(0);
  });

  it('[P50] and the customer is listed again where others still refer to it', async () => {
    const { backend, tab } = await aSyncedTab([ben], { projects: [roof] });
    const { localId } = await makeOf(tab, 'projects', { customer: '1', title: 'Cellar' });
    await remove(tab, 1);
    await tab.drained();
    expect(changesSent(backend)).toEqual(['POST projects/', 'DELETE customers/1/']);
    expect(await openOf(tab)).toEqual(['customers delete parked rejected']);
    expect((await tab.outbox())[0]?.refusal).toMatchObject({ status: 409 });
    expect(await rowOf(tab, 1)).toMatchObject({ view: { first_name: 'Ben' }, mark: 'attention' });
    await remove(tab, 2, 'projects');
    await remove(tab, localId, 'projects');
    await tab.drained();
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'retry' });
    await tab.drained();
    expect([await openOf(tab), backend.customers]).toEqual([[], []]);
  });
});
