import { afterEach, expect, it, vi } from 'vitest';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { ann } from '../support/records/mutations.ts';
import { aSyncedTab, edit, firstRow, make, remove } from '../support/tab/scenario.ts';

afterEach(() => vi.restoreAllMocks());

/** Tells how far each transaction that writes changes is written through, of databases that are opened from now on. */
function watchWrites(): () => string[] {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  return () =>
    spy.mock.results.flatMap(({ value }) => {
      const { mode, objectStoreNames, durability } = value as IDBTransaction;
      return mode === 'readwrite' && objectStoreNames.contains('outbox') ? [durability] : [];
    });
}

it('[Q1, S2, P6] a create is on the disk before it counts as saved, sent or confirmed', async () => {
  const writes = watchWrites();
  const { backend, tab } = await aSyncedTab();
  const earlier = writes().length;
  let sent: string[] = [];
  backend.plan('POST', /customers/, { kind: 'then', act: () => void (sent = writes().slice(earlier)) });
  await make(tab);
  expect(writes()[earlier]).toBe('strict');

  await tab.drained();
  expect(sent).toEqual(['strict', 'strict']);
  expect(writes()[earlier + 2]).toBe('strict');
});

it('[S2] an update is marked on the disk before it is sent', async () => {
  const writes = watchWrites();
  const { backend, tab } = await aSyncedTab([{ first_name: 'Ben' }]);
  const earlier = writes().length;
  let sent: string[] = [];
  backend.plan('PATCH', /customers/, { kind: 'then', act: () => void (sent = writes().slice(earlier)) });
  await edit(tab, 1, { city: 'Reno' });
  await tab.drained();

  expect(firstRow(backend)).toMatchObject({ city: 'Reno' });
  expect(sent).toEqual(['strict', 'strict']);
});

it('[P32] the answer to an update or a deletion is stored without waiting for the disk', async () => {
  const writes = watchWrites();
  const { tab } = await aSyncedTab([{ first_name: 'Ben' }]);
  const earlier = writes().length;
  await edit(tab, 1, { city: 'Reno' });
  await tab.drained();
  await remove(tab, 1);
  await tab.drained();

  // Each was saved and claimed strictly.
  expect(
    writes()
      .slice(earlier)
      .filter((durability) => durability === 'strict'),
  ).toHaveLength(4);
});

it('[P33] what a pull confirms is stored with its rows, without waiting for the disk', async () => {
  const writes = watchWrites();
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', /customers/, { kind: 'answer', status: 400, body: { email: ['No.'] } });
  await make(tab);
  await tab.drained();
  const earlier = writes().length;
  backend.seed(ann);
  await requestPull(tab.records, 'customers');
  await tab.until(async () => (await tab.outbox()).length === 0);

  expect(new Set(writes().slice(earlier))).toEqual(new Set(['relaxed']));
  expect((await tab.rows()).map(({ serverId, mark }) => [serverId, mark])).toEqual([[1, 'synced']]);
});
