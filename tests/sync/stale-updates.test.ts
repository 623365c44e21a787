import { describe, expect, it } from 'vitest';
import { aSyncedTab, edit, firstRow, make, makeOf, open } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };

describe('an update that could not be sent for ten minutes', () => {
  /** A customer's new city waits; meanwhile somebody else enters another one. */
  async function afterTenMinutes(prepare: (tab: TestTab) => void, goOn: (tab: TestTab) => Promise<void>) {
    const { backend, tab } = await aSyncedTab([ben]);
    prepare(tab);
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(5000);
    firstRow(backend)['city'] = 'Elko';
    await tab.pass(600_000, 5000);
    await goOn(tab);
    await tab.drained();
    return { backend, tab };
  }

  it('[P41] because the server asked for patience, is read before it is sent', async () => {
    const { backend, tab } = await afterTenMinutes(
      ({ backend: server }) =>
        server.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 429, headers: { 'Retry-After': '600' } }),
      async () => {},
    );
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(firstRow(backend)['city']).toBe('Elko');
  });

  it('[P11] because the session had ended, is read before it is sent', async () => {
    const { backend, tab } = await afterTenMinutes(
      ({ backend: server }) => {
        server.expireAccess();
        server.revokeRefresh();
      },
      async (signedOut) => {
        await signedOut.services.session.signIn('demo', 'restoration');
      },
    );
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(firstRow(backend)['city']).toBe('Elko');
  });

  it('[P11] because the connection went away, is read before it is sent', async () => {
    const { backend, tab } = await afterTenMinutes(
      ({ browser }) => browser.setOnline(false),
      async ({ browser }) => browser.setOnline(true),
    );
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(firstRow(backend)['city']).toBe('Elko');
  });
});

it('[P42] beside a change that cannot be sent, another one is still read before it is sent', async () => {
  const { backend, tab } = await aSyncedTab([{ ...ben, city: 'Reno' }]);
  backend.plan('POST', /customers/, { kind: 'answer', status: 400, body: { email: ['No.'] } });
  const { localId } = await make(tab, { email: 'bad' });
  await makeOf(tab, 'projects', { customer: localId });
  await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
  tab.setVisible(false);
  await tab.pass(3_600_000, 60_000);
  firstRow(backend)['city'] = 'Tahoe';
  await edit(tab, 1, { city: 'Elko' });
  await tab.until(async () =>
    (await open(tab)).some(([kind, , why]) => kind === 'update' && why === 'conflict'),
  );
  expect(firstRow(backend)['city']).toBe('Tahoe');
});

it('[P42] a change made late in a long drain is read before it is sent', async () => {
  const { backend, tab } = await aSyncedTab([{ ...ben, city: 'Reno' }]);
  backend.plan('POST', /customers/, { kind: 'answer', status: 500 }, 500);
  await make(tab, { email: 'other@example.com' });
  tab.setVisible(false);
  await tab.pass(600_000, 30_000);
  // The collection is read to look for the create: last just before it was sent, and not again for 45 s.
  for (const state of ['queued', 'unknown']) await tab.until(async () => (await open(tab))[0]?.[1] === state);
  await tab.pass(40_000, 1000);
  firstRow(backend)['city'] = 'Tahoe';
  await edit(tab, 1, { city: 'Elko' });
  await tab.until(async () =>
    (await open(tab)).some(([kind, , why]) => kind === 'update' && why === 'conflict'),
  );
  expect(firstRow(backend)['city']).toBe('Tahoe');
});
