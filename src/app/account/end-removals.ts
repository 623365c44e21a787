import { createTokenStore, TOKENS_LOCK, type TokenStore } from '../../auth/token-store.ts';
import type { Accounts } from '../../db/accounts.ts';
import { databaseNames } from '../../db/app-database.ts';
import type { KeyValueStore } from '../../domain/ports.ts';
import type { DeviceServices } from '../device/device.ts';
import { accountsOn } from './account-services.ts';
import { type DeviceWithDatabases, withDatabases } from './device-with-databases.ts';

interface Options {
  readonly device: DeviceWithDatabases;
  readonly store: TokenStore;
  readonly accounts: Accounts;
}

/**
 * Finishes removals of accounts' data that earlier pages began. Also removes databases without an account, and tokens
 * that were renewed during a log-out.
 */
export async function endRemovals({ device, store, accounts }: Options): Promise<void> {
  await device.locks.request(TOKENS_LOCK, async () => {
    const account = store.account();
    if (!account) store.clearTokens();
    for (const name of leftDatabases(device.storage)) {
      if (name !== account?.databaseName) await accounts.markLeaving(name);
      forgetLeft(device.storage, name);
    }
  });
  for (const { databaseName } of await accounts.leaving()) forget(device, accounts, databaseName);
  for (const name of await accounts.unknown(await databaseNames())) forget(device, accounts, name);
}

const LEFT = 'left_databases';

/** Notes a log-out at once: the page may close before the accounts database is written. */
export function noteLeft(storage: KeyValueStore, databaseName: string): void {
  const others = leftDatabases(storage).filter((name) => name !== databaseName);
  try {
    storage.set(LEFT, JSON.stringify([...others, databaseName]));
  } catch {
    // No space left. The write to the accounts database reports it, unless the page closes before.
  }
}

export function forgetLeft(storage: KeyValueStore, databaseName: string): void {
  const others = leftDatabases(storage).filter((name) => name !== databaseName);
  if (others.length > 0) storage.set(LEFT, JSON.stringify(others));
  else storage.remove(LEFT);
}

function leftDatabases(storage: KeyValueStore): readonly string[] {
  return (storage.get(LEFT)?.match(/"[^"]+"/g) ?? []).map((name) => name.slice(1, -1));
}

/** Does the same on pages that load nothing else of the app. */
export async function endRemovalsOn(alone: DeviceServices): Promise<void> {
  const device = withDatabases(alone);
  await endRemovals({ device, store: createTokenStore(device.storage), accounts: accountsOn(device) });
}

/** Starts the removal without waiting for it, because a frozen tab may delay it. */
export function forget(device: DeviceWithDatabases, accounts: Accounts, databaseName: string): void {
  import('./forget-account.ts')
    .then(({ forgetAccount }) => forgetAccount(device, accounts, databaseName))
    .catch((error: unknown) => device.log.error('removing the data of a logged-out account failed', error));
}
