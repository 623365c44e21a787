import { type HeldRecord, recordsOn } from '../e2e/support/held-records.ts';
import type { Tab } from './driver/tab.ts';
import { DEVICE, expect, ONCE, SIZE, test } from './support/app-test.ts';
import { create, goTo, opened, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { connectionBack, offlineReady, upToDate } from './support/sync.ts';

test(
  `on ${DEVICE}, a new customer and a deletion that wait are undone on the record and on Sync; the server gets neither`,
  ONCE,
  async ({ server, tab }) => {
    const before = await recordsOn(server, 'customers');
    await tab.resize(SIZE);
    await signIn(tab);
    await upToDate(tab);
    await offlineReady(tab);
    await server.kill();
    // For all the app knows, the first change after the server dies may have been sent, so it cannot be undone.
    await tab.press('button', /^Edit Andre Murphy/);
    const edited = await opened(tab, 'Edit Customer');
    await tab.fill('Company Name', 'Murphy Dry-Out', edited);
    await tab.press('button', 'Update', edited);
    await tab.seesNo(edited);
    await tab.reads(/No connection/);

    await add(tab, 'Omar');
    await tab.press('link', 'Omar Vance');
    // Wait for the facts, which appear above the button a moment after the rest.
    await tab.isAt(/^\/customers\/.+/);
    await tab.reads('Not synced yet');
    await tab.reads('omar.vance@example.com');
    await tab.press('button', 'Undo: New customer');
    await tab.seesNo({ role: 'button', name: 'Undo: New customer' });

    await goTo(tab, 'customers');
    await tab.readsNo('Omar Vance');
    await tab.press('button', /^Delete Andre Thompson/);
    await tab.press('button', 'Delete', await opened(tab, 'Delete Customer'));
    await tab.press('link', /2 (changes )?waiting/);
    await tab.press('button', 'Undo: Delete customer');
    await tab.seesNo({ role: 'button', name: 'Undo: Delete customer' });

    await server.start();
    await connectionBack(tab);
    await upToDate(tab);
    const companies = (records: readonly HeldRecord[]) =>
      records.map((one) => [one['first_name'], one['last_name'], one['company_name']].join(' '));
    const expected = companies(before).map((one) => (one === 'Andre Murphy ' ? `${one}Murphy Dry-Out` : one));
    expect(companies(await recordsOn(server, 'customers'))).toEqual(expected);
  },
);

async function add(tab: Tab, first: string): Promise<void> {
  const dialog = await openNew(tab, 'customers');
  await tab.fill('First Name', first, dialog);
  await tab.fill('Last Name', 'Vance', dialog);
  await tab.fill('Email', `${first.toLowerCase()}.vance@example.com`, dialog);
  await create(tab, dialog);
}
