import { afterEach, expect, it, vi } from 'vitest';
import { aSyncedTab, edit, firstRow, make } from '../support/scenario.ts';

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

it('[Q1, S2, P6] a create is on the disk before it is told to be saved, sent or confirmed', async () => {
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
