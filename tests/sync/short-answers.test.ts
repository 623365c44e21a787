import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { aSyncedTab, editOf, make, makeOf, rowIn } from '../support/tab/scenario.ts';

const WITHOUT_CUSTOMER = RESOURCE_NAMES.filter((name) => specOf(name).references.length === 0);
/** A field that any text may stand in. */
const textOf = (name: (typeof RESOURCE_NAMES)[number]): string =>
  WITHOUT_CUSTOMER.includes(name) ? 'city' : 'title';

describe('a 2xx answer that leaves fields out', () => {
  it.each(RESOURCE_NAMES)('[L85] of a new record of %s: they are as they were sent', async (name) => {
    const { backend, tab } = await aSyncedTab();
    const customer = await make(tab);
    await tab.drained();
    const reference = WITHOUT_CUSTOMER.includes(name) ? {} : { customer: customer.localId };
    const email = WITHOUT_CUSTOMER.includes(name) ? { email: 'ben@example.com' } : {};
    backend.plan('POST', new RegExp(specOf(name).path), { kind: 'answer', status: 201, body: { id: 57 } });
    const { localId } = await makeOf(tab, name, { ...reference, ...email, [textOf(name)]: 'Boise' });
    const before = (await rowIn(tab, name, localId))?.view;
    await tab.until(async () => (await tab.outbox()).length === 0);
    const row = await rowIn(tab, name, 57);
    const wanted = { ...before, ...(reference.customer ? { customer: '1' } : {}) };
    expect(row).toMatchObject({ localId, serverId: 57, mark: 'synced', server: wanted, view: wanted });
  });

  it.each(RESOURCE_NAMES)('[L85] of a change in %s: they are as they were sent', async (name) => {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }], {
      projects: [{ title: 'Roof', customer: 1 }],
      estimates: [{ title: 'Offer', customer: 1 }],
      workOrders: [{ title: 'Pump', work_order_number: 'WO-1', customer: 1 }],
    });
    const id = (await tab.rows(name))[0]?.serverId ?? 0;
    const before = (await rowIn(tab, name, id))?.server;
    // Nobody reads the list again before the test has looked.
    const never = { kind: 'hold', until: new Promise<void>(() => {}) } as const;
    backend.plan('GET', new RegExp(`${specOf(name).path}(\\?|$)`), never, 9);
    backend.plan('PATCH', new RegExp(specOf(name).path), { kind: 'answer', status: 200, body: { id } });
    await editOf(tab, name, id, { [textOf(name)]: 'Reno' });
    await tab.until(async () => (await tab.outbox()).length === 0);
    const wanted = { ...before, [textOf(name)]: 'Reno' };
    expect(await rowIn(tab, name, id)).toMatchObject({ server: wanted, view: wanted, mark: 'synced' });
  });
});
