import { recordsOn } from '../e2e/support/held-records.ts';
import { DESKTOP } from './driver/engine.ts';
import { expect, ONCE, test } from './support/app-test.ts';
import { create, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

test(
  'a record created in one of two tabs shows in the other, and is sent once',
  ONCE,
  async ({ browser, server, tab }) => {
    await signIn(tab);
    await upToDate(tab);
    const other = await browser.newTab();
    await other.resize(DESKTOP);
    await other.open('/customers');
    await upToDate(other);

    for (const [from, to, name] of [
      [tab, other, 'Vance'],
      [other, tab, 'Bell'],
    ] as const) {
      await from.show();
      const dialog = await openNew(from, 'customers');
      await from.fill('First Name', 'Nora', dialog);
      await from.fill('Last Name', name, dialog);
      await from.fill('Email', `${name}@example.com`.toLowerCase(), dialog);
      await create(from, dialog);
      await from.reads(`Nora ${name}`);
      await to.show();
      await to.reads(`Nora ${name}`);
      await upToDate(to);
      await to.readsNo('Waiting to sync');
    }
    const made = (await recordsOn(server, 'customers')).filter((record) => record['first_name'] === 'Nora');
    expect(made.map(({ email }) => email)).toEqual(['bell@example.com', 'vance@example.com']);
  },
);
