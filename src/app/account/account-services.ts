import type { Feature } from '../../api/sync-api.ts';
import type { Account } from '../../auth/token-store.ts';
import { type Accounts, createAccounts } from '../../db/accounts.ts';
import { type Databases, newDatabaseName, openDatabases } from '../../db/app-database.ts';
import { readCapabilities } from '../../db/known-server.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { CAME_BACK } from '../../domain/left-page.ts';
import { createStore } from '../../domain/store.ts';
import { LeftForms, restoreForms } from '../../records/drafts/left-forms.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { SaveNote } from '../../records/undo/undo-save.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';
import { AccountEngine } from './account-engine.ts';
import { databaseLock } from './database-lock.ts';
import type { DeviceWithDatabases } from './device-with-databases.ts';
import { type OpenCollections, openCollections } from './open-collections.ts';
import { keepMarker, noticeEviction } from './storage-sentinel.ts';

/** What lives as long as one account is signed in. */
export interface AccountServices {
  readonly account: Account;
  readonly records: RecordServices;
  /** Resolves once the first rows of every list are in memory. */
  readonly firstRows: Promise<void>;
  /** Resolves once they are on the screen: what nobody waits for begins then. */
  readonly shown: Promise<void>;
  /** Tells the engine to check the session again. */
  wake(): void;
  /** Whether the server said that it offers this, the last time it was asked. */
  announces(feature: Feature): Promise<boolean>;
  /** Sends nothing more; resolves when what is under way has been answered. The records stay readable. */
  stopSending(): Promise<void>;
  close(): Promise<void>;
}

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
  const { db, collections } = await openData(options);
  const records = recordServices(options, { db, collections });
  await restoreForms(records);
  let areKept = false;
  const stops = [
    device.page.onReturn(() => db.recheck()),
    device.page.onChange(() => {
      const isFrozen = device.page.isFrozen();
      // A page that was left is told again when it comes back. Another page may have kept its own forms since.
      if (isFrozen && !areKept) records.leftForms.keep();
      if (!isFrozen) records.leftForms.forget();
      areKept = isFrozen;
    }),
  ];
  const closing = new AbortController();
  let stopMarker = (): void => undefined;
  void collections.shown.then(() => {
    if (!closing.signal.aborted) stopMarker = keepMarker(device, account.key, db);
  });
  const engine = new AccountEngine({
    device,
    collections: Object.values(collections.all),
    start: () => options.startEngine(records),
    closing: closing.signal,
  });
  return {
    account,
    records,
    firstRows: collections.firstRows,
    shown: collections.shown,
    wake: () => engine.wake(),
    announces: async (feature) => {
      const features = await db.relaxed.transaction('r', db.relaxed.meta, readCapabilities);
      return features.has(feature);
    },
    stopSending: () => {
      closing.abort();
      return engine.stop('finished');
    },
    close: async () => {
      closing.abort();
      stopMarker();
      for (const stop of stops) stop();
      records.leftForms.clear();
      collections.stop();
      await engine.stop('now');
      db.close();
    },
  };
}

interface Data {
  readonly db: Databases;
  readonly collections: OpenCollections;
}

/** Not while another tab is deleting it. */
function openData({ account, device, ...options }: Options): Promise<Data> {
  return device.locks.request(databaseLock(account), async () => {
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
}

function recordServices({ account, device, onNotSaved }: Options, { db, collections }: Data): RecordServices {
  let persistAsked = false;
  const { tabStorage } = device;
  const reopens = tabStorage.get(CAME_BACK) !== null;
  tabStorage.remove(CAME_BACK);
  return {
    db,
    account: account.key,
    collections: collections.all,
    clock: device.clock,
    random: device.random,
    locks: device.locks,
    page: device.page,
    storageHealth: device.databases.watch,
    storageRoom: createStore<'left' | 'none'>('left'),
    lastSave: createStore<SaveNote | null>(null),
    leftForms: new LeftForms({ storage: tabStorage, account: account.key, reopens }),
    storageUse: () => device.storageUse(),
    log: device.log,
    onNotSaved,
    onSaved: () => {
      if (persistAsked) return;
      persistAsked = true;
      device.persistStorage().catch((error: unknown) => device.log.error('asking for storage failed', error));
    },
  };
}
