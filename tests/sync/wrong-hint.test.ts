import { expect, it } from 'vitest';
import { anotherTab, aSyncedTab, make } from '../support/tab/scenario.ts';

it('a browser that says without end that there is no connection holds nothing up where the server answers', async () => {
  const { backend, tab } = await aSyncedTab();
  tab.browser.saysOffline = true;
  tab.browser.setOnline(true);
  await make(tab);
  await tab.drained();
  expect(backend.customers).toHaveLength(1);
  expect((await tab.engine())?.reasons).toEqual([]);
  const asked = tab.sent.filter((request) => request === 'GET /api/v1/auth/user/').length;
  await tab.pass(60_000);
  // Not once more to find out the same.
  expect(tab.sent.filter((request) => request === 'GET /api/v1/auth/user/')).toHaveLength(asked);
});

it('its next report counts again, and without an answer it stays', async () => {
  const { backend, tab } = await aSyncedTab();
  tab.browser.saysOffline = true;
  tab.browser.setOnline(true);
  await tab.until(async () => (await tab.engine())?.reasons.length === 0);
  tab.browser.setOnline(false);
  await make(tab);
  await tab.pass(30_000);
  expect((await tab.engine())?.reasons).toContain('offline');
  tab.browser.saysOffline = false;
  tab.browser.setOnline(true);
  await tab.drained();
  expect(backend.customers).toHaveLength(1);
});

it('a tab that starts like this is still up to date', async () => {
  const { tab } = await aSyncedTab();
  tab.browser.saysOffline = true;
  tab.crash();
  const next = await anotherTab(tab);
  await make(next);
  await next.drained();
  expect((await next.engine())?.reasons).toEqual([]);
});
