import { expect, it } from 'vitest';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { changesSent, make, open, rowOf } from '../support/tab/scenario.ts';

it('[X2] with keys, a create whose answer is lost is sent again at once, and created once', async () => {
  const { backend, tab } = await anExtendedTab(['client-uid']);
  backend.plan('POST', /customers/, { kind: 'dropAfter' });
  const savedAt = tab.browser.clock.now();
  const { localId } = await make(tab);

  await tab.until(async () => (await open(tab)).length === 0);
  expect(changesSent(backend)).toEqual(['POST customers/', 'POST customers/']);
  expect(backend.customers).toHaveLength(1);
  expect(await rowOf(tab, localId)).toMatchObject({ serverId: 1, mark: 'synced' });
  expect(tab.browser.clock.now() - savedAt).toBeLessThan(15_000);
});

it('[X1] without the extension, no key is sent', async () => {
  const { backend, tab } = await anExtendedTab([]);
  await make(tab);
  await tab.drained();
  expect(JSON.stringify(backend.requests)).not.toContain('client_uid');
});
