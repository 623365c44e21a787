import { Workbox } from 'workbox-window';
import { type Clock, delay } from '../../domain/ports.ts';

/** Time in ms that a new build has to take over before the page is reloaded all the same. */
export const ACTIVATION_MS = 10_000;

/** What the service worker's life needs from the app. */
export interface AppUpdateOptions {
  readonly clock: Clock;
  /** Milliseconds between two polls for a new build. */
  readonly every: number;
  isOnline(): boolean;
  reload(): void;
  /** A new build is installed and waits for `applyUpdate`. May be called again for a newer one. */
  onUpdateReady(): void;
  /** The first build is installed: from now on the app opens without a connection. */
  onOfflineReady(): void;
  /**
   * Another tab applied the update, and the chunks that this tab has not loaded yet are gone.
   * Reload as soon as nothing unsaved is open.
   */
  onReplaced(): void;
  /** No offline use here: plain http on another host than localhost, or a file that failed to download. */
  onRegistrationFailed(cause: unknown): void;
}

export interface AppUpdate {
  /** Activates the newest installed build and reloads the page. Reloads only, when none waits. */
  applyUpdate(): Promise<void>;
  /** Asks the server for a new build. Does nothing without a connection; never rejects. */
  checkForUpdate(): Promise<void>;
}

/** Registers the service worker once for this tab and watches it for new builds. */
export function registerServiceWorker(options: AppUpdateOptions): AppUpdate {
  const registered = register(options);
  let applying = false;
  let announced: ServiceWorker | undefined;
  void registered.then((started) => {
    if (!started) return;
    watch(started, { ...options, announceWaiting, isApplying: () => applying });
    scheduleCheck();
  });

  function scheduleCheck(): void {
    options.clock.setTimer(() => void checkForUpdate().then(scheduleCheck), options.every);
  }

  async function announceWaiting(): Promise<void> {
    const waiting = (await registered)?.registration.waiting;
    if (!waiting || waiting === announced) return;
    announced = waiting;
    options.onUpdateReady();
  }

  async function checkForUpdate(): Promise<void> {
    const started = await registered;
    if (!started || !options.isOnline()) return;
    await started.registration.update().catch(ignoreUnreachable);
    // Workbox reports only the first update that it did not start itself, and none after that.
    await announceWaiting();
  }

  async function applyUpdate(): Promise<void> {
    applying = true;
    const waiting = (await registered)?.registration.waiting;
    // The page is covered by now: a worker that is stuck must not hold it.
    if (waiting) await Promise.race([activate(waiting), delay(options.clock, ACTIVATION_MS)]);
    options.reload();
  }

  return { applyUpdate, checkForUpdate };
}

interface Watcher extends Pick<AppUpdateOptions, 'onOfflineReady' | 'onReplaced' | 'onRegistrationFailed'> {
  readonly announceWaiting: () => Promise<void>;
  /** This tab is about to be reloaded for the new build. */
  readonly isApplying: () => boolean;
}

function watch({ workbox, registration }: Registration, watcher: Watcher): void {
  // Not workbox's `isUpdate`: it says "no update" for the whole session of the first visit.
  const firstVisit = registration.active === null;
  let established = !firstVisit;
  let installed = !firstVisit;
  workbox.addEventListener('waiting', watcher.announceWaiting);
  workbox.addEventListener('activated', ({ isExternal }) => {
    if (installed || isExternal) return;
    installed = true;
    watcher.onOfflineReady();
  });
  workbox.addEventListener('redundant', () => {
    if (!installed) watcher.onRegistrationFailed(new Error('The service worker could not be installed'));
  });
  workbox.addEventListener('controlling', () => {
    // The first one of a first visit is the new worker claiming this page.
    if (established && !watcher.isApplying()) watcher.onReplaced();
    established = true;
  });
  if (firstVisit) return;
  // Workbox is silent about a build that was found before this page registered, by another tab or a reload.
  void watcher.announceWaiting();
  registration.installing?.addEventListener('statechange', () => void watcher.announceWaiting());
}

interface Registration {
  readonly workbox: Workbox;
  readonly registration: ServiceWorkerRegistration;
}

async function register(options: AppUpdateOptions): Promise<Registration | undefined> {
  try {
    const workbox = new Workbox('/sw.js');
    const registration = await workbox.register();
    return registration && { workbox, registration };
  } catch (cause) {
    options.onRegistrationFailed(cause);
    return undefined;
  }
}

/**
 * Waits for the worker itself instead of for a change of controller: a page that no worker controls
 * (its very first visit, a forced reload) never sees one.
 */
function activate(waiting: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated' || waiting.state === 'redundant') resolve();
    });
    waiting.postMessage({ type: 'SKIP_WAITING' });
  });
}

/** A server that cannot be reached has no news; the next check asks again. */
function ignoreUnreachable(): void {}
