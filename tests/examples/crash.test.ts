import { expect, it } from 'vitest';
import type { Answer } from '../../src/domain/answer.ts';
import { checkOut } from '../../src/sync/push/push-transactions.ts';
import { anotherTab, aSyncedTab, contextOf, listed, make, open } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const never = (): Promise<Answer> => new Promise(() => {});

/** Checks out the next mutation as the engine does, and dies before the request. */
async function crashAfterClaim(tab: TestTab): Promise<void> {
  const [queued] = await tab.outbox();
  if (queued) await checkOut(contextOf(tab, never), queued);
  tab.crash();
}

it('[S4] after a page dies between check-out and request, the next one looks twice, then sends', async () => {
  const { backend, tab } = await aSyncedTab();
  tab.browser.setOnline(false);
  await make(tab);
  await crashAfterClaim(tab);

  tab.browser.setOnline(true);
  const next = await anotherTab(tab);
  await next.until(async () => (await open(next))[0]?.[1] === 'unknown');
  const unknownAt = tab.browser.clock.now();
  await next.drained();
  expect(backend.customers).toHaveLength(1);
  expect(tab.browser.clock.now() - unknownAt).toBeGreaterThanOrEqual(45_000);
});

it('[S4] after a page dies between request and answer, the next one finds the row', async () => {
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', /customers/, { kind: 'then', act: () => tab.crash() });
  await make(tab);
  await tab.until(() => backend.customers.length === 1);

  const next = await anotherTab(tab);
  await next.drained();
  expect(backend.count('POST', /customers/)).toBe(1);
  expect(await listed(next)).toEqual([['Ann', 'synced']]);
});
