import { changeKeptSettings } from '../../../src/db/settings-store.ts';
import { noSettings } from '../../../src/outbox/kept-settings.ts';
import { pageDatabases } from '../browser/page-databases.ts';

/** Settings outlive the database of their account, and with it a test that shares the account with others. */
export async function forgetSettings(account: string): Promise<void> {
  await changeKeptSettings({ pageDatabases: pageDatabases(), account }, () => noSettings(account));
}
