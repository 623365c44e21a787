import type { Tab } from './driver/tab.ts';
import { ONCE, test } from './support/app-test.ts';
import { create, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

const SILENT = "This device's storage is not responding.";

/** Begins a transaction on these tables of the account that lasts as long as its page. */
async function plantTransaction(tab: Tab, tables: readonly string[]): Promise<void> {
  await tab.evaluate(async (names) => {
    const databases = await indexedDB.databases();
    const account = databases.find(({ name = '' }) => name.includes('-account-'))?.name ?? '';
    const connection = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(account);
      opening.addEventListener('success', () => resolve(opening.result));
    });
    const store = connection.transaction([...names], 'readwrite').objectStore(names[0] ?? '');
    const goOn = (): void => store.get('nothing').addEventListener('success', goOn);
    goOn();
  }, tables);
}

test(
  'the app reports a transaction that never ends, keeps typed text, and works again after Reload',
  ONCE,
  async ({ tab }) => {
    await signIn(tab);
    await upToDate(tab);
    const dialog = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Nora', dialog);
    await plantTransaction(tab, ['meta', 'outbox', 'customers']);
    await tab.press('button', 'Create', dialog);
    await tab.reads(/storage is not responding, so this was not saved/);
    await tab.holds('First Name', 'Nora', dialog);
    await tab.press('button', 'Cancel', dialog);
    await tab.press('button', 'Discard');
    await tab.reads(SILENT);
    await tab.press('button', 'Reload');
    await tab.readsNo(SILENT);
    await upToDate(tab);
    const again = await openNew(tab, 'customers');
    await tab.fill('First Name', 'Nora', again);
    await tab.fill('Last Name', 'Vance', again);
    await tab.fill('Email', 'nora.vance@example.com', again);
    await create(tab, again);
    await tab.reads('201 customers');
    await tab.readsNo('You were adding');
  },
);
