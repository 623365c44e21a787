import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Clock, delay } from '../domain/ports.ts';
import { watchAppUpdates } from './app-updates.ts';
import { createServices, OpeningProblem, type Services } from './create-services.ts';
import { type DeviceServices, keepsData } from './device.ts';
import { hideWhileKept } from './hide-while-kept.ts';
import { watchInstallPrompt } from './install-prompt.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { Root, type RootProps } from './root.tsx';

export { endRemovalsOn } from './end-removals.ts';

/** Time in ms that an empty page may stand before it says that something is being loaded. */
const SPINNER_AFTER_MS = 200;
/** Time in ms after which the rest of the records is read whether or not the first are on the screen. */
const UNSHOWN_MS = 1000;

/**
 * Builds the services and mounts the app in `element`: with the first rows, where they are soon read.
 * @param screen resolves when the code of the screen that will be shown has been loaded
 */
export async function start(
  element: HTMLElement,
  device: DeviceServices,
  screen: Promise<void>,
): Promise<void> {
  if (!keepsData()) {
    const problem = new OpeningProblem('This browser lets the site keep nothing, so nothing could be saved.');
    createRoot(element).render(<OpeningNotice problem={problem} reload={() => location.reload()} />);
    return;
  }
  const install = watchInstallPrompt();
  const services = createAppServices(device, screen);
  const ready = Promise.all([services.settled, screen]);
  await Promise.race([ready, delay(device.clock, SPINNER_AFTER_MS)]);
  mount(element, { device, services, updates: watchAppUpdates(device), install });
}

/** @param screen resolves when the code of the screen that will be shown has been loaded */
export function createAppServices(device: DeviceServices, screen: Promise<void>): Services {
  return createServices({
    device,
    show: () => Promise.race([screen.then(() => painted(device.clock)), delay(device.clock, UNSHOWN_MS)]),
    baseUrl: (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/$/, ''),
    pageOrigin: location.origin,
  });
}

/** Mounts the app in `element`, which nothing else draws into. */
export function mount(element: HTMLElement, props: RootProps): void {
  hideWhileKept(document.documentElement);
  createRoot(element).render(
    <StrictMode>
      <Root {...props} />
    </StrictMode>,
  );
}

/** Resolves when what is being rendered has been painted; never where the page is not shown. */
function painted(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    // The first frame may come before React has had its turn; a frame is drawn after its callbacks.
    requestAnimationFrame(() => requestAnimationFrame(() => clock.setTimer(resolve, 0)));
  });
}
