import {
  aborted,
  type Clock,
  type Connectivity,
  createStore,
  eitherOf,
  type Hashing,
  type KeyValueStore,
  type Locks,
  type Log,
  type OpenChannel,
  type PageLife,
  type Random,
  type Sealing,
} from '../../domain/ports.ts';
import type { PhotoDevice } from '../../records/photo-device.ts';
import type { StorageUse } from '../../records/record-services.ts';
import type { ThisPage } from '../pwa/this-page.ts';
import { askOrigin, browserFacts, isOnWifi } from './browser.ts';
import { createLog } from './log.ts';
import { canShare, share } from './share-sheet.ts';

/** All browser features that the app uses. Created once. */
export interface DeviceServices extends Hashing {
  readonly clock: Clock;
  readonly random: Random;
  readonly storage: KeyValueStore;
  /** Belongs to one tab and survives a reload. */
  readonly tabStorage: Pick<KeyValueStore, 'get' | 'set' | 'remove'>;
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  readonly thisPage: ThisPage;
  readonly log: Log;
  /** Makes the engine check its invariants after each step. Off in production. */
  readonly debug: boolean;
  /** Asks the browser not to evict this origin's data. Resolves to true if the browser promises this. */
  persistStorage(): Promise<boolean>;
  readonly openChannel: OpenChannel;
  readonly photoDevice: PhotoDevice;
  /** Null if the browser does not say. */
  storageUse(): Promise<StorageUse | null>;
  /** Null over plain HTTP, where browsers do not encrypt. */
  sealing(): Promise<Sealing | null>;
}

export function createDeviceServices(production: boolean): DeviceServices {
  const storage = browserStorage();
  // First, so that a page that is left closes its databases before it gives up its locks.
  const page = browserPageLife();
  return {
    clock: {
      now: () => Date.now(),
      setTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    random: secureRandom,
    storage,
    tabStorage,
    locks: navigator.locks ? browserLocks() : pageLocks(),
    connectivity: browserConnectivity(),
    page,
    thisPage: { update: null, isReplaced: false },
    log: createLog(production),
    debug: !production,
    openChannel: 'BroadcastChannel' in globalThis ? broadcastChannel : channelThrough(storage),
    photoDevice: browserPhotoDevice(),
    hash: async (bytes) => (await import('./hash.ts')).hash(bytes),
    persistStorage: async () => (await navigator.storage?.persist?.()) ?? false,
    storageUse,
    sealing: async () => (await import('./seal.ts')).browserSealing(),
  };
}

async function storageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage === undefined || quota === undefined) return null;
  const promised = (await navigator.storage.persisted?.()) ?? false;
  return { used: usage, room: quota, promised, isPrivate: !promised && (await isPrivate()) };
}

/** Firefox and Safari give the sites of a private window no files of their own. Chromium does. */
async function isPrivate(): Promise<boolean> {
  if (!navigator.storage.getDirectory) return false;
  return navigator.storage.getDirectory().then(
    () => false,
    () => true,
  );
}

/** The simulation loads this module where there is no navigator. */
function browserPhotoDevice(): PhotoDevice {
  return {
    // Absent over plain HTTP.
    hasCamera: 'mediaDevices' in navigator,
    canKeepScreenOn: 'wakeLock' in navigator,
    openCamera: async () => (await import('./camera.ts')).openCamera(),
    keepScreenOn: async () => (await import('./camera.ts')).keepScreenOn(),
    isOnWifi,
    canShare,
    share,
    get isInstalled() {
      return browserFacts().standalone;
    },
    name: navigator.userAgent,
  };
}

/** Cryptographically random, because ids must not repeat across devices that start in the same state. */
function secureRandom(): number {
  const word = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return word / 2 ** 32;
}

export const tabStorage: DeviceServices['tabStorage'] = {
  get: (key) => sessionStorage.getItem(key),
  set: (key, value) => sessionStorage.setItem(key, value),
  remove: (key) => sessionStorage.removeItem(key),
};

