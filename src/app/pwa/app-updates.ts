import { createStore, type Store } from '../../domain/ports.ts';
import { savesData, whenIdle } from '../device/browser.ts';
import type { DeviceServices } from '../device/device.ts';

const HOUR = 60 * 60_000;
/** In ms. Lets the first screen load before the service worker fetches the rest. */
const AFTER_FIRST_SCREEN = 1000;

/** Counts the new builds found. Each waits for the user's consent, or another tab has already started it. */
export interface AppUpdates extends Pick<Store<number>, 'subscribe' | 'getSnapshot'> {
  readonly apply: () => void;
}

/**
 * Makes the app open offline, and checks for a new build every hour.
 * @param isVisit if true, waits until the page is idle, and if the user asked to save data, until `begin` is called,
 * because the worker fetches the whole app
 */
export function watchAppUpdates(
  device: DeviceServices,
  isVisit: boolean,
): AppUpdates & { readonly begin: () => void } {
  const { subscribe, getSnapshot, set } = createStore(0);
  const { thisPage } = device;
  const announce = (): void => set(getSnapshot() + 1);
  async function register(): Promise<void> {
    const { registerServiceWorker } = await import('./service-worker.ts');
    thisPage.update = registerServiceWorker({
      clock: device.clock,
      every: HOUR,
      isOnline: () => device.connectivity.isOnline(),
      reload: () => location.reload(),
      onUpdateReady: announce,
      onReplaced: () => {
        thisPage.isReplaced = true;
        announce();
      },
      onOfflineReady: () => device.log.info('the app opens without a connection from now on'),
      onRegistrationFailed: (cause) => device.log.error('no offline use on this address', cause),
    });
  }
  let isBegun = false;
  const begin = (): void => {
    // There is no worker in development.
    if (device.debug || isBegun) return;
    isBegun = true;
    device.clock.setTimer(() => {
      register().catch((cause: unknown) => device.log.error('offline use could not be set up', cause));
    }, AFTER_FIRST_SCREEN);
  };
  if (!isVisit) begin();
  else if (!savesData()) whenIdle(begin);
  return {
    subscribe,
    getSnapshot,
    apply: () => void thisPage.update?.applyUpdate(),
    begin,
  };
}
