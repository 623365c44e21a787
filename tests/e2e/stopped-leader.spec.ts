import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  newCustomer,
  offlineReady,
  rowOf,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { closedGate } from './support/faulty-proxy.ts';
import { expect, test } from './support/fixtures.ts';
import { letAllGoOn, stopPage } from './support/stopped-page.ts';
import { sendingTab } from './support/tabs.ts';

test.use({ throughProxy: true });
test.describe.configure({ timeout: 180_000 });
test.afterEach(letAllGoOn);

/** As long as a tab lets pass between two looks for the leader's sign of life. */
const LOOK_MS = 15_000;
/** Time for what follows from a look, in ms. */
const LOOK_TAKES_MS = 700;

/** A tab that sends and another one. The first, in whose process the service worker lives, is out of the way. */
async function twoTabs(first: Page): Promise<{ readonly leader: Page; readonly other: Page }> {
  await upToDate(first);
  await offlineReady(first);
  await first.clock.install();
  const tabs = [await first.context().newPage(), await first.context().newPage()] as const;
  for (const tab of tabs) {
    await tab.goto('/customers');
    await upToDate(tab);
  }
  await first.goto('about:blank');
  const leader = await sendingTab(tabs);
  return { leader, other: leader === tabs[0] ? tabs[1] : tabs[0] };
}

/** Lets time pass until something has come of it. What it resolves to waits until it has passed in all tabs. */
async function passTime(tab: Page, until: () => Promise<void> | void): Promise<() => Promise<unknown>> {
  const passing: Promise<void>[] = [];
  await expect(async () => {
    // Time is that of all tabs, and one that is stopped learns of it when it goes on.
    passing.push(tab.clock.fastForward(LOOK_MS));
    await delay(LOOK_TAKES_MS);
    await until();
  }).toPass({ timeout: 60_000, intervals: [0] });
  return () => Promise.all(passing);
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
  await addCustomer(other, newCustomer(0));
  await expect(rowOf(other, newCustomer(0).email)).toContainText('Waiting to sync');
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(0);
  const passed = await passTime(other, () => expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(1));
  await upToDate(other);
  stopped.goOn();
  await passed();

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
  gate.open();
  const passed = await passTime(other, async () => {
    expect(await syncStatus(other).textContent()).toMatch(/^Up to date as of/);
  });
  stopped.goOn();
  await passed();
  // Now the first tab reads the answer that has waited for it.
  await addCustomer(leader, newCustomer(1));
  const emails = [0, 1].map((n) => newCustomer(n).email);
  await expectListedOnce([leader, other], emails);
  expect(await madeOn(server)).toEqual(emails.toReversed());
  expect(creates()).toHaveLength(2);
});

/** The e-mails of the customers that tests made up, newest first. */
async function madeOn(server: Parameters<typeof customersOn>[0]): Promise<string[]> {
  const held = await customersOn(server);
  return held.map(({ email }) => email).filter((email) => email.startsWith('nora.vance.'));
}
