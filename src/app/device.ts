import { ACCOUNT_DATABASE_PREFIX } from '../domain/ids.ts';
import type {
  Clock,
  Connectivity,
  KeyValueStore,
  Locks,
  Log,
  OpenChannel,
  PageLife,
  Random,
} from '../domain/ports.ts';
import { createStore } from '../domain/store.ts';
import type { StorageUse } from '../records/record-services.ts';
import type { BrowserFacts } from './install-way.ts';
import { createLog } from './log.ts';

/** What the app takes from the browser; built once, the same for every account. */
export interface DeviceServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly storage: KeyValueStore;
  /** Belongs to one tab and survives a reload. */
  readonly tabStorage: Pick<KeyValueStore, 'get' | 'set' | 'remove'>;
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  readonly log: Log;
  /** The engine checks after every step whether its invariants hold; not in production. */
  readonly debug: boolean;
  /** Asks the browser not to evict this origin's data; true when it promised. */
  persistStorage(): Promise<boolean>;
  readonly openChannel: OpenChannel;
  /** How much room this origin's data takes; null where the browser does not tell. */
  storageUse(): Promise<StorageUse | null>;
}

export function createDeviceServices(production: boolean): DeviceServices {
  const storage = browserStorage();
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
    page: browserPageLife(),
    log: createLog(production),
    debug: !production,
    openChannel: 'BroadcastChannel' in globalThis ? broadcastChannel : channelThrough(storage),
    persistStorage: async () => (await navigator.storage?.persist?.()) ?? false,
    storageUse,
  };
}

/**
 * Whether the browser lets this site keep anything: with all cookies blocked the first access throws, in some
 * private windows the first write.
 */
export function keepsData(): boolean {
  try {
    localStorage.setItem('probe', 'kept');
    localStorage.removeItem('probe');
    return 'indexedDB' in globalThis;
  } catch {
    return false;
  }
}

async function storageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  if (usage === undefined || quota === undefined) return null;
  return { used: usage, room: quota, promised: (await navigator.storage.persisted?.()) ?? false };
}

/** Fetches one of the app's files past all caches. Returns null on failure or timeout. */
export async function askOrigin(): Promise<Pick<Response, 'type' | 'text'> | null> {
  // In the address something that no service worker has kept.
  const options = { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(5000) } as const;
  return fetch('/manifest.webmanifest?now', options).catch(() => null);
}

/** What decides how the app is installed. Read again each time: a tab can become a window of the installed app. */
export function browserFacts(): BrowserFacts {
  const ownWindow = '(display-mode: standalone), (display-mode: minimal-ui)';
  return {
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    // iOS said so before it knew the media query.
    standalone: matchMedia(ownWindow).matches || ('standalone' in navigator && navigator.standalone === true),
    opensOffline: 'serviceWorker' in navigator,
    canPersist: 'storage' in navigator && 'persist' in navigator.storage,
  };
}

/** Shows a number on the icon of the installed app; none at 0. Does nothing where the browser cannot or may not. */
export function setBadge(count: number): void {
  const told = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  told?.catch(() => undefined);
}

/** Whether an account's database is on this device; where the browser does not tell, it may be. */
export async function keepsAccounts(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return !databases || databases.some(({ name = '' }) => name.startsWith(ACCOUNT_DATABASE_PREFIX));
}

/** Whether the person asked websites to load no more than they must. Chromium's alone. */
export function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

/** Calls `run` once the page has loaded and the browser has nothing better to do, as far as it says. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  const wait = (): unknown => globalThis.requestIdleCallback?.(run) ?? setTimeout(run);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}

/** Whether the browser really opens databases here: some refuse only when asked. */
export function opensDatabases(): Promise<boolean> {
  const name = 'probe';
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name);
      request.addEventListener('error', () => resolve(false));
      request.addEventListener('success', () => {
        request.result.close();
        indexedDB.deleteDatabase(name);
        resolve(true);
      });
    } catch {
      resolve(false);
    }
  });
}

/** 32 random bits as a number in [0, 1): ids must not repeat across devices that start alike. */
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

/** For browsers without BroadcastChannel. Of messages in quick succession another tab may hear the last one alone. */
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
        // Storage tells of a value only where it is another than before.
        count += 1;
        try {
          storage.set(name, JSON.stringify({ message, at: [Date.now(), count] }));
        } catch {
          // No room for a few bytes more: other tabs find out at their next check.
        }
      },
      close: () => {
        stop();
        // It names records, and their database may be on its way off the device.
        storage.remove(name);
      },
    };
  };
}

function browserLocks(): Locks {
  return {
    request: (name, hold, signal) => navigator.locks.request(name, signal ? { signal } : {}, hold),
    held: async () => {
      const { held = [] } = await navigator.locks.query();
      return held.map(({ name = '' }) => name);
    },
  };
}

/**
 * Locks within this page alone, for plain http away from localhost, where browsers have no Web Locks. Two
 * tabs may then both lead; compare-and-set on every claim keeps that harmless.
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
  };
}

function browserConnectivity(): Connectivity {
  return {
    isOnline: () => navigator.onLine,
    onChange: (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
  };
}

/** `freeze` and `resume` are Chromium's alone; every browser says `pagehide` when a page is left. */
function browserPageLife(): PageLife {
  const frozen = createStore(false);
  let left = false;
  const tell = (nowFrozen: boolean): void => frozen.set(nowFrozen || left);
  document.addEventListener('freeze', () => tell(true));
  document.addEventListener('resume', () => tell(false));
  const isVisible = (): boolean => document.visibilityState === 'visible';
  // A page that is on the screen runs, whatever it was told before.
  document.addEventListener('visibilitychange', () => tell(frozen.getSnapshot() && !isVisible()));
  // Also if the browser keeps the page: one that comes back reloads. Before Dexie's own handler.
  addEventListener(
    'pagehide',
    () => {
      left = true;
      tell(true);
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
