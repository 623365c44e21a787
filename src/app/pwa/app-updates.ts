import { createStore, type Store } from '../../domain/store.ts';
import { type DeviceServices, savesData, whenIdle } from '../device.ts';
import type { AppUpdate } from './app-update.ts';

const HOUR = 60 * 60_000;
/** Time in ms that the first screen has for itself before the service worker fetches the rest. */
const AFTER_FIRST_SCREEN = 1000;

/** Whether a new build waits for the person's consent, for `useSyncExternalStore`. */
export interface AppUpdates extends Pick<Store<boolean>, 'subscribe' | 'getSnapshot'> {
  /** Activates the new build and reloads the page. */
  readonly apply: () => void;
}

/**
 * Makes the app open without a connection, and checks for a new build every hour.
 * @param isVisit the worker fetches the whole app, which a visitor may never want: only when the page is there, and not
 *   where websites were asked to save data
 */
export function watchAppUpdates(device: DeviceServices, isVisit: boolean): AppUpdates {
  const { subscribe, getSnapshot, set } = createStore(false);
  let update: AppUpdate | null = null;
  const announce = (): void => set(true);
  async function register(): Promise<void> {
    const { registerServiceWorker } = await import('./app-update.ts');
    update = registerServiceWorker({
      clock: device.clock,
      every: HOUR,
      isOnline: () => device.connectivity.isOnline(),
      reload: () => location.reload(),
      onUpdateReady: announce,
      onReplaced: announce,
      onOfflineReady: () => device.log.info('the app opens without a connection from now on'),
      onRegistrationFailed: (cause) => device.log.error('no offline use on this address', cause),
    });
  }
  // While the app is being developed there is no worker, and nothing of it should be kept.
  const begin = (): void => {
    if (device.debug) return;
    device.clock.setTimer(() => {
      register().catch((cause: unknown) => device.log.error('offline use could not be set up', cause));
    }, AFTER_FIRST_SCREEN);
  };
  if (!isVisit) begin();
  else if (!savesData()) whenIdle(begin);
  return {
    subscribe,
    getSnapshot,
    apply: () => void update?.applyUpdate(),
  };
}
