import { openDatabases } from '../../src/db/app-database.ts';
import { LiveCollection } from '../../src/db/live-collection.ts';
import { PageDatabases } from '../../src/db/page-databases.ts';
import { type Clock, createStore, type Log, type OpenChannel } from '../../src/domain/ports.ts';
import { sha256Hex } from '../../src/domain/sha256.ts';
import { LeftForms } from '../../src/records/drafts/left-forms.ts';
import type { RecordServices } from '../../src/records/record-services.ts';
import { LateNotes } from '../../src/records/rescue/late-notes.ts';
import type { SaveNote } from '../../src/records/undo/undo-save.ts';

const CLOCK: Clock = { now: () => Date.now(), setTimer: () => () => {} };
const LOG: Log = { debug: () => {}, info: () => {}, error: () => {} };
/** The device's own module loads others, which a script in a page cannot. */
const openChannel: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => onMessage(data);
  return {
    carriesDexie: true,
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
};
const DATABASES = new PageDatabases(CLOCK, LOG, openChannel);

/** Stores nothing, because the page is closed after this. */
const NO_STORAGE = { get: () => null, set: () => undefined, remove: () => undefined };

/** Opens the signed-in account of the page that a bench has put this script into. Close its database afterwards. */
export async function pageServices(): Promise<RecordServices> {
  const account = JSON.parse(localStorage.getItem('account') ?? '{}') as {
    key: string;
    databaseName: string;
  };
  const nothing = new LiveCollection({ placement: 'first', searchText: () => '' });
  return {
    db: await openDatabases(DATABASES, {
      name: account.databaseName,
      account: account.key,
      onClosed: () => {},
    }),
    account: account.key,
    collections: { customers: nothing, projects: nothing, estimates: nothing, workOrders: nothing },
    clock: CLOCK,
    random: Math.random,
    locks: { request: (_name, hold) => hold(), held: async () => [] },
    page: {
      isVisible: () => true,
      isFrozen: () => false,
      onChange: () => () => {},
      onReturn: () => () => {},
    },
    storageHealth: DATABASES.watch,
    storageRoom: createStore<'left' | 'none'>('left'),
    lastSave: createStore<SaveNote | null>(null),
    leftForms: new LeftForms({ storage: NO_STORAGE, account: account.key, reopens: false }),
    photosUnderWay: new Set(),
    unkeptPhotos: createStore<readonly string[]>([]),
    hash: async (bytes) => sha256Hex(bytes),
    readiness: () => Promise.reject(new Error('not measured')),
    photoDevice: {
      hasCamera: false,
      canKeepScreenOn: false,
      openCamera: async () => 'missing',
      keepScreenOn: async () => () => {},
      isOnWifi: () => null,
      canShare: () => false,
      isInstalled: false,
      share: async () => {},
      name: 'bench',
    },
    lateNotes: new LateNotes({ storage: NO_STORAGE, account: account.key }),
    owner: async () => ({ origin: 'http://api.test', userId: '1', username: 'demo' }),
    sealing: async () => null,
    storageUse: async () => null,
    log: { error: () => {} },
    onNotSaved: () => {},
    onSaved: () => {},
  };
}
