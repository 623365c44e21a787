import type { Accounts } from '../../db/accounts.ts';
import { deleteIfSettled } from '../../db/app-database.ts';
import { LateNotes } from '../../records/rescue/late-notes.ts';
import { type DeviceWithDatabases, databaseLock } from './device-with-databases.ts';
import { withoutMarker } from './storage-sentinel.ts';

/**
 * Removes a logged-out account's data from the device, except its settings. Keeps everything if changes are waiting.
 * The lock keeps tabs from opening the database meanwhile.
 */
export async function forgetAccount(
  device: Pick<DeviceWithDatabases, 'locks' | 'storage' | 'databases'>,
  accounts: Accounts,
  databaseName: string,
): Promise<void> {
  await device.locks.request(databaseLock({ databaseName }), async () => {
    const leaving = await accounts.leaving();
    const account = leaving.find((row) => row.databaseName === databaseName)?.key;
    // The account signed in again while this waited for the lock.
    if (account === undefined && (await accounts.unknown([databaseName])).length === 0) return;
    const removed = await withoutMarker(device.storage, account, (onUnread) =>
      deleteIfSettled(device.databases, databaseName, onUnread),
    );
    if (removed && account !== undefined) new LateNotes({ storage: device.storage, account }).clear();
    await accounts.endLeaving(databaseName, removed);
  });
}
