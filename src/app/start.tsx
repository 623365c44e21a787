import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchAppUpdates } from './app-updates.ts';
import { createServices, OpeningProblem, type Services } from './create-services.ts';
import { type DeviceServices, keepsData } from './device.ts';
import { hideWhileKept } from './hide-while-kept.ts';
import { watchInstallPrompt } from './install-prompt.ts';
import { OpeningNotice } from './opening-notice.tsx';
import { Root, type RootProps } from './root.tsx';

export { endRemovalsOn } from './end-removals.ts';

/** Builds the services and mounts the app in `element`. */
export function start(element: HTMLElement, device: DeviceServices): void {
  if (!keepsData()) {
    const problem = new OpeningProblem('This browser lets the site keep nothing, so nothing could be saved.');
    createRoot(element).render(<OpeningNotice problem={problem} reload={() => location.reload()} />);
    return;
  }
  const install = watchInstallPrompt();
  const services = createAppServices(device);
  mount(element, { device, services, updates: watchAppUpdates(device), install });
}

export function createAppServices(device: DeviceServices): Services {
  return createServices({
    device,
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
