import { recordsOn } from '../e2e/support/held-records.ts';
import { expect, SIZES, test } from './support/app-test.ts';
import { create, goTo, opened, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { connectionBack, offlineReady, upToDate } from './support/sync.ts';

test.for(SIZES)(
  'on %s, a new customer and a deletion that wait are undone on the record and on Sync; the server hears of neither',
  async ([, size], { server, tab }) => {
    const before = await recordsOn(server, 'customers');
    await tab.resize(size);
    await signIn(tab);
    await upToDate(tab);
    await offlineReady(tab);
    await server.kill();
    // A change that meets a dead server before the app knows of it may have been sent, and cannot be undone.
    await connectionBack(tab);
    await tab.reads(/No connection|Server unreachable/);
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Nora', dialog);
    await tab.fill('Last Name', 'Vance', dialog);
    await tab.fill('Email', 'nora.vance@example.com', dialog);
    await create(tab, dialog);
    await tab.press('link', 'Nora Vance');
    await tab.press('button', 'Undo: New customer');
    await tab.seesNo({ role: 'button', name: 'Undo: New customer' });

    await goTo(tab, 'customers');
    await tab.readsNo('Nora Vance');
    await tab.press('button', /^Delete /);
    await tab.press('button', 'Delete', await opened(tab, 'Delete Customer'));
    await tab.press('link', /1 (change )?waiting/);
    await tab.press('button', 'Undo: Deletion of this customer');
    await tab.seesNo({ role: 'button', name: 'Undo: Deletion of this customer' });

    await server.start();
    await connectionBack(tab);
    await upToDate(tab);
    expect(await recordsOn(server, 'customers')).toEqual(before);
  },
);
