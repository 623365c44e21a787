import type { Page } from '@playwright/test';

/** What to remove from a browser to take away an ability. */
interface Absence {
  /** A member of a prototype, such as 'locks of Navigator', or the name of a global. */
  readonly members?: readonly string[];
  /** Events that never fire. */
  readonly events?: readonly string[];
}

/** The abilities that the app can do without, with their names in docs/browsers.md. */
export const ABILITIES = {
  'Web Locks': { members: ['locks of Navigator', 'LockManager'] },
  BroadcastChannel: { members: ['BroadcastChannel'] },
  'storage.persist()': { members: ['persist of StorageManager'] },
  'storage.persisted()': { members: ['persisted of StorageManager'] },
  'storage.estimate()': { members: ['estimate of StorageManager'] },
  'indexedDB.databases()': { members: ['databases of IDBFactory'] },
  'Transaction durability': { members: ['durability of IDBTransaction'] },
  'Service worker': { members: ['serviceWorker of Navigator', 'ServiceWorkerContainer', 'caches'] },
  // Belongs to the service worker, so its own test takes it away.
  'Static routes': {},
  'Background Sync': { members: ['sync of ServiceWorkerRegistration', 'SyncManager'] },
  'Install prompt': {
    members: ['BeforeInstallPromptEvent', 'onbeforeinstallprompt', 'onappinstalled'],
    events: ['beforeinstallprompt', 'appinstalled'],
  },
  Badging: { members: ['setAppBadge of Navigator', 'clearAppBadge of Navigator'] },
  'freeze and resume': {
    members: ['onfreeze of Document', 'onresume of Document'],
    events: ['freeze', 'resume'],
  },
  // Playwright starts Chromium without it.
  'Back/forward cache': {},
  CloseWatcher: { members: ['CloseWatcher'] },
  requestIdleCallback: { members: ['requestIdleCallback', 'cancelIdleCallback'] },
  saveData: { members: ['connection of Navigator'] },
  'navigator.onLine': { members: ['onLine of Navigator'], events: ['online', 'offline'] },
  beforeunload: { events: ['beforeunload'] },
  'print()': { members: ['print'] },
  // The tests of the camera and of photos take these away, in place of the device.
  getUserMedia: {},
  ImageCapture: {},
  Torch: {},
  // tests/features/day-receipt.test.tsx covers a browser without it.
  'Web Share': {},
  'Screen wake lock': {},
  'connection.type': {},
  // tests/app/hash.test.ts takes it away.
  'crypto.subtle': {},
  'File input cancel': {},
  // Used in a worker, so the test of photos takes it away.
  OffscreenCanvas: {},
} as const satisfies Readonly<Record<string, Absence>>;

export type Ability = keyof typeof ABILITIES;

/**
 * Abilities that are taken away together. They are grouped so that none hides the effect of another: without an
 * estimate, the app does not ask for the promise to keep data.
 */
export const MISSING_TOGETHER: Readonly<Record<string, readonly Ability[]>> = {
  'as over plain http': ['Web Locks', 'storage.persist()', 'storage.estimate()', 'Service worker', 'Badging'],
  'as in Safari': [
    'Background Sync',
    'Install prompt',
    'freeze and resume',
    'CloseWatcher',
    'requestIdleCallback',
    'saveData',
    'beforeunload',
  ],
  'as in an older Firefox': ['indexedDB.databases()', 'Transaction durability', 'storage.persisted()'],
  'as in none': ['BroadcastChannel', 'navigator.onLine', 'print()'],
};

/** Removes `abilities` from everything that `page` loads from now on, before any other script runs. */
export async function takeAway(page: Page, abilities: readonly Ability[]): Promise<void> {
  const absences: readonly Absence[] = abilities.map((ability) => ABILITIES[ability]);
  const members = absences.flatMap((absence) => absence.members ?? []);
  const events = absences.flatMap((absence) => absence.events ?? []);
  await page.addInitScript(remove, { members, events });
}

/** Runs in the page. */
function remove({ members, events }: { members: readonly string[]; events: readonly string[] }): void {
  const holders = globalThis as unknown as Record<string, { readonly prototype: object } | undefined>;
  for (const text of members) {
    const [member = '', holder] = text.split(' of ');
    const owner = holder === undefined ? globalThis : holders[holder]?.prototype;
    if (owner) Reflect.deleteProperty(owner, member);
  }
  // This listener runs before all others.
  for (const name of events) addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  if (members.includes('durability of IDBTransaction')) {
    const whole = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction');
    const begin = whole?.value as IDBDatabase['transaction'];
    IDBDatabase.prototype.transaction = function transaction(tables, mode) {
      return begin.call(this, tables, mode);
    };
  }
}
