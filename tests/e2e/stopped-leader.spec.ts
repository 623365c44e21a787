import type { Page, Request } from '@playwright/test';
import { stopClocks } from './support/clocks.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  isUpToDate,
  madeOn,
  newCustomer,
  rowOf,
  upToDate,
} from './support/customers.ts';
import { closedGate } from './support/faulty-proxy.ts';
import { expect, test } from './support/fixtures.ts';
import { runOnce } from './support/run-once.ts';
import { letAllGoOn, stopPage } from './support/stopped-page.ts';
import { sendingTab } from './support/tabs.ts';
import { changeTimers, withoutTimeouts } from './support/timers.ts';

runOnce();

test.use({ throughProxy: true });
test.afterEach(letAllGoOn);

/** Time in ms between two polls for the leader's sign of life, and what the tests make of it: three are enough. */
const POLL_MS = 15_000;
const SHORT_POLL_MS = 3000;

/**
 * Has a page that is opened later look more often, and wait for answers however long they are held. The signs of life
 * that it looks for come every 5 s, as ever.
 */
async function withShortPolls(page: Page): Promise<Page> {
  await withoutTimeouts(page);
  await changeTimers(page, { [POLL_MS]: SHORT_POLL_MS });
  return page;
}

/** A tab that sends and another one. The first is out of the way. */
async function twoTabs(first: Page): Promise<{ readonly leader: Page; readonly other: Page }> {
  await upToDate(first);
  const context = first.context();
  const tabs = [
    await withShortPolls(await context.newPage()),
    await withShortPolls(await context.newPage()),
  ] as const;
  for (const tab of tabs) {
    await tab.goto('/customers');
    await upToDate(tab);
  }
  await first.goto('about:blank');
  const leader = await sendingTab(tabs);
  return { leader, other: leader === tabs[0] ? tabs[1] : tabs[0] };
}

/** These tabs are up to date and list these customers once each. */
async function expectListedOnce(tabs: readonly Page[], emails: readonly string[]): Promise<void> {
  for (const tab of tabs) {
    await upToDate(tab);
    for (const email of emails) await expect(rowOf(tab, email)).toHaveCount(1);
    await expect(tab.getByText('Waiting to sync')).toHaveCount(0);
  }
}

test('when the tab that sends is stopped without a word, another sends in its stead, and each change leaves once', async ({
  page,
  server,
  faultyProxy,
  signIn,
}) => {
  await signIn();
  const { leader, other } = await twoTabs(page);
  const stopped = await stopPage(leader, other);
  const looked = closedGate();
  faultyProxy.inject({
    method: 'POST',
    path: CUSTOMERS_PATH,
    fault: { kind: 'hold', until: looked.passed },
    times: 1,
  });
  const isCreate = (request: Request) =>
    request.method() === 'POST' && request.url().endsWith(CUSTOMERS_PATH);
  const sentByOther = other.waitForRequest(isCreate, { timeout: 0 });
  await addCustomer(other, newCustomer(0));
  await expect(rowOf(other, newCustomer(0).email)).toContainText('Waiting to sync');
  await sentByOther;
  looked.open();
  await upToDate(other);
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(1);
  stopped.goOn();

  // The tab that was stopped still has the lock: it leads again, and the other makes way.
  await addCustomer(other, newCustomer(1));
  await addCustomer(leader, newCustomer(2));
  const emails = [0, 1, 2].map((n) => newCustomer(n).email);
  await expectListedOnce([leader, other], emails);
  expect(await madeOn(server)).toEqual(emails.toReversed());
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(3);
});

test('a change whose answer reached a tab that was stopped is looked for by another, and sent by neither again', async ({
  page,
  server,
  faultyProxy,
  signIn,
}) => {
  await signIn();
  const { leader, other } = await twoTabs(page);
  const gate = closedGate();
  faultyProxy.inject({
    method: 'POST',
    path: CUSTOMERS_PATH,
    fault: { kind: 'hold-answer', until: gate.passed },
    times: 1,
  });
  await addCustomer(other, newCustomer(0));
  const creates = () => faultyProxy.requests('POST', CUSTOMERS_PATH);
  await expect.poll(creates).toMatchObject([{ status: 201 }]);
  const stopped = await stopPage(leader, other);
  const clocks = await stopClocks(other);
  await expect(rowOf(other, newCustomer(0).email)).toContainText('Waiting to sync');
  gate.open();
  await clocks.until(() => isUpToDate(other));
  stopped.goOn();
  await clocks.stop(leader);
  // Now the first tab reads the answer that has waited for it.
  await addCustomer(leader, newCustomer(1));
  const emails = [0, 1].map((n) => newCustomer(n).email);
  await expectListedOnce([leader, other], emails);
  expect(await madeOn(server)).toEqual(emails.toReversed());
  expect(creates()).toHaveLength(2);
});
