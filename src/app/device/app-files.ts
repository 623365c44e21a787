import { type Clock, delay } from '../../domain/ports.ts';
import type { AppFiles } from '../../domain/ready.ts';
import { keepLaterFiles } from '../pwa/later-files.ts';
import type { DeviceServices } from './device.ts';

/** In ms. The worker registers a second after the start, and its first download may be slow. */
const REGISTERED_MS = 5_000;
const INSTALLED_MS = 30_000;

/** Looks whether all files of the app are stored on this device, and whether the server has newer ones. */
export async function appFiles({ clock, debug, thisPage }: DeviceServices): Promise<AppFiles> {
  // There is no worker in development.
  if (debug || !('serviceWorker' in navigator)) return 'none';
  const registration = await registered(clock);
  if (!registration) return 'none';
  const { active, installing } = registration;
  if (!active && installing) await reached(clock, installing, 'activated');
  if (!registration.active || !(await hasPage())) return 'missing';
  const isCompared = await registration.update().then(
    () => true,
    () => false,
  );
  if (registration.installing) await reached(clock, registration.installing, 'installed');
  if (registration.installing) return 'missing';
  if (registration.waiting) {
    // Has the new build offered to the user.
    await thisPage.update?.checkForUpdate();
    return 'update';
  }
  if (!(await keepLaterFiles(registration.active, clock, INSTALLED_MS))) return 'missing';
  // The stored app is newer than this page.
  if (thisPage.isReplaced) return 'update';
  return isCompared ? 'current' : 'stored';
}

async function registered(clock: Clock): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker.getRegistration();
  if (found) return found;
  await delay(clock, REGISTERED_MS);
  return navigator.serviceWorker.getRegistration();
}

/** Resolves when the worker is in this state, has failed, or takes too long. */
async function reached(clock: Clock, worker: ServiceWorker, state: ServiceWorkerState): Promise<void> {
  const over = new AbortController();
  const look = (): void => {
    if (worker.state === state || worker.state === 'redundant') over.abort();
  };
  worker.addEventListener('statechange', look);
  look();
  await delay(clock, INSTALLED_MS, over.signal);
}

/** A worker is installed only with all files. Somebody may have removed them since. */
async function hasPage(): Promise<boolean> {
  const names = await caches.keys();
  const stores = await Promise.all(
    names.filter((name) => name.includes('precache')).map((name) => caches.open(name)),
  );
  const pages = await Promise.all(stores.map((store) => store.match('/index.html', { ignoreSearch: true })));
  return pages.some((page) => page !== undefined);
}
