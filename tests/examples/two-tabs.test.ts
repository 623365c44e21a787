import { expect, it } from 'vitest';
import { anotherTab, aSyncedTab, listed, make } from '../support/tab/scenario.ts';

it('[T1, T22] a save in any tab shows in every tab, and one of them sends it', async () => {
  const { backend, tab: first } = await aSyncedTab();
  const second = await anotherTab(first);

  first.browser.setOnline(false);
  await make(second);
  expect(await listed(first)).toEqual([['Ann', 'waiting']]);

  first.browser.setOnline(true);
  await second.drained();
  expect(backend.customers).toHaveLength(1);
  expect(first.sent).toContain('POST /api/v1/customers/customers/');
  expect(second.sent).toEqual([]);
});
