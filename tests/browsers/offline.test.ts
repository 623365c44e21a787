import { recordsOn } from '../e2e/support/held-records.ts';
import { keepsProfile } from './driver/browser.ts';
import { DEVICE, engine, expect, ONCE, SIZE, test } from './support/app-test.ts';
import { create, goTo, opened, openNew, pickCustomer } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { connectionBack, offlineReady, upToDate } from './support/sync.ts';

const RESTARTS = keepsProfile(engine);

test(
  `on ${DEVICE}, without a server and ${RESTARTS ? 'in a restarted browser' : 'on a reloaded page'}, records of all four kinds are created; each arrives once, with its customer`,
  ONCE,
  async ({ browser, server, tab: first }) => {
    let tab = first;
    await tab.resize(SIZE);
    await signIn(tab);
    await upToDate(tab);
    await offlineReady(tab);
    await server.kill();
    if (RESTARTS) {
      await browser.restart();
      tab = await browser.newTab();
      await tab.resize(SIZE);
    }
    await tab.open('/projects');

    // The customer is created where it is first needed, in the project's own picker.
    const project = await openNew(tab, 'projects');
    await tab.fill('Title', 'Kitchen dry-out', project);
    await tab.pressField('Customer', project);
    await tab.press('option', 'Add New Customer');
    const customer = await opened(tab, 'Add New Customer');
    await tab.fill('First Name', 'Nora', customer);
    await tab.fill('Last Name', 'Vance', customer);
    await tab.fill('Email', 'nora.vance@example.com', customer);
    await create(tab, customer);
    await tab.holds('Customer', 'Nora Vance', project);
    await create(tab, project);

    await goTo(tab, 'estimates');
    const estimate = await openNew(tab, 'estimates');
    await tab.fill('Title', 'Dry-out estimate', estimate);
    await pickCustomer(tab, estimate, 'Nora Vance');
    await tab.fill('Valid Until', 'Apr 1, 2027', estimate);
    await tab.key('Tab');
    await tab.fill('Subtotal', '100.10', estimate);
    await tab.fill('Tax Rate (%)', '8.25', estimate);
    await tab.holds('Total Amount', '108.36', estimate);
    await create(tab, estimate);

    await goTo(tab, 'workOrders');
    const order = await openNew(tab, 'workOrders');
    await tab.fill('Title', 'Set up dehumidifiers', order);
    await pickCustomer(tab, order, 'Nora Vance');
    await create(tab, order);
    await tab.reads(/4 (changes )?waiting/);
    expect(server.isRunning).toBe(false);

    await server.start();
    await connectionBack(tab);
    await upToDate(tab);
    await tab.readsNo('Waiting to sync');
    const made = (await recordsOn(server, 'customers')).filter(
      ({ email }) => email === 'nora.vance@example.com',
    );
    expect(made).toHaveLength(1);
    const of = { customer: made[0]?.id };
    for (const [resource, title] of [
      ['projects', 'Kitchen dry-out'],
      ['estimates', 'Dry-out estimate'],
      ['workOrders', 'Set up dehumidifiers'],
    ] as const) {
      const held = (await recordsOn(server, resource)).filter((record) => record['title'] === title);
      expect(held).toMatchObject([of]);
    }
  },
);
