import type { Accounts } from '../../db/accounts.ts';
import { deleteIfSettled } from '../../db/app-database.ts';
import { databaseLock } from './database-lock.ts';
import type { DeviceWithDatabases } from './device-with-databases.ts';
import { withoutMarker } from './storage-sentinel.ts';

/**
 * Removes the database of a logged-out account, or of none, from the device if nothing in it waits for the
 * server or a person, and with it what the device knows of the account but its settings. Nobody can open it meanwhile.
 */
export async function forgetAccount(
  device: Pick<DeviceWithDatabases, 'locks' | 'storage' | 'databases'>,
  accounts: Accounts,
  databaseName: string,
): Promise<void> {
  await device.locks.request(databaseLock({ databaseName }), async () => {
    const leaving = await accounts.leaving();
    const account = leaving.find((row) => row.databaseName === databaseName)?.key;
    // Signed in again while this waited for its turn.
    if (account === undefined && (await accounts.unknown([databaseName])).length === 0) return;
    const removed = await withoutMarker(device.storage, account, () =>
      deleteIfSettled(device.databases, databaseName, account),
    );
    await accounts.endLeaving(databaseName, removed);
  });
}
