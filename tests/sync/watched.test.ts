import { expect, it } from 'vitest';
import { anotherTab, aSyncedTab, edit, make, open } from '../support/scenario.ts';

it('[S8] what a dialog watched whose page died is merged like any other change, a little later', async () => {
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', /customers/, { kind: 'answer', status: 429, headers: { 'retry-after': '60' } });
  const { localId } = await make(tab, {}, true);
  await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
  expect(await tab.outbox()).toMatchObject([{ watched: true, state: 'queued', firstSentAt: null }]);
  tab.crash();
  const next = await anotherTab(tab);
  await next.pass(120_000, 1000);
  expect(await open(next)).toEqual([]);
  expect(backend.customers).toHaveLength(1);
  await edit(next, localId, { city: 'Reno' });
  await next.drained();
  expect(backend.customers).toMatchObject([{ city: 'Reno' }]);
});

it('[S8] lets go of what was watched 10 s ago, not of what still is', async () => {
  const { tab } = await aSyncedTab();
  await make(tab, {}, true);
  const { outbox } = tab.records.db.strict;
  const later = tab.browser.clock.now() + 200_000;
  await outbox.toCollection().modify({ watched: true, nextAt: later });
  await tab.pass(2000);
  expect((await tab.outbox()).map(({ watched }) => watched)).toEqual([true]);
  await tab.pass(9000);
  await make(tab, { email: 'other@example.com' });
  await tab.pass(1000);
  expect((await tab.outbox()).map(({ watched }) => watched)).toEqual([false]);
});
