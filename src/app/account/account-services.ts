import type { Feature } from '../../api/sync-api.ts';
import type { Account } from '../../auth/token-store.ts';
import { type Accounts, createAccounts } from '../../db/accounts.ts';
import { type Databases, newDatabaseName, openDatabases } from '../../db/app-database.ts';
import { readCapabilities } from '../../db/known-server.ts';
import type { LiveCollection } from '../../db/live-collection.ts';
import { uuidv7 } from '../../domain/ids.ts';
import { createStore } from '../../domain/ports.ts';
import { LeftForms, restoreForms } from '../../records/drafts/left-forms.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { LateNotes } from '../../records/rescue/late-notes.ts';
import type { RescueOwner } from '../../records/rescue/manifest.ts';
import type { SaveNote } from '../../records/undo/undo-save.ts';
import type { SyncEngine } from '../../sync/engine/sync-engine.ts';
import { CAME_BACK } from '../boot/page-cache.ts';
import type { DeviceServices } from '../device/device.ts';
import { type DeviceWithDatabases, databaseLock } from './device-with-databases.ts';
import { type OpenCollections, openCollections } from './open-collections.ts';
import { keepMarker, noticeEviction } from './storage-sentinel.ts';

export interface AccountServices {
  readonly account: Account;
  readonly records: RecordServices;
  /** Resolves once every list has its first rows in memory. */
  readonly firstRows: Promise<void>;
  /** Resolves once the rows are on the screen. Less urgent work begins then. */
  readonly shown: Promise<void>;
  wake(): void;
  announces(feature: Feature): Promise<boolean>;
  /** Stops sending, and waits for requests in flight. The records stay readable. */
  stopSending(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly account: Account;
  readonly origin: string;
  readonly accounts: Accounts;
  readonly device: DeviceWithDatabases;
  readonly startEngine: (records: RecordServices) => Promise<SyncEngine>;
  /** Shows the first rows. Resolves once they are on the screen. */
  readonly show: () => Promise<void>;
  /** Called when storage rejected a user's decision. */
  readonly onNotSaved: () => void;
  /** Called when another tab deleted or upgraded the database. */
  readonly onClosed: () => void;
}

export function accountsOn(device: DeviceWithDatabases): Accounts {
  return createAccounts(device.databases, () => newDatabaseName(uuidv7(device.clock.now(), device.random)));
}

/** @throws if the database belongs to someone else or cannot be opened */
export async function openAccountServices(options: Options): Promise<AccountServices> {
  const { account, device } = options;
  const { db, collections } = await openData(options);
  const records = recordServices(options, { db, collections });
  await restoreForms(records);
  await noteBeforeSending(records);
  let areKept = false;
  const stops = [
    device.page.onReturn(() => db.recheck()),
    device.page.onChange(() => {
      const isFrozen = device.page.isFrozen();
      // `pagehide` and `freeze` may both fire. Ignore the second: the next page in this tab may already have kept its
      // own forms.
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
      // Another tab may have logged out meanwhile.
      await Promise.all(records.photosUnderWay);
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

/** Opens the database under the lock that another tab holds while it deletes the database. */
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
    // Starts reading before the checks below, to save time. The caller gets no rows until the checks have passed.
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

function recordServices(options: Options, { db, collections }: Data): RecordServices {
  const { account, device, onNotSaved } = options;
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
    photoDevice: device.photoDevice,
    readiness: async () => (await import('./readiness.ts')).readinessOf(device),
    photosUnderWay: new Set(),
    unkeptPhotos: createStore<readonly string[]>([]),
    hash: (bytes) => device.hash(bytes),
    storageUse: () => device.storageUse(),
    lateNotes: new LateNotes({ storage: device.storage, account: account.key }),
    owner: () => ownerOf(options),
    sealing: () => device.sealing(),
    log: device.log,
    onNotSaved,
    onSaved: () => {
      if (persistAsked) return;
      persistAsked = true;
      device.persistStorage().catch((error: unknown) => device.log.error('asking for storage failed', error));
    },
  };
}

/** Runs before the engine starts, because another device may send the same changes. */
async function noteBeforeSending(records: RecordServices): Promise<void> {
  if (records.lateNotes.lanes.length === 0) return;
  try {
    const { keepNoting, noteLate } = await import('../../records/rescue/handed-out.ts');
    if (!(await noteLate(records))) void keepNoting(records);
  } catch (error) {
    records.log.error('what is in a file could not be noted', error);
  }
}

/** Prefers the account's row, which knows more than the session but may be unreadable. */
async function ownerOf({ account, accounts, device, origin }: Options): Promise<RescueOwner> {
  const { key, userId, username } = account;
  const row = await accounts.of(key).catch((error: unknown) => {
    device.log.error('the names of an account could not be read', error);
    return undefined;
  });
  return {
    origin,
    username,
    userId: row?.userId ?? userId,
    subject: row?.subject ?? null,
    names: row?.names ?? [],
  };
}

const RETRY_MS = 30_000;

interface AccountEngineOptions {
  readonly device: Pick<DeviceServices, 'clock' | 'connectivity' | 'log' | 'page'>;
  readonly collections: readonly Pick<LiveCollection, 'getSnapshot' | 'subscribe'>[];
  readonly start: () => Promise<SyncEngine>;
  /** Aborts before `stop` is called. Nothing starts after that. */
  readonly closing: AbortSignal;
}

/** Starts the engine once the lists are read. Retries if its code could not be loaded. */
export class AccountEngine {
  readonly #options: AccountEngineOptions;
  readonly #started: Promise<void>;
  #engine: SyncEngine | null = null;

  constructor(options: AccountEngineOptions) {
    this.#options = options;
    this.#started = this.#run();
  }

  wake(): void {
    this.#engine?.wake();
  }

  async stop(when: 'now' | 'finished'): Promise<void> {
    await this.#started;
    await this.#engine?.stop(when);
  }

  async #run(): Promise<void> {
    const { device, collections, start, closing } = this.#options;
    const closed = new Promise((resolve) => closing.addEventListener('abort', resolve));
    // Without this wait, the engine would slow down the rows that the user is waiting for.
    await Promise.race([Promise.all(collections.map(whenRead)), closed]);
    while (!closing.aborted) {
      try {
        this.#engine = await start();
        return;
      } catch (error) {
        device.log.error('the sync engine did not start', error);
        await Promise.race([worthAnotherTry(device), closed]);
      }
    }
  }
}

function whenRead(collection: AccountEngineOptions['collections'][number]): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!collection.getSnapshot().complete) return;
      stop();
      resolve();
    };
    const stop = collection.subscribe(check);
    check();
  });
}

function worthAnotherTry({ clock, connectivity, page }: AccountEngineOptions['device']): Promise<void> {
  const ends: (() => void)[] = [];
  return new Promise<void>((resolve) => {
    ends.push(
      clock.setTimer(resolve, RETRY_MS),
      page.onReturn(resolve),
      connectivity.onChange(() => connectivity.isOnline() && resolve()),
    );
  }).finally(() => {
    for (const end of ends) end();
  });
}
