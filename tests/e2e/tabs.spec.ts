import type { Page } from '@playwright/test';
import { stopClocks, undoIsOver } from './support/clocks.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  customersOn,
  editCompany,
  isUpToDate,
  madeOn,
  newCustomer,
  rowOf,
  syncStatus,
  unreferencedCustomer,
  upToDate,
} from './support/customers.ts';
import { closedGate } from './support/faulty-proxy.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { runOnce } from './support/run-once.ts';
import { sendingTab, TAB_ENDS, threeInstalledTabs, threeTabs, threeTabsBySender } from './support/tabs.ts';

runOnce();

test.use({ throughProxy: true });

const others = (tabs: readonly Page[], tab: Page): Page[] => tabs.filter((candidate) => candidate !== tab);

for (const [end, endTab] of Object.entries(TAB_ENDS)) {
  test(`when the tab that sends is ${end}, another takes over, and each change leaves once`, {
    tag: end === 'crashed' ? SMOKE : [],
  }, async ({ page, server, faultyProxy, signIn }) => {
    await signIn();
    let tabs: readonly Page[] = await threeTabs(page);
    const emails: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      // The change is made where nothing is sent from, as long as there is such a tab.
      const sender = await sendingTab(tabs);
      const [writer = sender] = others(tabs, sender);
      await addCustomer(writer, newCustomer(n));
      emails.push(newCustomer(n).email);
      await expect(writer.getByText('Waiting to sync')).toHaveCount(0);
      await upToDate(writer);
      const sent = faultyProxy.requests('POST', CUSTOMERS_PATH);
      expect(sent.map(({ status, abandoned }) => ({ status, abandoned }))).toEqual(
        emails.map(() => ({ status: 201, abandoned: false })),
      );
      expect(await madeOn(server)).toEqual(emails.toReversed());
      if (tabs.length === 1) break;
      await endTab(sender);
      tabs = others(tabs, sender);
    }
    expect(emails).toHaveLength(3);
  });
}

// A tab that crashes says nothing any more, one that is left says its last.
for (const end of ['crashed', 'navigated away'] as const) {
  test(`a change is on the server once when the tab that sends it is ${end} before the answer`, async ({
    page,
    server,
    faultyProxy,
    signIn,
  }) => {
    await signIn();
    const { sender, writer, reader } = await threeTabsBySender(page);
    const gate = closedGate();
    faultyProxy.inject({
      method: 'POST',
      path: CUSTOMERS_PATH,
      fault: { kind: 'hold-answer', until: gate.passed },
      times: 1,
    });
    await addCustomer(writer, newCustomer(0));
    const creates = () => faultyProxy.requests('POST', CUSTOMERS_PATH);
    await expect.poll(creates).toMatchObject([{ status: 201 }]);
    const clocks = await stopClocks(writer, reader);
    await TAB_ENDS[end](sender);
    gate.open();
    expect(await sendingTab([writer, reader])).not.toBe(sender);

    // The other tab that took over asks before it sends again, and sends what is not in doubt meanwhile.
    await addCustomer(writer, newCustomer(1));
    await expect(rowOf(reader, newCustomer(1).email)).not.toContainText('Waiting to sync');
    await expect(rowOf(reader, newCustomer(0).email)).toContainText('Waiting to sync');
    for (const tab of [writer, reader]) {
      await clocks.until(() => isUpToDate(tab));
      await expect(rowOf(tab, newCustomer(0).email)).toHaveCount(1);
      await expect(tab.getByText('Waiting to sync')).toHaveCount(0);
    }
    expect(creates()).toHaveLength(2);
    expect(await madeOn(server)).toEqual([newCustomer(1).email, newCustomer(0).email]);
  });
}

