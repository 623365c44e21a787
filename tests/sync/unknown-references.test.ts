import { describe, expect, it } from 'vitest';
import { aSyncedTab, editOf, make, makeOf, openOf, rowIn, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const PROJECTS = /projects\/projects/;
const ben = { first_name: 'Ben', email: 'ben@example.com' };
const cat = { first_name: 'Cat', email: 'cat@example.com' };
const lost = { kind: 'dropAfter' } as const;

/** What is still open, how many rows the server has, and how each row here is marked. */
const endOf = async (tab: TestTab, kind: 'projects' | 'estimates' | 'workOrders') => [
  await openOf(tab),
  tab.backend.rows(kind).length,
  (await tab.rows(kind)).map(({ mark }) => mark),
];
const ONE_EACH = [[], 1, ['synced']];

describe('a create whose answer was lost', () => {
  it('[U14] is recognised by what it refers to, though that was made on this device', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', PROJECTS, lost);
    const customer = await make(tab);
    const { localId } = await makeOf(tab, 'projects', { customer: customer.localId });
    await tab.drained();
    expect(await endOf(tab, 'projects')).toEqual(ONE_EACH);
    const id = (await rowOf(tab, customer.localId))?.serverId;
    expect(await rowIn(tab, 'projects', localId)).toMatchObject({ server: { customer: String(id) } });
  });

  it("[U14] is not taken for another customer's project, however much alike", async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', PROJECTS, { kind: 'dropBefore' });
    const customer = await make(tab);
    await makeOf(tab, 'projects', { customer: customer.localId });
    await tab.until(async () => (await openOf(tab)).includes('projects create unknown'));
    backend.seed({ title: 'Roof', customer: 1, estimated_cost: 0 }, 'projects');
    await tab.drained();
    expect(backend.rows('projects').map((row) => row['customer'])).toEqual([1, customerId(tab)]);
  });

  it('[U14] is recognised although the server gave it a number', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', /estimates\/estimates/, lost);
    const { localId } = await makeOf(tab, 'estimates', { customer: '1' });
    await tab.drained();
    expect(await endOf(tab, 'estimates')).toEqual(ONE_EACH);
    const row = await rowIn(tab, 'estimates', localId);
    expect(row?.view?.['estimate_number']).toMatch(/^EST-/);
  });

  it('[U14] is recognised although the server keeps its day as a moment', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', /work-orders\/work-orders/, lost);
    const typed = { customer: '1', work_order_number: 'WO-7', scheduled_date: '2026-03-04' };
    await makeOf(tab, 'workOrders', typed);
    await tab.until(() => backend.rows('workOrders').length === 1);
    Object.assign(backend.rows('workOrders')[0] ?? {}, { scheduled_date: '2026-03-04T00:00:00Z' });
    await tab.drained();
    expect(await endOf(tab, 'workOrders')).toEqual(ONE_EACH);
  });
});

/** What the server calls the only customer that was made here. */
function customerId(tab: TestTab): number | undefined {
  return tab.backend.customers.at(-1)?.id;
}

describe('an update that set a reference to a record made here', () => {
  /** Ben's project is given to Ann, who was made here; the answer gets lost. */
  async function givenToAnn() {
    const { backend, tab } = await aSyncedTab([ben, cat], { projects: [{ title: 'Roof', customer: 1 }] });
    const { localId } = await make(tab);
    await tab.drained();
    return { backend, tab, localId };
  }

  it('[M7] and whose answer was lost is no conflict and is not sent twice', async () => {
    const { backend, tab, localId } = await givenToAnn();
    backend.plan('PATCH', PROJECTS, lost);
    await editOf(tab, 'projects', 3, { customer: localId });
    await tab.drained();
    expect([await openOf(tab), backend.count('PATCH', PROJECTS)]).toEqual([[], 1]);
    expect((await tab.journal()).at(-1)).toMatchObject({ kind: 'update', outcome: 'confirmed' });
    expect(await rowIn(tab, 'projects', 3)).toMatchObject({
      mark: 'synced',
      server: { customer: String(customerId(tab)) },
    });
  });

  it('[M2] compares by what it refers to: the same customer by another id changed nothing', async () => {
    const { backend, tab, localId } = await givenToAnn();
    await editOf(tab, 'projects', 3, { customer: localId });
    await tab.drained();
    expect((await rowIn(tab, 'projects', 3))?.view?.['customer']).toBe(String(customerId(tab)));
    await editOf(tab, 'projects', 3, { customer: localId });
    await tab.drained();
    expect([await openOf(tab), backend.count('PATCH', PROJECTS)]).toEqual([[], 1]);
  });

  it('[M2] from one made here to another is sent, though the server knows both by other ids', async () => {
    const { backend, tab, localId } = await givenToAnn();
    tab.browser.setOnline(false);
    await editOf(tab, 'projects', 3, { customer: localId });
    await tab.pass(60_000, 1000);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.rows('projects')).toMatchObject([{ customer: customerId(tab) }]);
    tab.browser.setOnline(false);
    await editOf(tab, 'projects', 3, { customer: '2' });
    await tab.pass(60_000, 1000);
    tab.browser.setOnline(true);
    await tab.drained();
    expect([await openOf(tab), backend.rows('projects')[0]?.['customer']]).toEqual([[], 2]);
  });

  it.each([
    ['is a conflict', 'dropBefore'],
    ['and carried out ours first, is a conflict as well', 'dropAfter'],
  ] as const)('[M8] while somebody gave it to a third one %s', async (_, kind) => {
    const { backend, tab, localId } = await givenToAnn();
    backend.plan('PATCH', PROJECTS, { kind });
    await editOf(tab, 'projects', 3, { customer: localId });
    await tab.until(async () => (await tab.outbox())[0]?.readFirst === true);
    Object.assign(backend.rows('projects')[0] ?? {}, { customer: 2 });
    await tab.drained();
    expect(await openOf(tab)).toEqual(['projects update parked conflict']);
    expect(backend.rows('projects')[0]?.['customer']).toBe(2);
  });
});
