import { ACCOUNT_DATABASE_PREFIX } from '../../domain/ids.ts';
import type { BrowserFacts } from '../pwa/install.ts';

/**
 * Returns true if the browser stores data. If all cookies are blocked, the first access throws. In some private
 * windows, the first write throws.
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

/** Fetches a small file of the app's origin, bypassing all caches. Null on failure or timeout. */
export async function askOrigin(): Promise<Response | null> {
  // The service worker does not cache this file.
  const options = { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(5000) } as const;
  return fetch('/robots.txt', options).catch(() => null);
}

/** Call this again each time: a tab can become a window of the installed app. */
export function browserFacts(): BrowserFacts {
  const ownWindow = '(display-mode: standalone), (display-mode: minimal-ui)';
  return {
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    // Older iOS has this property instead of the media query.
    standalone: matchMedia(ownWindow).matches || ('standalone' in navigator && navigator.standalone === true),
    opensOffline: 'serviceWorker' in navigator,
    canPersist: 'storage' in navigator && 'persist' in navigator.storage,
  };
}

/** False on a first visit. */
export function isServedByWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

export function setBadge(count: number): void {
  const told = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  told?.catch(() => undefined);
}

/** True if this device has, or may have, an account's database. */
export async function keepsAccounts(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return !databases || databases.some(({ name = '' }) => name.startsWith(ACCOUNT_DATABASE_PREFIX));
}

/** True if the user asked the browser to save data. Only Chromium reports this. */
export function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

/** Null if the browser does not say. Only Chromium does. */
export function isOnWifi(): boolean | null {
  const { type } = ('connection' in navigator ? navigator.connection : {}) as { type?: string };
  return type === undefined || type === 'unknown' ? null : type === 'wifi' || type === 'ethernet';
}

export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  const wait = (): unknown => globalThis.requestIdleCallback?.(run) ?? setTimeout(run);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}

/** Tries to open a database, because some browsers refuse only then. */
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