test('a change that the server never saw, because the tab that sends it crashed, is sent again and is there once', async ({
  page,
  server,
  faultyProxy,
  signIn,
}) => {
  await signIn();
  const { sender, writer, reader } = await threeTabsBySender(page);
  const gate = closedGate();
  faultyProxy.inject({
    method: 'POST',
    path: CUSTOMERS_PATH,
    fault: { kind: 'hold', until: gate.passed },
    times: 1,
  });
  await addCustomer(writer, newCustomer(0));
  const creates = () => faultyProxy.requests('POST', CUSTOMERS_PATH);
  await expect.poll(creates).toHaveLength(1);
  const clocks = await stopClocks(writer, reader);
  await TAB_ENDS.crashed(sender);
  // The browser cuts the connections of a page that has crashed a moment later.
  await expect.poll(creates).toMatchObject([{ abandoned: true }]);
  gate.open();

  await expect(rowOf(reader, newCustomer(0).email)).toContainText('Waiting to sync');
  await expect(syncStatus(reader)).toHaveText('1 change waiting');
  await clocks.until(() => creates().length > 1);
  await expect.poll(creates).toMatchObject([{ status: null }, { status: 201 }]);
  for (const tab of [writer, reader]) {
    await upToDate(tab);
    await expect(rowOf(tab, newCustomer(0).email)).toHaveCount(1);
  }
  expect(creates()).toHaveLength(2);
  expect(await madeOn(server)).toEqual([newCustomer(0).email]);
});

// @spec D2.1
test('a change made in one tab shows in the others before the server has answered', async ({
  page,
  server,
  faultyProxy,
  signIn,
}) => {
  await signIn();
  const [writer, ...readers] = await threeTabs(page);
  const gate = closedGate();
  faultyProxy.inject({
    path: new RegExp(`^${CUSTOMERS_PATH}(\\d+/)?$`),
    fault: { kind: 'hold', until: gate.passed },
  });
  const { email } = newCustomer(0);
  await addCustomer(writer, newCustomer(0));
  for (const reader of readers) await expect(rowOf(reader, email)).toContainText('Waiting to sync');
  expect(await madeOn(server)).toEqual([]);
  faultyProxy.heal();
  gate.open();
  for (const reader of readers) {
    await upToDate(reader);
    await expect(rowOf(reader, email)).not.toContainText('Waiting to sync');
  }
  expect(await madeOn(server)).toEqual([email]);
});

test('changes made without a connection show in the other tabs at once: new, edited, deleted', {
  tag: INSTALLED,
}, async ({ page, context, server, faultyProxy, signIn }) => {
  await signIn();
  const [first, second, third] = await threeInstalledTabs(page);
  const [edited] = await customersOn(server);
  const deleted = await unreferencedCustomer(server);
  if (!edited || !deleted) throw new Error('The demo data is missing.');
  await context.setOffline(true);
  const { email } = newCustomer(0);
  for (const tab of [first, second]) await expect(rowOf(tab, deleted.email)).toBeVisible();
  await addCustomer(first, newCustomer(0));
  for (const tab of [second, third]) await expect(rowOf(tab, email)).toContainText('Waiting to sync');
  await editCompany(second, edited.email, 'Galveston Ltd');
  for (const tab of [first, third]) {
    await expect(rowOf(tab, edited.email)).toContainText('Galveston Ltd');
    await expect(rowOf(tab, edited.email)).toContainText('Waiting to sync');
  }
  await rowOf(third, deleted.email)
    .getByRole('button', { name: /^Delete / })
    .click();
  await third.getByRole('button', { name: 'Delete', exact: true }).click();
  for (const tab of [first, second]) await expect(rowOf(tab, deleted.email)).toHaveCount(0);
  for (const tab of [first, second, third])
    await expect(syncStatus(tab)).toHaveText('No connection · 3 changes waiting');
  expect(faultyProxy.count('POST', CUSTOMERS_PATH)).toBe(0);

  await context.setOffline(false);
  await undoIsOver(first, second, third);
  for (const tab of [first, second, third]) {
    await upToDate(tab);
    await expect(tab.getByText('Waiting to sync')).toHaveCount(0);
    await expect(tab.getByText('200 customers')).toBeVisible();
  }
  expect(await madeOn(server)).toEqual([email]);
});
