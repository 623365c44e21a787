import { recordsOn } from '../e2e/support/held-records.ts';
import { keepsProfile } from './driver/browser.ts';
import { DEVICE, engine, expect, ONCE, SIZE, test } from './support/app-test.ts';
import { create, opened, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

const RESTARTS = keepsProfile(engine);

test(
  `on ${DEVICE}, a form whose ${RESTARTS ? 'browser was restarted' : 'tab was closed'} is offered, continued, and saved once`,
  ONCE,
  async ({ browser, server, tab: first }) => {
    let tab = first;
    await tab.resize(SIZE);
    await signIn(tab);
    await upToDate(tab);
    const form = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Ida', form);
    await tab.fill('Last Name', 'Haller', form);
    await tab.fill('Email', 'ida.haller@example.com', form);
    await tab.until(() => tab.evaluate(keepsDraftOf, 'ida.haller@example.com'), 'for the draft to be kept');

    if (RESTARTS) {
      await browser.restart();
      tab = await browser.newTab();
    } else {
      tab = await browser.newTab();
      await first.close();
    }
    await tab.resize(SIZE);
    await tab.open('/customers');
    await tab.reads(/You were adding a customer at/);
    await tab.press('button', 'Continue');
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

/** Runs in a page. */
async function keepsDraftOf(text: string): Promise<boolean> {
  const databases = await indexedDB.databases();
  const account = databases.find(({ name = '' }) => name.includes('-account-'))?.name ?? '';
  const connection = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(account);
    opening.addEventListener('success', () => resolve(opening.result));
  });
  const drafts = await new Promise<unknown[]>((resolve) => {
    const reading = connection.transaction('drafts').objectStore('drafts').getAll();
    reading.addEventListener('success', () => resolve(reading.result));
  });
  connection.close();
  return JSON.stringify(drafts).includes(text);
}
