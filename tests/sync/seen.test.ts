import { describe, expect, test } from 'vitest';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { aSyncedTab, atRest, edit, make, rowOf } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

async function pulled(tab: TestTab): Promise<void> {
  await tab.pass(3000);
  const before = tab.backend.asked;
  await requestPull(tab.records, 'customers');
  await tab.until(() => tab.backend.asked > before);
  await tab.pass(1000);
}

const seenOf = async (tab: TestTab, id: number | string) => (await rowOf(tab, id))?.seen;

describe('when a record was made, last changed and first seen', () => {
  test('[L92] is stored beside its fields, and never sent', async () => {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ann' }]);
    const [row] = backend.customers;
    const at = (text: unknown) => Date.parse(String(text));
    const first = await seenOf(tab, 1);
    expect(first).toMatchObject({ created_at: at(row?.created_at), updated_at: at(row?.updated_at) });
    expect(Object.keys((await rowOf(tab, 1))?.view ?? {})).not.toContain('created_at');

    await edit(tab, 1, { city: 'Reno' });
    await tab.until(() => backend.customers[0]?.['city'] === 'Reno');
    await tab.until(async () => (await rowOf(tab, 1))?.mark === 'synced');
    expect(await seenOf(tab, 1)).toMatchObject({
      ...first,
      updated_at: at(backend.customers[0]?.updated_at),
    });
    expect((await seenOf(tab, 1))?.updated_at).toBeGreaterThan(first?.updated_at ?? 0);
    const bodies = backend.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
    expect(JSON.stringify(bodies)).not.toMatch(/created_at|updated_at|first_seen|"seen"/);
  });

  test('[L92] of a record that was made here begins with its save, and the server’s time is added', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.down = true;
    const saved = tab.browser.clock.now();
    const { localId } = await make(tab);
    expect(await seenOf(tab, localId)).toEqual({ created_at: null, updated_at: null, first_seen: saved });
    await tab.pass(60_000);
    backend.down = false;
    await tab.until(async () => (await rowOf(tab, localId))?.mark === 'synced');
    expect(await seenOf(tab, localId)).toMatchObject({
      created_at: Date.parse(String(backend.customers[0]?.created_at)),
      first_seen: saved,
    });
  });

  test('[L92] is when the device first saw it, if the server sends no times', async () => {
    const backend = new FakeBackend();
    backend.options.createdAt = false;
    backend.seed({ first_name: 'Ann' });
    const tab = new TestTab(backend);
    const before = tab.browser.clock.now();
    await tab.signIn();
    await atRest(tab);
    const first = await seenOf(tab, 1);
    expect(first).toMatchObject({ created_at: null, updated_at: null });
    expect(first?.first_seen).toBeGreaterThanOrEqual(before);
    await tab.pass(60_000);
    backend.change(1, { city: 'Reno' });
    await pulled(tab);
    await tab.until(async () => (await rowOf(tab, 1))?.view?.['city'] === 'Reno');
    expect(await seenOf(tab, 1)).toMatchObject({ ...first });
  });

  test('[L92] is not stored again if nothing else has changed', async () => {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ann' }]);
    const first = await rowOf(tab, 1);
    backend.change(1, { first_name: 'Ann' });
    await pulled(tab);
    expect(await rowOf(tab, 1)).toEqual(first);
  });
});
