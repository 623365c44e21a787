import { Workbox } from 'workbox-window';
import { type Clock, delay } from '../../domain/ports.ts';
import { keepLaterFiles } from './later-files.ts';

/** How long a new build may take to take over. After that, the page reloads anyway. */
export const ACTIVATION_MS = 10_000;
/** In ms after the start. By then, the records are usually shown and the page is idle. */
const LATER_MS = 20_000;

export interface AppUpdateOptions {
  readonly clock: Clock;
  /** In ms. */
  readonly every: number;
  isOnline(): boolean;
  reload(): void;
  /** A new build waits for `applyUpdate`. Called once for each build. */
  onUpdateReady(): void;
  onOfflineReady(): void;
  /** Another tab updated the app. Chunks that this page has not loaded are gone until it reloads. */
  onReplaced(): void;
  /** The app will not open offline, because of plain HTTP or a failed download. */
  onRegistrationFailed(cause: unknown): void;
}

export interface AppUpdate {
  applyUpdate(): Promise<void>;
  /** Never rejects. */
  checkForUpdate(): Promise<void>;
}

export function registerServiceWorker(options: AppUpdateOptions): AppUpdate {
  const registered = register(options);
  let applying = false;
  let announced: ServiceWorker | undefined;
  void registered.then((started) => {
    if (!started) return;
    const onOfflineReady = (): void => {
      options.onOfflineReady();
      void keepLater(started.registration);
    };
    watch(started, { ...options, onOfflineReady, announceWaiting, isApplying: () => applying });
    scheduleCheck();
    keepLaterSoon(started.registration);
  });

  function keepLaterSoon(registration: ServiceWorkerRegistration): void {
    options.clock.setTimer(() => void keepLater(registration), LATER_MS);
  }

  /** Those of a waiting build too: it may take over where there is no connection. */
  async function keepLater({ active, waiting }: ServiceWorkerRegistration): Promise<void> {
    if (!options.isOnline()) return;
    const workers = [active, waiting].filter((worker) => worker !== null);
    await Promise.all(workers.map((worker) => keepLaterFiles(worker, options.clock)));
  }

  function scheduleCheck(): void {
    options.clock.setTimer(() => void checkForUpdate().then(scheduleCheck), options.every);
  }

  async function announceWaiting(): Promise<void> {
    const registration = (await registered)?.registration;
    const waiting = registration?.waiting;
    if (!waiting || waiting === announced) return;
    announced = waiting;
    options.onUpdateReady();
    keepLaterSoon(registration);
  }

  async function checkForUpdate(): Promise<void> {
    const started = await registered;
    if (!started || !options.isOnline()) return;
    await started.registration.update().catch(ignoreUnreachable);
    // Does nothing if the files are here.
    void keepLater(started.registration);
    // Of the updates that Workbox did not start, it reports only the first.
    await announceWaiting();
  }

  async function applyUpdate(): Promise<void> {
    applying = true;
    const waiting = (await registered)?.registration.waiting;
    // The page is covered meanwhile, so do not wait for a stuck worker forever.
    if (waiting) await Promise.race([activate(waiting), delay(options.clock, ACTIVATION_MS)]);
    options.reload();
  }

  return { applyUpdate, checkForUpdate };
}

interface Watcher extends Pick<AppUpdateOptions, 'onOfflineReady' | 'onReplaced' | 'onRegistrationFailed'> {
  readonly announceWaiting: () => Promise<void>;
  readonly isApplying: () => boolean;
}

function watch({ workbox, registration }: Registration, watcher: Watcher): void {
  // Workbox's `isUpdate` stays false for the whole first session.
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
    // On the first visit this is the new worker claiming the page.
    if (established && !watcher.isApplying()) watcher.onReplaced();
    established = true;
  });
  if (firstVisit) return;
  // Workbox does not report a build found before this page registered.
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

/** Watches the worker, because a page without a controller sees no controller change. */
function activate(waiting: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated' || waiting.state === 'redundant') resolve();
    });
    waiting.postMessage({ type: 'SKIP_WAITING' });
  });
}

/** Does nothing: if the server is unreachable, the next check asks again. */
function ignoreUnreachable(): void {}
