import { expect, it } from 'vitest';
import { anotherTab, aSyncedTab, edit, make } from '../support/tab/scenario.ts';

it("[S8] a change that a dying page's dialog watched is merged like any other after 10 s", async () => {
  const { backend, tab } = await aSyncedTab();
  tab.browser.setOnline(false);
  const { localId } = await make(tab);
  // The state that the page's dialog left when the page died.
  await tab.records.db.strict.outbox.toCollection().modify({ watched: true });
  tab.crash();
  const next = await anotherTab(tab);
  await next.pass(11_000);
  await edit(next, localId, { city: 'Reno' });
  expect(await next.outbox()).toMatchObject([{ kind: 'create', watched: false }]);
  tab.browser.setOnline(true);
  await next.drained();
  expect(backend.customers).toMatchObject([{ city: 'Reno' }]);
  expect(backend.count('POST', /customers/)).toBe(1);
});

it('[S8] a change that a dialog may still watch is merged with no other', async () => {
  const { tab } = await aSyncedTab();
  tab.browser.setOnline(false);
  const { localId } = await make(tab);
  await tab.records.db.strict.outbox.toCollection().modify({ watched: true });
  await tab.pass(9000);
  await edit(tab, localId, { city: 'Reno' });
  expect((await tab.outbox()).map(({ kind }) => kind)).toEqual(['create', 'update']);
});
