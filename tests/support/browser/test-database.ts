import { browserSealing } from '../../../src/app/device/seal.ts';
import { type Databases, openDatabases } from '../../../src/db/app-database.ts';
import { LiveCollection } from '../../../src/db/live-collection.ts';
import { type AppDatabase, type Tx, tablesOf } from '../../../src/db/tables.ts';
import { createStore } from '../../../src/domain/ports.ts';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { RECORD_KINDS, RESOURCE_NAMES, specOf } from '../../../src/domain/resource-specs.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import { firstSeen } from '../../../src/outbox/seen.ts';
import type { RecordServices } from '../../../src/records/record-services.ts';
import { LateNotes } from '../../../src/records/rescue/late-notes.ts';
import type { SaveNote } from '../../../src/records/undo/undo-save.ts';
import { forgetSettings } from '../records/forget-settings.ts';
import { fileCounter } from '../test/file-counter.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { atTestEnd } from '../test/test-end.ts';
import { FakePhotoDevice } from './fake-photo-device.ts';
import { FakeReadiness } from './fake-readiness.ts';
import { ManualClock } from './manual-clock.ts';
import { pageDatabases } from './page-databases.ts';
import { noLeftForms, tabStorage } from './tab-storage.ts';
import { TestLocks } from './test-locks.ts';

const next = fileCounter();

export const ACCOUNT = 'http://api.test|1';

/** Opens an empty database, which is closed after the test. */
export async function aDatabase(name = `test-${next()}`, onClosed = (): void => {}): Promise<Databases> {
  const db = await openDatabases(pageDatabases(), { name, account: ACCOUNT, onClosed });
  atTestEnd(() => db.close());
  return db;
}

/** Runs `work` in one transaction on all tables that a change touches. */
export function inTx<T>(db: AppDatabase, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction('rw', tablesOf(db, ...RECORD_KINDS), work);
}

/** Returns the services that commands need, with a new database and a manual clock. */
export async function aRecordServices(): Promise<RecordServices & { clock: ManualClock; saved: string[] }> {
  const saved: string[] = [];
  await forgetSettings(ACCOUNT);
  return {
    db: await aDatabase(),
    account: ACCOUNT,
    collections: allCollections(),
    clock: new ManualClock(),
    random: seededRandom(next()),
    locks: new TestLocks().for({}),
    page: {
      isVisible: () => true,
      isFrozen: () => false,
      onChange: () => () => {},
      onReturn: () => () => {},
    },
    storageHealth: pageDatabases().watch,
    storageRoom: createStore<'left' | 'none'>('left'),
    lastSave: createStore<SaveNote | null>(null),
    leftForms: noLeftForms(ACCOUNT),
    photoDevice: new FakePhotoDevice(),
    readiness: async () => new FakeReadiness(),
    photosUnderWay: new Set(),
    unkeptPhotos: createStore<readonly string[]>([]),
    hash: async (bytes) => sha256Hex(bytes),
    storageUse: async () => null,
    lateNotes: new LateNotes({ storage: tabStorage(), account: ACCOUNT }),
    owner: async () => ({ origin: 'http://api.test', userId: '1', username: 'demo' }),
    sealing: async () => browserSealing(),
    log: { error: () => {} },
    onNotSaved: () => {},
    onSaved: () => saved.push('saved'),
    saved,
  };
}

export function aCollection(
  placement: 'first' | 'last' = 'first',
  resource: ResourceName = 'customers',
): LiveCollection {
  return new LiveCollection({ placement, searchText: (view) => specOf(resource).searchText(view) });
}

/** Returns an empty collection for each kind. */
export function allCollections(): Record<ResourceName, LiveCollection> {
  const entries = RESOURCE_NAMES.map((name) => [name, aCollection(specOf(name).placement, name)] as const);
  return Object.fromEntries(entries) as Record<ResourceName, LiveCollection>;
}

/** Returns a record as a pull would store it. */
export function aRecord(given: Partial<MirrorRecord> & { readonly localId: string }): MirrorRecord {
  const server = given.server ?? { first_name: given.localId, last_name: '', email: '', company_name: '' };
  return {
    serverId: Number(given.localId) || given.localId,
    server,
    view: server,
    mark: 'synced',
    position: [Number(given.localId) || 0, given.localId],
    serverGen: 1,
    firstSeenGen: 1,
    seen: firstSeen(0),
    ...given,
  };
}
