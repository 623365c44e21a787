import { changeKeptSettings } from '../../../src/db/settings-store.ts';
import { noSettings } from '../../../src/outbox/kept-settings.ts';
import { pageDatabases } from '../browser/page-databases.ts';

/** Resets an account's settings, because they outlive its database, and tests share the account. */
export async function forgetSettings(account: string): Promise<void> {
  await changeKeptSettings({ pageDatabases: pageDatabases(), account }, () => noSettings(account));
}
