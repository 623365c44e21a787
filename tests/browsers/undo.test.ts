import { recordsOn } from '../e2e/support/held-records.ts';
import { expect, SIZES, test } from './support/app-test.ts';
import { create, opened, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { connectionBack, upToDate } from './support/sync.ts';

test.for(SIZES)(
  'on %s, a deletion and what was saved without a server are undone, and the server hears of neither',
  async ([, size], { server, tab }) => {
    const before = await recordsOn(server, 'customers');
    await tab.resize(size);
    await signIn(tab);
    await upToDate(tab);
    await tab.press('button', /^Delete /);
    await tab.press('button', 'Delete', await opened(tab, 'Delete Customer'));
    await tab.reads('Customer deleted.');
    await tab.press('button', 'Undo');
    await tab.reads('Undone.');

    await server.kill();
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Nora', dialog);
    await tab.fill('Last Name', 'Vance', dialog);
    await tab.fill('Email', 'nora.vance@example.com', dialog);
    await create(tab, dialog);
    await tab.reads('New customer saved.');
    await tab.press('button', 'Undo');
    await tab.reads('Undone.');
    await tab.readsNo('Nora Vance');

    await server.start();
    await connectionBack(tab);
    await upToDate(tab);
    // As many seconds as a deletion waits have passed since.
    expect(await recordsOn(server, 'customers')).toEqual(before);
  },
);