export function browserStorage(): KeyValueStore {
  return {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => localStorage.setItem(key, value),
    remove: (key) => localStorage.removeItem(key),
    onChange: (key, listener) => {
      const onStorage = (event: StorageEvent): void => {
        if (event.key === key || event.key === null) listener();
      };
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}

const broadcastChannel: OpenChannel = (name, onMessage) => {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => onMessage(data));
  return {
    carriesDexie: true,
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
};

/** For browsers without BroadcastChannel. Other tabs may receive only the last of several quick messages. */
function channelThrough(storage: KeyValueStore): OpenChannel {
  return (name, onMessage) => {
    let count = 0;
    const stop = storage.onChange(name, () => {
      const text = storage.get(name);
      if (text !== null) onMessage((JSON.parse(text) as { readonly message: unknown }).message);
    });
    return {
      carriesDexie: false,
      post: (message) => {
        // The storage event fires only for a changed value.
        count += 1;
        try {
          storage.set(name, JSON.stringify({ message, at: [Date.now(), count] }));
        } catch {
          // No space left: other tabs notice the change at their next check.
        }
      },
      close: () => {
        stop();
        // The message names records, and their database may be about to be removed.
        storage.remove(name);
      },
    };
  };
}

/**
 * A page that is left gives up all locks at once, and its work under them never ends, as after a crash. Firefox keeps the
 * locks of a page in its page cache, where nothing runs that would release them, so the next page would wait forever.
 */
function browserLocks(): Locks {
  const requests = new Set<AbortController>();
  let isLeft = false;
  addEventListener(
    'pagehide',
    () => {
      isLeft = true;
      for (const request of requests) request.abort();
    },
    { capture: true },
  );
  const forever = new Promise<never>(() => {});
  return {
    request: async (name, hold, signal) => {
      if (isLeft) return forever;
      const left = new AbortController();
      requests.add(left);
      try {
        const given = { signal: signal ? eitherOf(signal, left.signal) : left.signal };
        return await navigator.locks.request(name, given, () => Promise.race([hold(), failing(left.signal)]));
      } catch (error) {
        if (left.signal.aborted) return forever;
        throw error;
      } finally {
        requests.delete(left);
      }
    },
    held: async () => {
      const { held = [] } = await navigator.locks.query();
      return held.map(({ name = '' }) => name);
    },
  };
}

async function failing(signal: AbortSignal): Promise<never> {
  await aborted(signal);
  throw new Error('The page was left.');
}

/**
 * Locks within this page, for plain HTTP, where browsers have no Web Locks. Two tabs may then both lead, which is
 * harmless: every checkout is a compare-and-set.
 */
function pageLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  const held = new Set<string>();
  return {
    request: (name, hold, signal) => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted();
        held.add(name);
        return hold().finally(() => held.delete(name));
      });
      tails.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
    held: async () => [...held],
    isOnePage: true,
  };
}

function browserConnectivity(): Connectivity {
  return {
    isOnline: () => navigator.onLine,
    isOnWifi,
    onChange: (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    fetchesOwnFile,
  };
}

/** Fetches a plain-text file of the app. A network's sign-in page would be HTML instead. */
async function fetchesOwnFile(): Promise<boolean> {
  const answer = await askOrigin();
  return answer?.ok === true && (answer.headers.get('Content-Type') ?? '').startsWith('text/plain');
}

/** `freeze` and `resume` are Chromium only. Every browser fires `pagehide`. */
function browserPageLife(): PageLife {
  const frozen = createStore(false);
  let left = false;
  const setFrozen = (nowFrozen: boolean): void => frozen.set(nowFrozen || left);
  document.addEventListener('freeze', () => setFrozen(true));
  document.addEventListener('resume', () => setFrozen(false));
  const isVisible = (): boolean => document.visibilityState === 'visible';
  // A visible page is not frozen.
  document.addEventListener('visibilitychange', () => setFrozen(frozen.getSnapshot() && !isVisible()));
  // Also covers pages that go into the page cache, because they reload when they return. Runs before Dexie's own
  // handler.
  addEventListener(
    'pagehide',
    () => {
      left = true;
      setFrozen(true);
    },
    { capture: true },
  );
  return {
    isVisible,
    isFrozen: frozen.getSnapshot,
    onChange: frozen.subscribe,
    onReturn: (listener) => {
      const onVisible = (): void => {
        if (isVisible()) listener();
      };
      document.addEventListener('visibilitychange', onVisible);
      document.addEventListener('resume', listener);
      addEventListener('focus', listener);
      return () => {
        document.removeEventListener('visibilitychange', onVisible);
        document.removeEventListener('resume', listener);
        removeEventListener('focus', listener);
      };
    },
  };
}
