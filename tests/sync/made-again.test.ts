import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { ann } from '../support/records/mutations.ts';
import {
  aSyncedTab,
  edit,
  editOf,
  firstRow,
  listed,
  make,
  makeOf,
  open,
  openOf,
} from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

/** Ann, record 1, was deleted on the server, edited here, and made again. */
async function madeAgain() {
  const { backend, tab } = await aSyncedTab([ann, { first_name: 'Ben' }]);
  const old = { ...firstRow(backend) };
  backend.remove(1);
  await edit(tab, 1, { city: 'Reno' });
  await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
  const [parked] = await tab.outbox();
  await decideParked(tab.records, parked?.id ?? '', { what: 'recreate' });
  await tab.drained();
  return { backend, tab, old };
}

async function names(tab: TestTab): Promise<string[]> {
  return (await listed(tab)).map(([name]) => String(name)).sort((a, b) => a.localeCompare(b));
}

describe('a record that was made again', () => {
  it('[L16, L78] is known by its new number, and its kind is read as ever', async () => {
    const { backend, tab } = await madeAgain();
    backend.seed({ first_name: 'Cleo' });
    Object.assign(backend.customers.find(({ city }) => city === 'Reno') ?? {}, { first_name: 'Anna' });
    await tab.pass(11 * 60_000, 5000);
    expect(await names(tab)).toEqual(['Anna', 'Ben', 'Cleo']);
    expect((await tab.collection('customers'))?.error).toBeNull();
  });

  it('[L79] keeps its id when the deleted row comes back, and both are listed', async () => {
    const { backend, tab, old } = await madeAgain();
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Salem' });
    await tab.pass(60_000);
    backend.customers.push({ ...old, first_name: 'Zoe' });
    tab.browser.setOnline(true);
    await tab.drained();
    await tab.pass(11 * 60_000, 5000);
    expect(await names(tab)).toEqual(['Ann', 'Ben', 'Zoe']);
    expect(backend.customers.map(({ first_name, city }) => [first_name, city])).toContainEqual([
      'Ann',
      'Salem',
    ]);
    expect(backend.customers.find(({ id }) => id === 1)).toMatchObject({
      first_name: 'Zoe',
      city: old['city'],
    });

    // Whose deletion is noticed although the number in its local id is still listed.
    backend.remove(Number(backend.customers.find(({ city }) => city === 'Salem')?.id));
    await tab.pass(11 * 60_000, 5000);
    expect(await names(tab)).toEqual(['Ben', 'Zoe']);
  });
});

const REFERRED = {
  'that was read from the server': async () => ({ ...(await aSyncedTab([ann])), customer: '1' }),
  'that was made here': async () => {
    const { backend, tab } = await aSyncedTab([]);
    const { localId } = await make(tab);
    await tab.drained();
    return { backend, tab, customer: localId };
  },
};

for (const [which, begin] of Object.entries(REFERRED))
  it(`[L80, U19, U22] a create whose answer was lost is a question where its customer ${which} was made again`, async () => {
    const { backend, tab, customer } = await begin();
    backend.plan('POST', /projects/, { kind: 'dropAfter' });
    await makeOf(tab, 'projects', { title: 'Dry the cellar', customer });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    // The server is wrong about the customer, for as long as that takes.
    const real = backend.fetch;
    backend.fetch = async (input, init) =>
      new Request(input, init).url.endsWith('/customers/1/')
        ? Response.json({ detail: 'Not found.' }, { status: 404 })
        : real(input, init);
    await editOf(tab, 'customers', customer, { email: 'new@example.com' });
    await tab.until(async () => (await open(tab)).some(([, state]) => state === 'parked'));
    const parked = (await tab.outbox()).find(({ state }) => state === 'parked');
    await decideParked(tab.records, parked?.id ?? '', { what: 'recreate' });
    backend.fetch = real;
    await tab.drained();
    await tab.pass(120_000, 5000);
    expect([await openOf(tab), backend.rows('projects').length]).toEqual([
      ['projects create parked mayExistTwice'],
      1,
    ]);
  });
