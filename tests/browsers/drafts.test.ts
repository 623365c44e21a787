import { recordsOn } from '../e2e/support/held-records.ts';
import { keepsProfile } from './driver/browser.ts';
import { engine, expect, SIZES, test } from './support/app-test.ts';
import { create, opened, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

const RESTARTS = keepsProfile(engine);
/** Within a second of the last key it is on the device. */
const KEPT_MS = 1000;

test.for(SIZES)(
  `on %s, a form whose ${RESTARTS ? 'browser was ended' : 'tab was closed'} is offered, gone on with, and made once`,
  async ([, size], { browser, server, tab: first }) => {
    let tab = first;
    await tab.resize(size);
    await signIn(tab);
    await upToDate(tab);
    const form = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Ida', form);
    await tab.fill('Last Name', 'Haller', form);
    await tab.fill('Email', 'ida.haller@example.com', form);
    await new Promise((resolve) => setTimeout(resolve, KEPT_MS));

    if (RESTARTS) {
      await browser.restart();
      tab = await browser.newTab();
    } else {
      tab = await browser.newTab();
      await first.close();
    }
    await tab.resize(size);
    await tab.open('/customers');
    await tab.reads(/You were adding a customer at/);
    await tab.press('button', 'Go on');
    const again = await opened(tab, 'Add New Customer');
    await tab.holds('First Name', 'Ida', again);
    await tab.holds('Email', 'ida.haller@example.com', again);
    await tab.fill('City', 'Galveston', again);
    await create(tab, again);
    await upToDate(tab);
    const made = (await recordsOn(server, 'customers')).filter(
      ({ email }) => email === 'ida.haller@example.com',
    );
    expect(made).toMatchObject([{ first_name: 'Ida', last_name: 'Haller', city: 'Galveston' }]);
    await tab.readsNo('You were adding');
  },
);
