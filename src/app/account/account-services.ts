import type { Feature } from '../../api/sync-api.ts';
import type { Account } from '../../auth/session-state.ts';
import { type Accounts, createAccounts } from '../../db/accounts.ts';
import { deleteIfSettled, newDatabaseName, openDatabases } from '../../db/app-database.ts';
import { readCapabilities } from '../../db/capabilities.ts';
import type { LiveCollection } from '../../db/live-collection.ts';
import { StorageRoom } from '../../db/storage-room.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { delay } from '../../domain/ports.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';
import type { DeviceWithDatabases } from '../boot/device-with-databases.ts';
import { databaseLock } from './early-opening.ts';
import { openCollections } from './open-collections.ts';
import { keepSign, noticeEviction, withoutSign } from './storage-sentinel.ts';

/** What lives as long as one account is signed in. */
export interface AccountServices {
  readonly account: Account;
  readonly records: RecordServices;
  /** Resolves once the first rows of every list are in memory. */
  readonly firstRows: Promise<void>;
  /** Resolves once they are on the screen: what nobody waits for begins then. */
  readonly shown: Promise<void>;
  /** Tells the engine to look at the session again. */
  wake(): void;
  /** Whether the server said that it offers this, the last time it was asked. */
  announces(feature: Feature): Promise<boolean>;
  /** Sends nothing more; resolves when what is under way has been answered. The records stay readable. */
  stopSending(): Promise<void>;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

interface Options {
  readonly account: Account;
  /** Of the API. */
  readonly origin: string;
  readonly accounts: Accounts;
  readonly device: DeviceWithDatabases;
  /** Loads and starts the engine; called once the first rows have been read. */
  readonly startEngine: (records: RecordServices) => Promise<SyncEngine>;
  /** Called when the first rows have been read: resolves once they are on the screen. */
  readonly show: () => Promise<void>;
  /** The device's storage did not take a person's decision. */
  readonly onNotSaved: () => void;
  /** The database was closed from outside: deleted or upgraded by another tab. */
  readonly onClosed: () => void;
}

/** The accounts that have used this device. */
export function accountsOn(device: DeviceWithDatabases): Accounts {
  return createAccounts(device.databases, () => newDatabaseName(uuidv7(device.clock.now(), device.random)));
}

/**
 * Opens an account's database, its live collections and its engine.
 * @throws when the database belongs to somebody else, or cannot be opened
 */
export async function openAccountServices(options: Options): Promise<AccountServices> {
  const { account, device } = options;
  // Not while another tab is deleting it.
  const { db, collections } = await device.locks.request(databaseLock(account), async () => {
    const [opened, kept] = await Promise.allSettled([
      openDatabases(device.databases, {
        name: account.databaseName,
        account: account.key,
        onClosed: options.onClosed,
      }),
      options.accounts.keep(account, options.origin),
    ]);
    if (opened.status === 'rejected') throw opened.reason;
    const db = opened.value;
    // What is read meanwhile is nobody's to see before it is returned.
    const collections = openCollections(device, db, options.show);
    try {
      if (kept.status === 'rejected') throw kept.reason;
      await noticeEviction(device, account.key, db);
      return { db, collections };
    } catch (error) {
      collections.stop();
      db.close();
      throw error;
    }
  });
  let persistAsked = false;
  const records: RecordServices = {
    db,
    account: account.key,
    collections: collections.all,
    clock: device.clock,
    random: device.random,
    locks: device.locks,
    page: device.page,
    storageHealth: device.databases.watch,
    storageRoom: new StorageRoom(),
    storageUse: () => device.storageUse(),
    log: device.log,
    onNotSaved: options.onNotSaved,
    onSaved: () => {
      if (persistAsked) return;
      persistAsked = true;
      device.persistStorage().catch((error: unknown) => device.log.error('asking for storage failed', error));
    },
  };
  const closing = new AbortController();
  let stopSign = (): void => undefined;
  void collections.shown.then(() => {
    if (!closing.signal.aborted) stopSign = keepSign(device, account.key, db);
  });
  let engine: SyncEngine | null = null;
  const started = run();

  /** Starts the engine after the first rows, and again until its code could be loaded. */
  async function run(): Promise<void> {
    await Promise.all(Object.values(collections.all).map((one) => whenRead(one, closing.signal)));
    for (let wait = FIRST_RETRY_MS; !closing.signal.aborted; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
      try {
        engine = await options.startEngine(records);
        return;
      } catch (error) {
        device.log.error('the sync engine did not start', error);
        await delay(device.clock, wait, closing.signal);
      }
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    stopSign();
    collections.stop();
    await started;
    await engine?.stop('now');
    db.close();
  }
  return {
    account,
    records,
    firstRows: collections.firstRows,
    shown: collections.shown,
    wake: () => engine?.wake(),
    announces: async (feature) => {
      const features = await db.relaxed.transaction('r', db.relaxed.meta, readCapabilities);
      return features.has(feature);
    },
    stopSending: async () => {
      closing.abort();
      await started;
      await engine?.stop('finished');
    },
    close,
  };
}

/**
 * Removes the database of a logged-out account, or of none, from the device if nothing in it waits for the
 * server or a person, and with it what the device knows of the account. Nobody can open it meanwhile.
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
    const removed = await withoutSign(device.storage, account, () =>
      deleteIfSettled(device.databases, databaseName),
    );
    await accounts.endLeaving(databaseName, removed);
  });
}

/**
 * Resolves when a collection has been read once, so that the engine's code loads after the first rows; or
 * when `signal` aborts, since then it never will be.
 */
function whenRead(collection: LiveCollection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!collection.getSnapshot().complete && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const stop = collection.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}
