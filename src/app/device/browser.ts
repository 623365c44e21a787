import { ACCOUNT_DATABASE_PREFIX } from '../../domain/ids.ts';
import type { BrowserFacts } from '../pwa/install.ts';

// Abilities of this browser, and facts that it gives about itself.

/**
 * Returns false if the browser stores nothing for this site. With all cookies blocked the first access throws, in some
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

/** Fetches one of the app's files past all caches. Returns null on failure or timeout. */
export async function askOrigin(): Promise<Pick<Response, 'type' | 'text'> | null> {
  // With a query that no service worker has cached.
  const options = { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(5000) } as const;
  return fetch('/manifest.webmanifest?now', options).catch(() => null);
}

/** Read it again each time: a tab can become a window of the installed app. */
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

/** Shows a number on the icon of the installed app, or none at 0. */
export function setBadge(count: number): void {
  const told = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  told?.catch(() => undefined);
}

/** Returns true if this device has an account's database, or may have one. */
export async function keepsAccounts(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return !databases || databases.some(({ name = '' }) => name.startsWith(ACCOUNT_DATABASE_PREFIX));
}

/** Returns true if the user asked websites to save data. Chromium only. */
export function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

/** Calls `run` once the page has loaded and the browser is idle. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  const wait = (): unknown => globalThis.requestIdleCallback?.(run) ?? setTimeout(run);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}

/** Tries to open a database: some browsers refuse only then. */
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
