import { expect, it } from 'vitest';
import { aSyncedTab, make, open, rowOf } from '../support/tab/scenario.ts';

it('[U3] a create whose answer is lost is found on the server and not sent again', async () => {
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', /customers/, { kind: 'dropAfter' });
  const { localId } = await make(tab);

  await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
  expect(await rowOf(tab, localId)).toMatchObject({ view: { first_name: 'Ann' }, mark: 'waiting' });

  await tab.drained();
  expect(backend.customers).toHaveLength(1);
  expect(backend.count('POST', /customers/)).toBe(1);
  expect(await rowOf(tab, localId)).toMatchObject({ serverId: 1, mark: 'synced' });
});
