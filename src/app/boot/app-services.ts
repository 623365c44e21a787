import { type Clock, delay } from '../../domain/ports.ts';
import type { DeviceServices } from '../device.ts';
import { createServices, type Services } from './create-services.ts';

export { endRemovalsOn } from '../account/end-removals.ts';

/** Time in ms after which the rest of the records is read whether or not the first are on the screen. */
const UNSHOWN_MS = 1000;

/**
 * The services of the app in this page. They open the account's database while the code of the screens is still being
 * loaded.
 * @param screen resolves when the code of the screen that will be shown has been loaded
 */
export function createAppServices(device: DeviceServices, screen: Promise<void>): Services {
  return createServices({
    device,
    show: () => Promise.race([screen.then(() => painted(device.clock)), delay(device.clock, UNSHOWN_MS)]),
    baseUrl: (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/$/, ''),
    pageOrigin: location.origin,
  });
}

/** Resolves when what is being rendered has been painted; never where the page is not shown. */
function painted(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    // The first frame may come before React has had its turn; a frame is drawn after its callbacks.
    requestAnimationFrame(() => requestAnimationFrame(() => clock.setTimer(resolve, 0)));
  });
}
